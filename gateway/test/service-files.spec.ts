import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPattern } from '../src/path-pattern.ts';
import { faultsBetween, readServiceFiles, type ServiceFile } from '../src/service-files.ts';
import { readSettings } from '../src/settings.ts';
import { writeFiles } from './builds.ts';
import { words } from './running-gateway.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'services-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = (name: string, change: object = {}) => ({
  name,
  schema: name,
  paths: [`/api/${name}/**`],
  publicPaths: [],
  reads: [],
  ...change,
});

async function read(...files: { name: string }[]): Promise<ServiceFile[]> {
  for (const each of files)
    await writeFiles(folder, { [`svc-${each.name}/service.json`]: JSON.stringify(each) });
  return readServiceFiles(folder);
}

it('reads each service of a folder, by name', async () => {
  const keys = file('keys', { pathsWithin: { tools: ['/api/tools/{id}/keys'] } });
  const services = await read(file('tools'), keys);
  expect(services).toEqual([
    { ...keys, streams: [] },
    { ...file('tools'), pathsWithin: {}, streams: [] },
  ]);
});

const must = 'must be a path such as /api/tickets, /api/tickets/{id} or /api/tickets/**';
it.each<[what: string, change: object, fault: string]>([
  ['a path of the documentation', { paths: ['/api/docs/tools.json'] }, `paths 0 ${must}`],
  ['a path twice', { paths: ['/api/a', '/api/a'] }, 'paths names a path twice'],
  ['no path', { paths: [] }, 'paths is empty'],
  ['an unknown member', { routes: [] }, 'Unrecognized key: "routes"'],
  [
    'a stream that is not one of its paths',
    { streams: ['/api/tools/events', '/api/events'] },
    'streams /api/events is not one of its paths',
  ],
  ['a table without its schema', { reads: ['users'] }, 'reads 0 must be a table such as auth.users'],
])('refuses %s', async (_what, change, fault) => {
  await expect(read(file('tools', change))).rejects.toThrow(new Error(`svc-tools/service.json: ${fault}`));
});

it('refuses a name that is that of the list or not that of the folder, and a folder without services', async () => {
  expect(() => readServiceFiles(folder)).toThrow(`no svc-*/service.json in ${folder}`);
  await writeFiles(folder, { 'svc-tools/service.json': JSON.stringify(file('keys')) });
  expect(() => readServiceFiles(folder)).toThrow(
    'svc-tools/service.json: the name must be that of its folder',
  );
  await expect(read(file('services'))).rejects.toThrow(
    'svc-services/service.json: name is taken: /api/docs/services.json is the list of services',
  );
  await expect(read(file('all'))).rejects.toThrow(
    'svc-all/service.json: name is taken: /api/docs/all.json is the document of all services',
  );
});

it('reports every fault at once, and the file that is not JSON', async () => {
  await expect(read(file('keys', { paths: [] }), file('tools', { paths: [] }))).rejects.toThrow(
    'svc-keys/service.json: paths is empty\nsvc-tools/service.json: paths is empty',
  );
  await writeFiles(folder, { 'svc-tools/service.json': '{' });
  expect(() => readServiceFiles(folder)).toThrow(/svc-tools\/service\.json is not JSON/);
});

const patterns =
  '/api/user /api/remote-loads /api/tickets/** /api/users/{id}/** /api/tickets/{id}/attachments/{attachmentId}';
const others = `/api/ /api/** /api/{any}/** /tickets api/tickets /api/tickets/ /api//tickets /api/tickets/*
  /api/**/attachments /api/tickets/{id /api/tickets/{id}s /api/Tickets /api/tickets/Open /api/tickets/.. /api/tick(ets|s)`;
it.each([
  ...words(patterns).map((text) => [text, true] as const),
  ...['', '/api/tickets" core; }', '/api/tickets\n', ' /api/tickets', ...words(others)].map(
    (text) => [text, false] as const,
  ),
])('%j is a pattern: %j', (text, isOne) => {
  expect(isPattern(text)).toBe(isOne);
});

describe('paths of two services', () => {
  const service = (name: string, paths: string[], pathsWithin = {}) => {
    return { name, paths, pathsWithin, streams: [] };
  };

  it.each<[a: string, b: string, overlap: boolean, aWithinB: boolean, bWithinA: boolean]>([
    ['/api/user', '/api/user', true, true, true],
    ['/api/user', '/api/users', false, false, false],
    ['/api/user', '/api/user/assigned-locations', false, false, false],
    ['/api/user/**', '/api/user/assigned-locations', true, false, true],
    ['/api/tickets/**', '/api/tickets', true, false, true],
    ['/api/tickets/**', '/api/tickets/{id}/attachments', true, false, true],
    ['/api/tickets/{id}/**', '/api/tickets', false, false, false],
    ['/api/tickets/{id}/**', '/api/tickets/{key}', true, false, true],
    ['/api/tickets/{id}', '/api/tickets/{key}', true, true, true],
    ['/api/tickets/{id}', '/api/tickets/similar', true, false, true],
    ['/api/tickets/{id}/people', '/api/tickets/similar/{id}', true, false, false],
    ['/api/tickets/{id}/people', '/api/tickets/{id}/watch', false, false, false],
    ['/api/tickets/**', '/api/tickets/{id}/**', true, false, true],
    ['/api/tickets/**', '/api/tasks/**', false, false, false],
  ])('%s and %s overlap, or lie within each other: %j, %j, %j', (a, b, overlap, aWithinB, bWithinA) => {
    const collide = (one: string, other: string) =>
      faultsBetween([service('one', [one]), service('other', [other])]).length > 0;
    const fits = (narrow: string, wide: string) =>
      faultsBetween([service('inner', ['/api/inner'], { outer: [narrow] }), service('outer', [wide])])
        .length === 0;
    expect([collide(a, b), collide(b, a)]).toEqual([overlap, overlap]);
    expect([fits(a, b), fits(b, a)]).toEqual([aWithinB, bWithinA]);
  });

  const tools = service('tools', ['/api/tools/**']);
  const within = (name: string, path: string) => service(name, [`/api/${name}`], { tools: [path] });
  it.each<[fault: string, services: ReturnType<typeof service>[]]>([
    [
      'svc-a and svc-b both claim /api/keys',
      [service('a', ['/api/keys']), service('b', ['/api/b', '/api/keys'])],
    ],
    [
      'svc-keys claims /api/tools/{id} and svc-tools claims /api/tools/**, which overlap',
      [service('keys', ['/api/tools/{id}']), tools],
    ],
    [
      'svc-a claims /api/tools/{id}/keys and svc-b claims /api/tools/{key}/keys, which overlap',
      [within('a', '/api/tools/{id}/keys'), within('b', '/api/tools/{key}/keys'), tools],
    ],
    [
      'svc-a claims /api/tools/{id}/keys within tools, but svc-tools has no such path',
      [within('a', '/api/tools/{id}/keys')],
    ],
    [
      'svc-tools claims /api/tools/{id}/keys within keys, but svc-keys has no such path',
      [
        service('tools', ['/api/tools/**'], { keys: ['/api/tools/{id}/keys'] }),
        within('keys', '/api/tools/{id}/**'),
      ],
    ],
    ['svc-a claims /api/docs/**, which belongs to the gateway', [service('a', ['/api/docs/**'])]],
  ])('%s', (fault, services) => {
    expect(faultsBetween(services)).toEqual([fault]);
  });
});

it("routes a path within another service's paths before those", async () => {
  await read(
    file('tools', { paths: ['/api/a-tools/**'], streams: ['/api/a-tools/news'] }),
    file('z-keys', { schema: 'z_keys', pathsWithin: { tools: ['/api/a-tools/{id}/keys'] } }),
  );
  const { variables } = readSettings({
    PATH: process.env['PATH'],
    GATEWAY_PORT: '1',
    OUT_DIR: folder,
    REGISTRY_DIR: folder,
    SERVICES_DIR: folder,
    UPSTREAM_TOOLS: 'a:1, b:2',
    UPSTREAM_Z_KEYS: 'c:3',
    RESOLVER: '10.0.0.1',
  });
  expect(variables['SERVICE_ROUTES']?.split('\n').map((line) => line.trim())).toEqual([
    String.raw`"~^/api/docs/tools\.json$" tools;`,
    String.raw`"~^/api/docs/z-keys\.json$" z-keys;`,
    '"~^/api/a-tools/[^/]+/keys$" z-keys;',
    '"~^/api/a-tools(/.|$)" tools;',
    '"~^/api/z-keys(/.|$)" z-keys;',
  ]);
  expect(variables['SERVICE_STREAMS']).toBe('    "~^/api/a-tools/news$" 1;');
  expect(variables['SERVICE_UPSTREAMS']).toContain(
    'upstream tools {\n    zone tools 64k;\n    server a:1 resolve max_fails=0;\n    server b:2 resolve max_fails=0;',
  );
  expect(variables['SERVICE_LIST_JSON']).toBe('["tools","z-keys"]');
});
