import type { Browser, BrowserContext } from 'playwright-core';

/** Signs a person of the demo data in. */
export async function signIn(context: BrowserContext, origin: string, email: string): Promise<void> {
  const data = { email, password: 'mainstay-demo' };
  const response = await context.request.post(`${origin}/api/login`, { headers: { origin }, data });
  if (!response.ok()) throw new Error(`${email} cannot sign in: ${response.status()}`);
}

/** A context of the browser with nothing in it but an administrator's session. */
export async function openSignedIn(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await signIn(context, origin, 'admin@example.com');
  return context;
}
