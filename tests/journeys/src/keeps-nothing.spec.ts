import { expect, type Page } from '@playwright/test';
import { fillInSignIn } from './people.ts';
import { test } from './temporary-store.ts';

/** As browsers of other apps and those that block site data: there is a cookie, and nothing else. */
const keepNothing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Not allowed.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'BroadcastChannel']) {
      Object.defineProperty(window, name, { get: refuse });
    }
    for (const name of ['register', 'getRegistrations'])
      Object.defineProperty(ServiceWorkerContainer.prototype, name, {
        value: () => Promise.reject(new Error()),
      });
    IDBFactory.prototype.open = refuse;
    CacheStorage.prototype.keys = () => Promise.reject(new Error());
    LockManager.prototype.request = () => Promise.reject(new DOMException('Not allowed.', 'SecurityError'));
  });

test('where the browser keeps nothing, everything works but what needs keeping', async ({ page, store }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await keepNothing(page);
  await page.goto('/tickets');
  await fillInSignIn(page, 'manager');
  await expect(page.getByRole('heading', { name: 'Maintenance', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /theme/i }).click();

  // Events arrive without channels and locks.
  const title = `Oven at ${store.name}`;
  await store.create('/api/tickets', { title, description: 'Cold.', ticketType: 'repair' });
  await page.getByRole('link', { name: title, exact: true }).first().click();
  const ticket = page.getByRole('dialog', { name: title });
  await ticket.getByLabel('Add a comment').fill('The fuse is blown.');
  await ticket.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(ticket.getByText('The fuse is blown.')).toBeVisible();
  await ticket.getByRole('button', { name: 'Upload File' }).click();
  await expect(page.getByRole('button', { name: 'browse files' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'browse files' })).toBeHidden();
  // antd still gives a second Escape to the dialog that has just gone, for some milliseconds.
  await ticket.getByRole('button', { name: 'Close' }).click();
  await expect(ticket).toBeHidden();

  // The keys without a modifier are off as long as the page is open.
  await page.keyboard.press('?');
  await page.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();

  // The session ends: signing in opens a screen.
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Equipment', exact: true }).click();
  await fillInSignIn(page, 'manager');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(errors).toEqual([]);
});
