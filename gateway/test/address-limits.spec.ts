import { afterEach, expect, it } from '@jest/globals';
import { type ApiResponse, startSystem, type System, words } from './running-gateway.ts';

/** Requests that pass at once; two more per minute after that. */
const BURST = 1 + 100;

let system: System | undefined;
afterEach(() => system?.stop());

async function start(settings: Record<string, string> = {}): Promise<System['gateway']> {
  system = await startSystem({ SIGN_INS_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1', ...settings });
  return system.gateway;
}

const signIn = (gateway: System['gateway'], from: string, path = '/api/login', more = {}) =>
  gateway.ask(path, { method: 'POST', headers: { 'X-Forwarded-For': from, ...more }, body: '{}' });

async function statusesOf(calls: Promise<ApiResponse>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('lets an office sign in at once, then returns 429 with Retry-After as problem+json', async () => {
  const gateway = await start();
  const office = '203.0.113.9';
  const calls = Array.from({ length: BURST + 20 }, () => signIn(gateway, office));
  expect(await statusesOf(calls)).toEqual({ 200: BURST, 429: 20 });

  const refused = await signIn(gateway, office, '/api/login?password=secret');
  expect(refused.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'retry-after': '5',
    'x-content-type-options': 'nosniff',
  });
  expect(refused.json()).toEqual({
    type: '/problems/rate_limited',
    code: 'rate_limited',
    title: 'Too Many Requests',
    status: 429,
    detail: 'Too many sign-ins from this address. Please wait a moment and try again.',
    requestId: refused.headers['x-request-id'],
  });
  expect(gateway.errors()).not.toContain('secret');

  // However it is written, and with a key on which nginx would repeat it.
  expect((await signIn(gateway, office, '/api/%6cogin')).status).toBe(429);
  expect((await signIn(gateway, office, '/api/login', { 'Idempotency-Key': 'a' })).status).toBe(429);
  // Nothing else is limited, and nobody else.
  expect((await gateway.ask('/api/login', { headers: { 'X-Forwarded-For': office } })).status).toBe(200);
  expect((await signIn(gateway, office, '/api/tickets')).status).toBe(200);
  expect((await signIn(gateway, '203.0.113.10')).status).toBe(200);
});

it('limits the requests of an address to all there is, and counts a redirected one once', async () => {
  const gateway = await start({ REQUESTS_PER_SECOND: '1' });
  const paths = words(`/ /assets/main.0a1b2c3d4e.js /config.json /api/docs /remotes/registry.json
    /r/abcdefghijklmnopqrstuvwxyz /api/tickets /api/vendors /api/events /api/attachments/objects/1`);
  for (const [index, path] of paths.entries()) {
    const from = (address: string, other = path) =>
      gateway.ask(other, {
        headers: { 'X-Forwarded-For': address, ...(path === '/api/vendors' && { 'Idempotency-Key': 'a' }) },
      });
    const calls = Array.from({ length: 40 }, () => from(`203.0.113.${index}`));
    const refused = (await Promise.all(calls)).filter(({ status }) => status === 429);
    // One, twenty more at once, and one for each second that this took.
    expect([path, refused.length > 40 - 21 - 5 && refused.length <= 40 - 21]).toEqual([path, true]);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect(refused[0]?.json()).toMatchObject({
      detail: 'Too many requests from this address. Please wait a moment and try again.',
    });
    expect((await from(`198.51.100.${index}`)).status).not.toBe(429);
    expect((await from(`203.0.113.${index}`, '/gateway/health')).status).toBe(200);
  }
});

it('counts an IPv6 /64 network as one client, and IPv4-mapped addresses separately', async () => {
  const gateway = await start();
  const addresses = Array.from({ length: BURST + 5 }, (_, index) => `2001:db8:1:2:${index}::${index}`);
  expect(await statusesOf(addresses.map((from) => signIn(gateway, from)))).toEqual({ 200: BURST, 429: 5 });
  expect((await signIn(gateway, '2001:db8:1:3::1')).status).toBe(200);
  const mapped = Array.from({ length: BURST + 5 }, (_, index) => `::ffff:198.18.0.${index}`);
  expect(await statusesOf(mapped.map((from) => signIn(gateway, from)))).toEqual({ 200: BURST + 5 });
});
