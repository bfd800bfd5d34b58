import { expect, type Page } from '@playwright/test';

/** The demo users (README). */
export const people = {
  admin: 'admin@example.com',
  manager: 'manager@example.com',
  manager2: 'manager2@example.com',
} as const;

export const password = 'mainstay-demo';

/** Signs in through the API and opens `path`; other journeys cover the sign-in screen. */
export async function signIn(page: Page, person: keyof typeof people, path = '/'): Promise<void> {
  const response = await page.request.post('/api/login', { data: { email: people[person], password } });
  expect(response.status()).toBe(200);
  await page.goto(path);
  if (path === '/') await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

/** Signs in on the sign-in page that is shown. */
export async function fillInSignIn(page: Page, person: keyof typeof people): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(people[person]);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Collects what the browser reports: script errors, blocked content and failed requests. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The app learns from a 401 here that there is no session.
    const isAnonymous = message.location().url.endsWith('/api/user') && message.text().includes('401');
    if (message.type() === 'error' && !isAnonymous) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
