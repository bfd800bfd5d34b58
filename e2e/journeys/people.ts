import { expect, type Page } from '@playwright/test';

/** The demo people (README). */
export const people = {
  admin: 'admin@example.com',
  manager: 'manager@example.com',
  manager2: 'manager2@example.com',
} as const;

export const password = 'mainstay-demo';

/** Signs in through the sign-in screen and waits for the dashboard. */
export async function signIn(page: Page, person: keyof typeof people): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(people[person]);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

/** Collects what the browser complains about: errors of scripts, refused content, failed requests. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Asking who is signed in is how a visitor is found to be anonymous.
    const isAnonymous = message.location().url.endsWith('/api/user') && message.text().includes('401');
    if (message.type() === 'error' && !isAnonymous) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
