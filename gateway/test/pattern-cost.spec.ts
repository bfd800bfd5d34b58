import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asked, prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

const templates = join(import.meta.dirname, '../nginx');
/** Of a request line or a header, with room for their beginnings: nginx accepts 8 KB. */
const SIZE = 8000;
/** As much of a text as fits, and then what the pattern does not expect. */
const many = (text: string, end = '!'): string => text.repeat((SIZE - end.length) / text.length) + end;

/** Every pattern that has a part of any length, and the values that make it try most. */
const patterns: Record<string, [path: string, asked?: Asked][]> = {
  // http/names.conf
  [String.raw`~*^[^|]*\|(\s*+(?!e[ns]\b)[^,]*,)*+\s*+es\b`]: [
    ...[',', ' ', ', ', ',  fr', 'es'].map((part): [string, Asked] => [
      '/r/x',
      { headers: { 'Accept-Language': many(part) } },
    ]),
    [`/r/x?lang=${many('|')}`],
    [`/r/x?lang=${many(',')}`],
  ],
  '~*^/+[rt](/|$)': [[many('/')], [many('/r')]],
  // http/routes.conf
  '~^[^?]*//': [[`/api${many('/a')}`], [`/api${many('//')}`]],
  [String.raw`~^[^?]*/\.\.?(/|\?|$)`]: [
    [`/api${many('/.a')}`],
    [`/api${many('/..a')}`],
    [`/api/${many('.')}`],
  ],
  [String.raw`~^[^?]*/(\?|$)`]: [[`/api${many('/a')}`]],
  [String.raw`~*^[^?]*(\x5c|%2e|%2f|%5c|%[01]|%7f)`]: [[`/api/${many('%20')}`], [`/api/${many('a', '%20')}`]],
  [String.raw`~^W/(?<tag>\"[^\"]*\")$`]: [
    ['/api/tickets', { headers: { 'If-Match': `W/"${many('a')}` } }],
    ['/api/tickets', { headers: { 'If-Match': `W/${many('"')}` } }],
  ],
  '~^/r/assets/(?<public_file>[^?]*)': [[`/r/assets/${many('a')}`]],
  '~*^/+(?<public_path>[rt])/': [[many('/')]],
  '~*^/+api/+intake/': [[`/api${many('/')}`], [many('/', 'api')]],
  '~*^/+(api/+)?[^/?]*%': [
    [`${many('/').slice(0, 4000)}api${many('/').slice(0, 3800)}`],
    [`/api/${many('a')}`],
  ],
  '~^(?<bare_path>[^?]*)': [[`/${many('a')}`]],
  '~^(?<sent_method>[A-Z]+) ': [['/', { method: many('A', 'A') }]],
  // http/upstreams.conf: an outage, and keys that look like its other parts
  ...Object.fromEntries(
    [
      '~^[^|]* : ',
      String.raw`~^([^|]*, )?[a-z][a-z0-9-]*\|`,
      String.raw`~^[^|]*\|[^|]*\|[-, ]+\|`,
      String.raw`~^[^|,]+\|502\|[^|]*\|([^|]+\||\|(GET|HEAD|PUT|DELETE|OPTIONS) )`,
    ].map((pattern) => [
      pattern,
      ['|', ' : ', ', ', ', a', '-, ', '|502'].map((part): [string, Asked] => [
        '/api/tickets',
        { method: 'POST', headers: { 'Idempotency-Key': many(part) } },
      ]),
    ]),
  ),
  // server/
  '^/r/assets/(?<public_asset>.+)$': [[`/r/assets/${many('/a')}`]],
  [String.raw`^/remotes(?!/(?:shell|intake)/)(?<manifest_path>/[a-z][a-z0-9-]*/[0-9a-f]+/mf-manifest\.json)$`]:
    [[`/remotes/${many('a')}`], [`/remotes/a/${many('a')}`]],
  '^/remotes(?!/(?:shell|intake)/)(?<remote_path>/[a-z][a-z0-9-]*/[0-9a-f]+/.+)$': [
    [`/remotes/${many('a/')}`],
    [`/remotes/a/a/${many('a')}`],
  ],
  // storage/
  '^/${STORAGE_BUCKET}/uploads/[0-9a-f-]+$': [[`/mainstay-files/uploads/${many('-')}`]],
  '^/${STORAGE_BUCKET}/(attachments|thumbnails)/[0-9a-f-]+$': [[`/mainstay-files/thumbnails/${many('-')}`]],
};

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

it('names every pattern that has a part of any length', () => {
  const written = globSync('**/*.template', { cwd: templates }).flatMap((file) =>
    [
      ...readFileSync(join(templates, file), 'utf8').matchAll(
        /^ +"(~.*?[^\\])" |^ *location ~\*? (\S+|\(.*\)) \{|!?~\*? (\S+)\) \{/gm,
      ),
    ].map(([, value, place, condition]) => value ?? place ?? condition ?? ''),
  );
  expect(written.length).toBeGreaterThan(60);
  const open = written.filter((pattern) =>
    /[*+]|\{\d+,\}/.test(pattern.replaceAll(/^~\*|\\.|\[[^\]]*\]\??$|\[\^?[^\]]*\](?=[^*+]|$)/g, '')),
  );
  expect([...new Set(open)].toSorted()).toEqual(Object.keys(patterns).toSorted());
});

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

it.each([...Object.values(patterns).flat(), ...bounded].map(([path, asked = {}]) => ({ path, asked })))(
  'a value of 8 KB takes nginx no longer than a harmless one: $path $asked',
  async ({ path, asked }) => {
    const harmless = await fastest('/api/tickets', { headers: { 'X-Harmless': many('a') } });
    expect((await fastest(path, asked, harmless + 4)) - harmless).toBeLessThan(4);
  },
);
