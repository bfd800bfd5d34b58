import { expect, type Page } from '@playwright/test';
import { watchNetwork } from './network.ts';
import { signIn } from './people.ts';
import { expectTab } from './tabs.ts';
import { test } from './temporary-store.ts';

test('a card opens here by a click and in tabs by Ctrl and the middle button; the tab is called as what is open', async ({
  page,
  store,
  baseURL,
}) => {
  const title = `Cooler reads 46 °F at ${store.name}`;
  const ticket = { title, description: 'It is warm inside.', ticketType: 'repair' };
  const id = await store.create('/api/tickets', ticket);
  const address = `/tickets?q=${encodeURIComponent(store.name)}`;
  const settled = watchNetwork(page);
  await signIn(page, 'manager', address);
  const card = page.getByRole('listitem').filter({ hasText: title });
  const named = new RegExp(`^#\\d+ ${title} · Mainstay$`);

  // What is pressed while files arrive is in picture.spec.ts.
  await expect(card).toBeVisible();
  await settled();
  // Beside its words too.
  for (const open of [
    () => card.getByRole('link').click({ modifiers: ['ControlOrMeta'] }),
    () => card.click({ button: 'middle', position: { x: 200, y: 90 } }),
  ]) {
    // A tab is called as the ticket that is open in it.
    await expectTab(page, open, {
      title: expect.stringMatching(named),
      url: new URL(`/tickets?ticket=${id}`, baseURL).href,
    });
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(address);

  await expect(page).toHaveTitle('Maintenance · Mainstay');
  await card.click({ position: { x: 200, y: 90 } });
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await expect(page).toHaveTitle(named);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveTitle('Maintenance · Mainstay');
  await page.goForward();
  await expect(page).toHaveTitle(named);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveTitle('Maintenance · Mainstay');
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page).toHaveTitle('Reports · Mainstay');
});

test('a machine opens in a tab too, and an address of the app in a text without a load', async ({
  page,
  store,
  baseURL,
}) => {
  const name = `Fryer of ${store.name}`;
  const title = `Cold at ${store.name}`;
  const equipmentId = await store.create('/api/equipment', { name, category: 'cooking' });
  const ticket = { description: 'It is cold.', ticketType: 'equipment' };
  const first = await store.create('/api/tickets', { ...ticket, title });
  const link = new URL(`/tickets?ticket=${first}`, baseURL).href;
  await store.create('/api/tickets', {
    ...ticket,
    title: `Again at ${store.name}`,
    description: `As in ${link}`,
    equipmentId,
  });
  await signIn(page, 'admin', '/equipment');
  await page.getByRole('searchbox').fill(name);
  const machine = page.getByRole('link', { name, exact: true });
  await expectTab(page, () => machine.click({ modifiers: ['ControlOrMeta'] }), {
    title: `${name} · Mainstay`,
    url: new URL(`/equipment?item=${equipmentId}`, baseURL).href,
  });
  await expect(page).toHaveTitle('Equipment · Mainstay');

  await page.getByRole('link', { name: '1 open ticket' }).click();
  await page.getByRole('dialog').getByRole('link').click();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.getByRole('dialog').getByRole('link', { name: link }).click();
  await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
  expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
});

for (const { path, open, name } of [
  {
    path: '/tickets',
    open: (page: Page) => page.getByRole('tabpanel').getByRole('listitem').first(),
    name: 'a card',
  },
  {
    path: '/equipment',
    open: (page: Page) => page.getByRole('main').getByRole('row').nth(1),
    name: 'a machine',
  },
  {
    path: '/vendors',
    open: (page: Page) => page.getByRole('main').getByRole('row').nth(1),
    name: 'a vendor',
  },
]) {
  test(`a double click on ${name} opens once, and Escape closes it`, async ({ page }) => {
    await signIn(page, 'admin', path);
    const length = await page.evaluate(() => history.length);
    const pressed = open(page).getByRole('link').or(open(page).getByRole('button')).first();
    await pressed.dblclick();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveCount(1);
    // Longer than a double click takes.
    await page.waitForTimeout(700);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await page.evaluate(() => history.length)).toBe(length + 1);
    // Once more, with its code there.
    await pressed.dblclick();
    await page.waitForTimeout(700);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(path);
  });
}
