import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { type RunningCompany, startCompany } from '@mainstay/test-kit/company';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthService } from './auth-service.ts';

const auth = new AuthService();
let company: RunningCompany;
let publicUrl: string;
beforeAll(async () => {
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  const dana = { sub: 'dana', email: 'dana@example.com', name: 'Dana Reyes', groups: [] };
  company = await startCompany(publicUrl, [dana]);
  await auth.start({ ...company.settings, PUBLIC_URL: publicUrl });
  await auth.app.listen(port, '127.0.0.1');
}, 60_000);
afterAll(async () => {
  await auth.close();
  company.close();
});

/** A browser that follows redirects, and keeps the cookies of each port. */
class Browser {
  readonly cookies = new Map<string, Map<string, string>>();

  /** Follows an address to a page: that of the provider, or one of ours, which svc-auth does not have. */
  async open(address: string, init: RequestInit = {}): Promise<{ address: string; page: string }> {
    const url = new URL(address);
    if (url.origin === publicUrl && !url.pathname.startsWith('/api/')) return { address, page: '' };
    const jar = this.cookies.get(url.origin) ?? new Map<string, string>();
    this.cookies.set(url.origin, jar);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const next = response.headers.get('location');
    if (next !== null) return this.open(new URL(next, url).href);
    return { address, page: await response.text() };
  }

  get session(): { cookie: string } {
    return { cookie: `mainstay.sid=${this.cookies.get(publicUrl)?.get('mainstay.sid') ?? ''}` };
  }
}

it('signs in at a provider as it comes, and out of all sessions there', async () => {
  const { userId } = await auth.createUser('district_manager', { email: 'dana@example.com' });
  const browser = new Browser();
  const login = `${publicUrl}/api/oidc/login?returnTo=/tickets`;
  const choice = await browser.open(login);
  expect(choice.page).toContain('Dana Reyes');
  expect((await browser.open(`${choice.address}/dana`)).address).toBe(`${publicUrl}/tickets`);
  const first = browser.session;
  const user = await auth.as(first).get('/api/user').expect(200);
  expect(user.body).toMatchObject({ id: userId, signedInBy: 'company' });

  // Another session of ours in the same one of the provider, which does not ask again.
  browser.cookies.delete(publicUrl);
  expect((await browser.open(login)).address).toBe(`${publicUrl}/tickets`);
  const { headers } = await auth.as(browser.session).post('/api/logout').expect(204);
  const [, end = ''] = /^<(.+)>; rel="end-session"$/.exec(headers['link'] ?? '') ?? [];
  const { page } = await browser.open(end);
  const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ xsrf, logout: 'yes' });
  const back = await browser.open(new URL(action, company.issuer).href, { method: 'POST', body });
  expect(back.address).toBe(`${publicUrl}/auth`);
  // The provider does not wait for its back-channel calls.
  for (const deadline = Date.now() + 5000; (await auth.statusOf(first)) === 200;) {
    if (Date.now() > deadline) throw new Error('the first session goes on');
    await sleep(20);
  }
  expect(await auth.statusOf(first)).toBe(401);
}, 30_000);
