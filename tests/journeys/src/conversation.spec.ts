import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

const user = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() });

/** The full name of who is signed in. */
async function myName(page: Page): Promise<string> {
  const { firstName, lastName } = user.parse(await (await page.request.get('/api/user')).json());
  return `${firstName} ${lastName}`;
}

async function openTicket(page: Page, store: TemporaryStore): Promise<Locator> {
  const id = await store.create('/api/tickets', {
    title: store.name,
    description: 'It is cold.',
    ticketType: 'repair',
  });
  await signIn(page, 'manager', `/tickets?ticket=${id}`);
  return page.getByRole('dialog', { name: store.name });
}

const activity = (ticket: Locator): Locator => ticket.getByRole('region', { name: 'Activity' });
/** The line with this text. */
const line = (ticket: Locator, text: string | RegExp): Locator =>
  activity(ticket).getByRole('list', { name: 'Activity' }).locator('> li').filter({ hasText: text });

test('somebody comments by keyboard alone', async ({ page, store }) => {
  const ticket = await openTicket(page, store);
  const name = await myName(page);
  await tabTo(page, activity(ticket).getByRole('radio', { name: 'All activity' }));
  await page.keyboard.press('ArrowDown');
  await expect(activity(ticket).getByRole('radio', { name: 'Comments only' })).toBeChecked();
  const field = ticket.getByLabel('Add a comment');
  await tabTo(page, field);
  await page.keyboard.type(`@${name}`);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.type('please look.');
  await tabTo(page, ticket.getByRole('button', { name: 'Comment', exact: true }));
  await page.keyboard.press('Enter');
  const comment = line(ticket, `@${name} please look.`);
  await expect(comment).toBeVisible();
  await expect(field).toHaveValue('');
  await page.keyboard.press('Shift+Tab');
  await expect(comment.getByRole('button', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete Comment' });
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expect(line(ticket, 'Comment removed')).toBeVisible();
});
