import { launchChromium } from '@mainstay/test-kit/chromium';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type Figure, none } from '../faults/fault.ts';
import type { Composition } from './composition.ts';
import { firstAdministrator } from './visitors.ts';

const FILE = Buffer.alloc(2048, 'drain ');
const PATIENCE_MS = 30_000;

/**
 * Walks through the screens of all three remotes in Chromium, as the first administrator: a location, a ticket from its
 * creation to its end, a file up and down, and the employees. What a browser complains about counts.
 */
export async function walk({ url }: Composition): Promise<Figure[]> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ baseURL: url, reducedMotion: 'reduce', locale: 'en-US' });
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints = watch(page);
    try {
      await walkThrough(page);
    } catch (error) {
      const path = join(tmpdir(), `mainstay-containers-${process.pid}.png`);
      await page.screenshot({ path });
      throw new Error(`The walk ended where ${path} shows. Chromium complained: ${complaints.join('; ')}`, {
        cause: error,
      });
    }
    for (const complaint of complaints) console.error(`  Chromium: ${complaint}`);
    return [none('complaints of Chromium on three remotes, a ticket and a file', complaints.length)];
  } finally {
    await browser.close();
  }
}

async function walkThrough(page: Page): Promise<void> {
  await signIn(page);
  const name = `Pier ${Date.now()}`;
  await addLocation(page, name);
  await followTicket(page, `Oven of ${name}`, name);
  await open(page, 'Employees');
  await seen(page.getByRole('row').filter({ hasText: firstAdministrator.email }));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await seen(page.getByRole('button', { name: 'Sign in' }));
}

const seen = (locator: Locator): Promise<void> => locator.first().waitFor();
const gone = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' });

const open = (page: Page, link: string): Promise<void> =>
  page.getByRole('link', { name: link, exact: true }).first().click();

/** Script errors, violations of the policy, and calls that returned an error. */
function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Asking who is signed in is how a visitor is found to be anonymous.
    const isAnonymous = message.location().url.endsWith('/api/user') && message.text().includes('401');
    if (message.type() === 'error' && !isAnonymous) complaints.push(message.text());
  });
  return complaints;
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(firstAdministrator.email);
  await page.getByLabel('Password', { exact: true }).fill(firstAdministrator.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await seen(page.getByRole('heading', { name: 'Dashboard' }));
}

async function addLocation(page: Page, name: string): Promise<void> {
  await open(page, 'Locations');
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Location' });
  const fields = {
    'Location Name': name,
    'Store Number': `S-${Date.now()}`,
    'Street Address': '1 Pier',
    City: 'Bath',
    State: 'ME',
    'ZIP Code': '04530',
  };
  for (const [label, text] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole('button', { name: 'Add Location' }).click();
  await gone(dialog);
}

async function followTicket(page: Page, title: string, location: string): Promise<void> {
  await open(page, 'Maintenance');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
  const form = page.getByRole('dialog', { name: 'Create Maintenance Ticket' });
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Description').fill('It is cold.');
  await form.getByLabel('Location').fill(location);
  await page.getByRole('option', { name: location }).click();
  await form.getByRole('button', { name: 'Create Ticket' }).click();
  await gone(form);
  await seen(page.getByRole('link', { name: title }));
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('link', { name: title }).click();
  const ticket = page.getByRole('dialog', { name: title });
  await exchangeFile(page, ticket);
  await ticket.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Completed' }).click();
  await seen(page.getByText('Ticket updated successfully'));
  await ticket.getByRole('button', { name: 'Close' }).click();
  await gone(ticket);
  await page.getByRole('tab', { name: /Completed/ }).click();
  await seen(page.getByText(title));
}

async function exchangeFile(page: Page, ticket: Locator): Promise<void> {
  await ticket.getByRole('button', { name: 'Upload File' }).click();
  const dashboard = page.getByRole('dialog', { name: 'Upload File' });
  const chooser = page.waitForEvent('filechooser');
  await dashboard.getByRole('button', { name: 'browse files' }).click();
  await (await chooser).setFiles({ name: 'drain.txt', mimeType: 'text/plain', buffer: FILE });
  await dashboard.getByRole('button', { name: 'Upload 1 file' }).click();
  await seen(ticket.getByRole('listitem').filter({ hasText: 'drain.txt' }));
  await gone(dashboard);
  const download = page.waitForEvent('download');
  await ticket.getByRole('button', { name: 'Download', exact: true }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  if (!Buffer.concat(chunks).equals(FILE))
    throw new Error('The file that came down is not the one that went up.');
}
