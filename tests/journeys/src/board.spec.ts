import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { test, type TemporaryStore } from './temporary-store.ts';
import { touch } from './touch.ts';

const column = (page: Page, name: string): Locator => page.getByRole('region', { name });
const card = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });

/**
 * Creates a ticket at the store.
 * @returns its id and title
 */
async function createTicket(store: TemporaryStore, what: string) {
  const title = `${what} at ${store.name}`;
  const id = await store.create('/api/tickets', { title, description: 'It is cold.', ticketType: 'repair' });
  return { id, title };
}

async function statusOf(store: TemporaryStore, id: string): Promise<unknown> {
  const ticket: unknown = await (await store.api.get(`/api/tickets/${id}`)).json();
  return Reflect.get(Object(ticket), 'status');
}

/** Opens the board with the store's tickets alone. */
async function openBoard(page: Page, store: TemporaryStore): Promise<void> {
  await signIn(page, 'manager', `/tickets?q=${encodeURIComponent(store.name)}`);
  await expect(column(page, 'To Acknowledge')).toHaveAttribute('aria-busy', 'false');
}

async function centerOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a ticket, the tab and the search survive Back, Forward and a reload', async ({ page, store }) => {
  const { id, title } = await createTicket(store, 'Oven');
  await openBoard(page, store);
  const dialog = page.getByRole('dialog', { name: title });
  const query = () => Object.fromEntries(new URL(page.url()).searchParams);

  await card(page, title).click();
  await expect(dialog).toBeVisible();
  expect(query()).toEqual({ ticket: id, q: store.name });
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('searchbox')).toHaveValue(store.name);
  await page.goForward();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page, title)).toBeFocused();
  expect(query()).toEqual({ q: store.name });

  await page.getByRole('tab', { name: 'Completed' }).click();
  await expect(page).toHaveURL(/tab=completed/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Board' })).toHaveAttribute('aria-selected', 'true');
});

test.describe('dragging', () => {
  test('moves a ticket with the mouse, to Working and back, and onto the Completed tab', async ({
    page,
    store,
  }) => {
    const { id, title } = await createTicket(store, 'Oven');
    await store.create('/api/recurring-tasks', {
      title: `Filters at ${store.name}`,
      frequency: 'weekly',
      nextOccurrence: '2099-01-05T09:00:00Z',
    });
    await openBoard(page, store);
    const draggable = (name: string) => page.locator('[draggable="true"]').filter({ has: card(page, name) });
    await expect(draggable(title)).toBeVisible();
    await expect(draggable(`Filters at ${store.name}`)).toHaveCount(0);

    for (const [to, status] of [
      ['Working', 'in_progress'],
      ['To Acknowledge', 'incoming'],
    ] as const) {
      // By its title.
      await card(page, title).dragTo(column(page, to));
      await expect(column(page, to).getByText(title)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Ticket updated' })).toBeVisible();
      await expect.poll(() => statusOf(store, id)).toBe(status);
    }
    await draggable(title).dragTo(page.getByRole('tab', { name: 'Completed' }));
    await expect(column(page, 'To Acknowledge').getByText(title)).toBeHidden();
    await expect.poll(() => statusOf(store, id)).toBe('solved');
    await page.getByRole('tab', { name: 'Completed' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Completed' }).getByText(title)).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

    test(
      'moves a ticket with a finger, after a long press, and scrolls with a swipe',
      { tag: '@nightly' },
      async ({ page, store }) => {
        for (const what of ['Door', 'Drain', 'Fryer', 'Lamp', 'Sink']) await createTicket(store, what);
        const { id, title } = await createTicket(store, 'Oven');
        await openBoard(page, store);
        const finger = await touch(page);
        const draggable = page.locator('[draggable="true"]').filter({ has: card(page, title) });
        const lifted = page.locator('[data-held]').filter({ hasText: title });
        const scrolled = () => page.evaluate(() => scrollY);

        await finger.down(await centerOf(draggable));
        await finger.moveBy(0, -120);
        await finger.up();
        expect(await scrolled()).toBeGreaterThan(0);
        await expect(lifted).toHaveCount(0);

        await finger.down(await centerOf(draggable));
        await expect(lifted).toBeVisible();
        await expectAccessibleInBothThemes(page, 'a card that is dragged with a finger');
        const working = page.getByRole('button', { name: /^Working/ });
        // The switch of the columns is at the top of the page.
        await finger.moveTo({ x: 180, y: 5 });
        await expect.poll(scrolled).toBe(0);
        await finger.moveTo(await centerOf(working));
        await expect(page.locator('[data-drop-target]').filter({ has: working })).toBeVisible();
        await finger.up();
        await expect.poll(() => statusOf(store, id)).toBe('in_progress');
        await working.tap();
        await expect(column(page, 'Working').getByText(title)).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);

        // The message covers the card.
        const message = page.getByRole('status').filter({ hasText: 'Ticket updated' });
        await expect(message).toBeVisible();
        await expect(message).toBeHidden();
        await draggable.scrollIntoViewIfNeeded();
        await finger.down(await centerOf(draggable));
        await expect(lifted).toBeVisible();
        await finger.moveTo({ x: 180, y: 5 });
        await expect.poll(scrolled).toBe(0);
        await finger.moveTo(await centerOf(page.getByRole('tab', { name: 'Completed' })));
        await finger.up();
        await expect.poll(() => statusOf(store, id)).toBe('solved');
        await expect(column(page, 'Working').getByText(title)).toBeHidden();
      },
    );
  });

  test('moves a ticket by keyboard alone, and says where it is', async ({ page, store }) => {
    const { id, title } = await createTicket(store, 'Oven');
    await openBoard(page, store);
    const announced = (text: string) => expect(page.getByText(text)).toBeAttached();
    await card(page, title).press('Space');
    await announced(`${title} is lifted from To Acknowledge.`);
    await page.keyboard.press('ArrowRight');
    await announced(`${title} is over Working.`);
    await expectAccessibleInBothThemes(page, 'a card that is lifted');
    await page.keyboard.press('Escape');
    await announced(`${title} stays in To Acknowledge.`);
    expect(await statusOf(store, id)).toBe('incoming');

    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await announced(`${title} was dropped on Working.`);
    await expect(column(page, 'Working').getByText(title)).toBeVisible();
    await expect(card(page, title)).toBeFocused();
    await expect.poll(() => statusOf(store, id)).toBe('in_progress');
    await expect(page.getByRole('status').filter({ hasText: 'Ticket updated' })).toBeVisible();
    await expect(card(page, title)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  });
});

test('a ticket is assigned on its card, by keys alone', async ({ page, store }) => {
  const first = await createTicket(store, 'Oven');
  const second = await createTicket(store, 'Drain');
  await openBoard(page, store);
  const people = page.getByRole('combobox', { name: 'Assignee' });
  await card(page, second.title).focus();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(card(page, first.title)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('a');
  await expect(people).toBeFocused();
  await expect(page.getByRole('option').nth(1)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the list of people on a card');
  await page.keyboard.press('Escape');
  await expect(people).toHaveCount(0);
  const assignee = page.getByRole('listitem').filter({ hasText: first.title }).getByRole('button').last();
  await expect(assignee).toBeFocused();
  await page.keyboard.press('Space');
  await expect(people).toBeFocused();
  const name = (await page.getByRole('option').nth(1).textContent()) ?? '';
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name: 'Nobody' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(assignee).toHaveAccessibleName(`Assignee: ${name}`);
  await expect(assignee).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expectAccessibleInBothThemes(page, 'the list of keys');
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Inbox' }).first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('c');
    await page.keyboard.press('c');
    await expect(page.getByRole('dialog', { name: 'Create Maintenance Ticket' })).toBeVisible({
      timeout: 8000,
    });
  }).toPass();
  await expect(page).toHaveURL(/\/tickets$/);
});
