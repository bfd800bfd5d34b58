import { expect, type Page } from '@playwright/test';

/** The demo people (README). */
export const people = {
  admin: 'admin@example.com',
  manager: 'manager@example.com',
  manager2: 'manager2@example.com',
} as const;

export const password = 'mainstay-demo';

/** Signs in and opens `path`. The sign-in screen has journeys of its own: the others pass it by. */
export async function signIn(page: Page, person: keyof typeof people, path = '/'): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { email: people[person], password } });
  expect(answer.status()).toBe(200);
  await page.goto(path);
  if (path === '/') await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
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
