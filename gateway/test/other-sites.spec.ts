import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type System } from './running-gateway.ts';

const site = 'https://display.example.com';
const Authorization = 'Bearer mainstay_x';
const cookie = { Cookie: 'mainstay.sid=s%3Aa.b', 'Sec-Fetch-Site': 'cross-site' };

let system: System;
beforeAll(async () => {
  system = await startSystem({ API_ORIGINS: 'https://other.example.com, https://Display.example.com' });
});
afterAll(() => system.stop());

const preflight = (path: string, origin: string) =>
  system.gateway.ask(path, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH' },
  });

describe('a page of a site in API_ORIGINS', () => {
  it.each(['/api/tickets', '/api/events', '/api/imports/locations'])(
    'may ask before it calls %s, which no service hears',
    async (path) => {
      const before = system.upstreams.map((upstream) => upstream.count());
      const { status, headers } = await preflight(path, site);
      expect([status, headers]).toMatchObject([
        204,
        {
          'access-control-allow-origin': site,
          'access-control-allow-methods': expect.stringContaining('PATCH'),
          'access-control-allow-headers': expect.stringMatching(/Authorization.*Last-Event-ID/),
          vary: expect.stringContaining('Origin'),
        },
      ]);
      expect(system.upstreams.map((upstream) => upstream.count())).toEqual(before);
    },
  );

  it.each(['/api/tickets', '/api/events'])('calls %s with its token as a script does', async (path) => {
    const response = await system.gateway.ask(path, { headers: { ...cookie, Origin: site, Authorization } });
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-expose-headers': expect.stringContaining('RateLimit'),
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    const { headers } = response.seen();
    expect(headers).toMatchObject({ authorization: Authorization });
    for (const name of ['cookie', 'origin', 'sec-fetch-site']) expect(headers).not.toHaveProperty(name);
  });

  it('is another site without a token, and brings no cookie', async () => {
    const { headers } = (
      await system.gateway.ask('/api/tickets', { headers: { ...cookie, Origin: site } })
    ).seen();
    expect(headers).toMatchObject({ origin: site, 'sec-fetch-site': 'cross-site' });
    expect(headers).not.toHaveProperty('cookie');
  });

  it('can read an error of the gateway', async () => {
    const { status, headers } = await system.gateway.ask('/api/nothing', { headers: { Origin: site } });
    expect([status, headers['access-control-allow-origin']]).toEqual([404, site]);
  });
});

it.each([
  'https://display.example.com.evil.example',
  'http://display.example.com',
  'https://display.example.com:444',
  'null',
])('a page of %s gets nothing more than before', async (origin) => {
  expect((await preflight('/api/tickets', origin)).seen()).toMatchObject({ method: 'OPTIONS' });
  const sent = { ...cookie, Origin: origin, Authorization };
  const response = await system.gateway.ask('/api/tickets', { headers: sent });
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  expect(response.seen().headers).toMatchObject({
    cookie: cookie.Cookie,
    origin,
    'sec-fetch-site': 'cross-site',
  });
});
