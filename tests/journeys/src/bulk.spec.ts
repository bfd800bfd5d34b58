import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test, type TemporaryStore } from './temporary-store.ts';
import { touch } from './touch.ts';

/** Opens the board with tickets of the store alone, the last one first. */
async function openBoard(page: Page, store: TemporaryStore, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) {
    const ticket = { title: `Oven ${at} at ${store.name}`, description: 'It is cold.', ticketType: 'repair' };
    await store.create('/api/tickets', ticket);
  }
  await signIn(page, 'manager', `/tickets?${new URLSearchParams({ q: store.name }).toString()}`);
  await expect(page.getByRole('region', { name: 'To Acknowledge' }).getByRole('listitem')).toHaveCount(count);
}

const cardOf = (page: Page, store: TemporaryStore, at: number) =>
  page.getByRole('link', { name: `Oven ${at} at ${store.name}` });
const boxOf = (page: Page, store: TemporaryStore, at: number) =>
  page.getByRole('checkbox', { name: `Select Oven ${at} at ${store.name}` });
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'tickets' });
const column = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('listitem');

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('tickets are selected with Shift, changed at once, and taken back from a ticket', async ({
    page,
    store,
  }) => {
    await openBoard(page, store, 5);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    // Until then, a card still opens.
    await expect(boxOf(page, store, 5)).toBeVisible();
    await cardOf(page, store, 5).click({ force: true });
    await boxOf(page, store, 2).click({ modifiers: ['Shift'] });
    await expect(bar(page).getByRole('status')).toHaveText('4 selected');
    await expectAccessibleInBothThemes(page, 'the board while tickets are selected');
    // Another person is faster with one of them.
    const found = await store.api.get(`/api/tickets?q=${encodeURIComponent(`Oven 3 at ${store.name}`)}`);
    const [other] = (await found.json()) as { id: string }[];
    await store.api.patch(`/api/tickets/${other?.id}`, { data: { priority: 'high' } });
    await expect(page.locator(`[data-card="${other?.id}"]`)).toContainText('High');

    await bar(page).getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Working' }).click();
    await expect(toast(page)).toContainText('4 tickets changed');
    await expect(column(page, 'Working')).toHaveCount(4);
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();

    // It stays while it is pointed at.
    await toast(page).hover();
    await page.waitForTimeout(11_000);
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await cardOf(page, store, 4).click();
    const ticket = page.getByRole('dialog', { name: `Oven 4 at ${store.name}` });
    const line = ticket.getByText('changed Status to Working, together with other tickets');
    await expect(line).toHaveCount(1);
    await ticket.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('4 tickets restored');
    await expect(
      ticket.getByText('changed Status to To Acknowledge, together with other tickets'),
    ).toBeVisible();
    await expect(ticket.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(column(page, 'To Acknowledge')).toHaveCount(5);
  });

  test('all of it works by keyboard alone, and what is refused says why', async ({ page, store }) => {
    await store.api.patch('/api/completion-rules/repair', { data: { afterPhoto: true } });
    try {
      await openBoard(page, store, 3);
      await tabTo(page, page.getByRole('button', { name: 'Select', exact: true }));
      await page.keyboard.press('Enter');
      await tabTo(page, boxOf(page, store, 3));
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(boxOf(page, store, 1)).toBeFocused();
      await page.keyboard.press('Shift+Space');
      await expect(bar(page).getByRole('status')).toHaveText('3 selected');
      await tabTo(page, bar(page).getByRole('combobox', { name: 'Status' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('option', { name: 'Completed' })).toBeVisible();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(toast(page)).toContainText('0 tickets changed, 3 not');
      await page.keyboard.press('F8');
      await tabTo(page, toast(page).getByRole('button', { name: 'Details' }));
      await page.keyboard.press('Enter');
      const details = page.getByRole('dialog', { name: '3 tickets not changed' });
      await expect(details.getByRole('listitem')).toHaveText(
        Array.from({ length: 3 }, () => /^#\d+ Add a photo of the finished work first\.$/),
      );
      await expectAccessibleInBothThemes(page, 'the tickets that were not changed');
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
    } finally {
      await store.api.patch('/api/completion-rules/repair', { data: { afterPhoto: false } });
    }
  });

  test('a view is saved, opened by its name, and deleted; the address alone has its filter', async ({
    page,
    store,
  }) => {
    await openBoard(page, store, 1);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    const form = page.getByRole('dialog', { name: 'Save this view' });
    await form.getByLabel('Name').fill(store.name);
    await expectAccessibleInBothThemes(page, 'the dialog that saves a view');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    const address = new URL(page.url()).search;
    await page.goto('/tickets?assignedTo=me');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: store.name }).click();
    await expect(column(page, 'To Acknowledge')).toHaveCount(1);
    expect(new URL(page.url()).search).toBe(address);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Manage' }).click();
    const views = page.getByRole('dialog', { name: 'Views' });
    await expectAccessibleInBothThemes(page, 'the views');
    await views.getByRole('button', { name: `Delete ${store.name}` }).click();
    await page.getByRole('dialog', { name: 'Delete view' }).getByRole('button', { name: 'Delete' }).click();
    await expect(views.getByText(store.name)).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('a long press selects, further cards by a touch, and Undo takes back', async ({ page, store }) => {
    await openBoard(page, store, 3);
    const card = cardOf(page, store, 3);
    await expect(page.locator('[draggable="true"]').first()).toBeVisible();
    const at = await card.boundingBox();
    const finger = await touch(page);
    await finger.down({ x: (at?.x ?? 0) + 40, y: (at?.y ?? 0) + 10 });
    await page.waitForTimeout(600);
    await finger.up();
    await expect(boxOf(page, store, 3)).toBeChecked();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // Wherever on the card.
    await page
      .locator('[data-card]')
      .nth(1)
      .tap({ position: { x: 200, y: 60 } });
    await expect(bar(page).getByRole('status')).toHaveText('2 selected');
    await expectAccessibleInBothThemes(page, 'the board of a phone while tickets are selected');
    await bar(page).getByRole('combobox', { name: 'Priority' }).tap();
    await page.getByRole('option', { name: 'High' }).tap();
    await expect(toast(page)).toContainText('2 tickets changed');
    await expect(column(page, 'To Acknowledge').filter({ hasText: 'High' })).toHaveCount(2);
    await toast(page).getByRole('button', { name: 'Undo' }).tap();
    await expect(toast(page)).toContainText('2 tickets restored');
    await expect(column(page, 'To Acknowledge').filter({ hasText: 'High' })).toHaveCount(0);
  });
});
