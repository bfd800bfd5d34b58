import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { type Asked, prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

/** Of a request line or a header, with room for their beginnings: nginx accepts 8 KB. */
const SIZE = 8000;
/** As much of a text as fits, and then what the pattern does not expect. */
const many = (text: string, end = '!'): string => text.repeat((SIZE - end.length) / text.length) + end;

/** Values that make the patterns of nginx/ with a part of any length try most. */
const unbounded: [path: string, asked?: Asked][] = [
  ...[',', ' ', ', ', ',  fr', 'es'].map((part): [string, Asked] => [
    '/r/x',
    { headers: { 'Accept-Language': many(part) } },
  ]),
  ...['|', ','].map((part): [string] => [`/r/x?lang=${many(part)}`]),
  ...['/', '/r'].map((part): [string] => [many(part)]),
  ...['/a', '//', '/.a', '/..a', '/'].map((part): [string] => [`/api${many(part)}`]),
  ...['.', '%20', 'a'].map((part): [string] => [`/api/${many(part)}`]),
  [`/api/${many('a', '%20')}`],
  [many('/', 'api')],
  [`${many('/').slice(0, 4000)}api${many('/').slice(0, 3800)}`],
  ['/api/tickets', { headers: { 'If-Match': `W/"${many('a')}` } }],
  ['/api/tickets', { headers: { 'If-Match': `W/${many('"')}` } }],
  ['/', { method: many('A', 'A') }],
  // An outage, and keys that look like the other parts of what http/upstreams.conf looks at.
  ...['|', ' : ', ', ', ', a', '-, ', '|502'].map((part): [string, Asked] => [
    '/api/tickets',
    { method: 'POST', headers: { 'Idempotency-Key': many(part) } },
  ]),
  [`/${many('a')}`],
  ...['a', '/a'].map((part): [string] => [`/r/assets/${many(part)}`]),
  ...['/remotes', '/remotes/a', '/remotes/a/a'].map((start): [string] => [`${start}/${many('a/')}`]),
  [`/mainstay-files/uploads/${many('-')}`],
  [`/mainstay-files/thumbnails/${many('-')}`],
];

/** Of those whose parts all have a limit, the values that make them try most. */
const bounded: [path: string, asked?: Asked][] = [
  ...[
    `gzip;q=.${many('1', 'x')}`,
    many('gzip;q=.111,', 'x'),
    many('br ,', 'x'),
    many(', ', 'x'),
    `br;q=1.${many('0', 'x')}`,
    `br${many(' ', 'x')}`,
    `,${many(' ', 'x')}`,
  ].map((value): [string, Asked] => [
    '/assets/main.0a1b2c3d4e.js',
    { headers: { 'Accept-Encoding': value } },
  ]),
  ...[many('; '), `;${many(' ')}`, many(';mainstay.sid')].map((value): [string, Asked] => [
    '/',
    { headers: { Cookie: value } },
  ]),
  ...['.00000000', '-00000000', '.0000000a.a', '.br', '.gz/', '.html', '/.', '.js'].map((part): [string] => [
    `/assets/${many(part, '~')}`,
  ]),
  // The routes of the services: a part is what is between two slashes.
  ...['/a', '/tickets/a', '/%2c'].map((part): [string] => [`/api/tickets${many(part, '~')}`]),
];

let gateway: RunningGateway;
beforeAll(async () => {
  // No service runs.
  const settings = {
    ACCESS_LOG: 'access.log',
    STORAGE_UPSTREAM: '127.0.0.1:9',
    STORAGE_PORT: String(await freePort()),
    REQUESTS_PER_SECOND: '999999',
  };
  gateway = await startGateway(await prepareFolder(), {}, settings);
});
afterAll(() => gateway.stop());

/**
 * Milliseconds of the fastest of 8, or of up to 100 while none takes less than a limit: what else the machine does
 * makes none of them faster.
 */
async function fastest(path: string, asked?: Asked, limit = Infinity): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 8 || (round < 100 && Math.min(...times) >= limit); round += 1) {
    const start = performance.now();
    const { status } = await gateway.ask(path, asked);
    // Neither refused for its length, nor given up.
    expect([414, 431, 500]).not.toContain(status);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

it.each([...unbounded, ...bounded].map(([path, asked = {}]) => ({ path, asked })))(
  'a value of 8 KB takes nginx no longer than a harmless one: $path $asked',
  async ({ path, asked }) => {
    const harmless = await fastest('/api/tickets', { headers: { 'X-Harmless': many('a') } });
    expect((await fastest(path, asked, harmless + 4)) - harmless).toBeLessThan(4);
  },
);
