import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

/** A picture of 8 by 8 pixels. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPgTcnAihiGlgQAHEM2Qd3Zf9YAAAAASUVORK5CYII=',
  'base64',
);

const user = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() });

/** The full name of who is signed in. */
async function myName(page: Page): Promise<string> {
  const { firstName, lastName } = user.parse(await (await page.request.get('/api/user')).json());
  return `${firstName} ${lastName}`;
}

async function openTicket(page: Page, person: 'admin' | 'manager', store: TemporaryStore): Promise<Locator> {
  const id = await store.create('/api/tickets', {
    title: store.name,
    description: 'It is cold.',
    ticketType: 'repair',
  });
  await signIn(page, person, `/tickets?ticket=${id}`);
  return page.getByRole('dialog', { name: store.name });
}

const activity = (ticket: Locator): Locator => ticket.getByRole('region', { name: 'Activity' });
/** The line with this text. */
const line = (ticket: Locator, text: string | RegExp): Locator =>
  activity(ticket).getByRole('list', { name: 'Activity' }).locator('> li').filter({ hasText: text });

for (const person of ['admin', 'manager'] as const) {
  // The rights of both are the services' to test.
  test.describe(`as ${person}`, { tag: person === 'admin' ? '@nightly' : [] }, () => {
    test('comments with a mention and a photo, edits and deletes it', async ({ page, store }) => {
      const ticket = await openTicket(page, person, store);
      const name = await myName(page);
      await expect(line(ticket, 'created the ticket')).toBeVisible();
      await expect(ticket.getByText(/^#\d+$/)).toBeVisible();

      const field = ticket.getByLabel('Add a comment');
      await field.pressSequentially(`Ask @${name.slice(0, 3)}`);
      await page.getByRole('option', { name }).click();
      await field.pressSequentially('and see https://example.com/fuse.');
      const chooser = page.waitForEvent('filechooser');
      await ticket.getByRole('button', { name: 'Add photos' }).click();
      await (await chooser).setFiles({ name: 'fuse.png', mimeType: 'image/png', buffer: PHOTO });
      await expect(ticket.getByRole('img', { name: 'fuse.png' })).toBeVisible();
      await ticket.getByRole('button', { name: 'Comment', exact: true }).click();

      const comment = line(ticket, 'https://example.com/fuse');
      await expect(comment).toContainText(`Ask @${name} and see`);
      await expect(field).toHaveValue('');
      await expect(comment.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      await expect(page.getByText('Success')).toBeHidden();
      await comment.getByRole('button', { name: 'Open fuse.png' }).click();
      const photo = page.getByRole('dialog', { name: 'fuse.png' });
      await expect
        .poll(() =>
          photo
            .getByRole('img', { name: 'fuse.png' })
            .evaluate((image: HTMLImageElement) => image.naturalWidth),
        )
        .toBe(8);
      await photo.getByRole('button', { name: 'Close' }).click();
      await expect(photo).toBeHidden();
      await expect(ticket.getByRole('region', { name: 'Attachments' })).toContainText('fuse.png');

      await comment.getByRole('button', { name: 'Edit' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit Comment' });
      await expect(edit.getByLabel('Comment')).toHaveValue(`Ask @${name} and see https://example.com/fuse.`);
      await edit.getByLabel('Comment').fill('It was the fuse.');
      await edit.getByRole('button', { name: 'Save Changes' }).click();
      await expect(edit).toBeHidden();
      const edited = line(ticket, 'It was the fuse.');
      await expect(edited).toContainText('Edited');

      await edited.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete Comment' });
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(question).toBeHidden();
      await expect(line(ticket, 'Comment removed')).toContainText(name);
      await expect(activity(ticket)).not.toContainText('It was the fuse.');
    });

    test('watches, assigns and sees who changed what', async ({ page, store }) => {
      const ticket = await openTicket(page, person, store);
      const name = await myName(page);
      const watch = ticket.getByRole('button', { name: /^(Watch|Unwatch)$/ });
      if ((await watch.textContent()) === 'Unwatch') await watch.click();
      await expect(watch).toHaveText('Watch');
      await watch.click();
      await expect(watch).toHaveText('Unwatch');
      await watch.click();
      await expect(watch).toHaveText('Watch');

      const assignee = ticket.getByLabel('Assignee');
      await assignee.click();
      await expect(page.getByRole('option', { name: 'Nobody' })).toBeVisible();
      await assignee.fill(name);
      await page.getByRole('option', { name }).click();
      await expect(page.getByText('Ticket updated successfully').first()).toBeVisible();
      // Who is assigned watches from then on.
      await expect(watch).toHaveText('Unwatch');
      await expect(line(ticket, `${name} changed Assignee to ${name}`)).toBeVisible();
      await ticket.getByLabel('Status').click();
      await page.getByRole('option', { name: 'Working' }).click();
      await expect(
        line(ticket, /changed Assignee to .* and Status to Working|changed Status to Working/),
      ).toBeVisible();
      await activity(ticket).getByText('Comments only').click();
      await expect(activity(ticket)).toContainText('No comments yet');
    });
  });
}

test('only the author edits a comment, an administrator may delete it', async ({ page, store }) => {
  const ticket = await openTicket(page, 'manager', store);
  await ticket.getByLabel('Add a comment').fill('It hums.');
  await ticket.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(line(ticket, 'It hums.').getByRole('button', { name: 'Edit' })).toBeVisible();
  await page.context().clearCookies();
  await signIn(page, 'admin', page.url());
  await expect(line(ticket, 'It hums.').getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(line(ticket, 'It hums.').getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('an unsent comment is kept, also when the ticket is closed', async ({ page, store }) => {
  const ticket = await openTicket(page, 'manager', store);
  const field = ticket.getByLabel('Add a comment');
  await page.route('**/api/tickets/*/comments', (route) => route.fulfill({ status: 503, body: '' }));
  await field.fill('It hums.');
  await ticket.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to add comment' })).toBeVisible();
  await expect(field).toHaveValue('It hums.');
  await ticket.getByRole('button', { name: 'Close' }).click();
  await expect(ticket).toBeHidden();
  await page.getByRole('searchbox').fill(store.name);
  await page.getByRole('button', { name: store.name }).click();
  await expect(field).toHaveValue('It hums.');
  await field.fill('It hums, still.');
  await page.goBack();
  await expect(ticket).toBeHidden();
  await page.goForward();
  await expect(field).toHaveValue('It hums, still.');
});

test('somebody comments by keyboard alone', async ({ page, store }) => {
  const ticket = await openTicket(page, 'manager', store);
  const name = await myName(page);
  await tabTo(page, activity(ticket).getByRole('radio', { name: 'All activity' }));
  await page.keyboard.press('ArrowDown');
  await expect(activity(ticket).getByRole('radio', { name: 'Comments only' })).toBeChecked();
  const field = ticket.getByLabel('Add a comment');
  await tabTo(page, field);
  await page.keyboard.type(`@${name.slice(0, 2)}`);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
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

test('who creates a ticket sees similar ones, which open beside the form', async ({ page, store }) => {
  const oven = { title: `Oven of ${store.name} is cold`, description: 'Since noon.', ticketType: 'repair' };
  await store.create('/api/tickets', oven);
  const fixed = await store.create('/api/tickets', { ...oven, title: `Oven of ${store.name} was cold` });
  await store.api.patch(`/api/tickets/${fixed}`, { data: { status: 'solved' } });
  await signIn(page, 'manager', '/tickets');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
  const form = page.getByRole('dialog', { name: 'Create Maintenance Ticket' });
  await form.getByLabel('Title').fill(`Oven of ${store.name} is cold again`);
  await expect(form.getByText('Similar open tickets')).toBeHidden();
  await form.getByLabel('Location').fill(store.name);
  await page.getByRole('option', { name: store.name }).click();
  const similar = form.getByRole('region', { name: 'Similar open tickets' });
  await expect(similar.getByRole('listitem')).toHaveCount(2);
  await expect(similar.getByRole('listitem').filter({ hasText: 'was cold' })).toContainText(
    /Completed .* ago/,
  );
  const other = page.waitForEvent('popup');
  await similar.getByRole('link', { name: `Oven of ${store.name} is cold` }).click();
  await expect((await other).getByRole('dialog', { name: oven.title })).toBeVisible();
  await (await other).close();
  await expect(form.getByLabel('Title')).toHaveValue(`Oven of ${store.name} is cold again`);
  await form.getByLabel('Title').fill('Sign above the door flickers');
  await expect(form.getByText('Similar open tickets')).toBeHidden();
});
