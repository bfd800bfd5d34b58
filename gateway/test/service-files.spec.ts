import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readServiceFiles, type ServiceFile } from '../src/service-files.ts';
import { readSettings } from '../src/settings.ts';
import { writeFiles } from './running-gateway.ts';

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

async function read(...files: ({ name: string } & Record<string, unknown>)[]): Promise<ServiceFile[]> {
  const named = files.map((each) => [`svc-${each.name}/service.json`, JSON.stringify(each)]);
  await writeFiles(folder, Object.fromEntries(named) as Record<string, string>);
  return readServiceFiles(folder);
}

describe('readServiceFiles', () => {
  it('reads each service of a folder, by name', async () => {
    const services = await read(
      file('tools'),
      file('keys', { pathsWithin: { tools: ['/api/tools/{id}/keys'] } }),
    );
    expect(services.map(({ name }) => name)).toEqual(['keys', 'tools']);
    expect(services[1]).toEqual({ ...file('tools'), pathsWithin: {}, streams: [] });
  });

  it.each<[what: string, files: Parameters<typeof read>, faults: string]>([
    [
      'two services with the same path',
      [file('keys', { paths: ['/api/keys'] }), file('tools', { paths: ['/api/tools', '/api/keys'] })],
      'svc-keys and svc-tools both claim /api/keys',
    ],
    [
      'two services whose paths overlap',
      [file('keys', { paths: ['/api/tools/{id}/keys'] }), file('tools')],
      'svc-keys claims /api/tools/{id}/keys and svc-tools claims /api/tools/**, which overlap',
    ],
    [
      'a path within a service that is not there',
      [file('keys', { pathsWithin: { tools: ['/api/tools/{id}/keys'] } })],
      'svc-keys claims /api/tools/{id}/keys within tools, but svc-tools has no such path',
    ],
    [
      'a path that is not within that of the service it names',
      [file('keys', { pathsWithin: { tools: ['/api/locks'] } }), file('tools')],
      'svc-keys claims /api/locks within tools, but svc-tools has no such path',
    ],
    [
      'two services within the same path of a third',
      [
        file('a', { pathsWithin: { tools: ['/api/tools/{id}/keys'] } }),
        file('b', { pathsWithin: { tools: ['/api/tools/{toolId}/keys'] } }),
        file('tools'),
      ],
      'svc-a claims /api/tools/{id}/keys and svc-b claims /api/tools/{toolId}/keys, which overlap',
    ],
    [
      'a path of the documentation',
      [file('tools', { paths: ['/api/docs/tools.json'] })],
      'svc-tools/service.json: paths 0 must be a path such as /api/tickets, /api/tickets/{id} or /api/tickets/**',
    ],
    [
      'all paths of the documentation',
      [file('tools', { paths: ['/api/docs/**'] })],
      'svc-tools claims /api/docs/**, which belongs to the gateway',
    ],
    [
      'a path twice',
      [file('tools', { paths: ['/api/a', '/api/a'] })],
      'svc-tools/service.json: paths names a path twice',
    ],
    ['no path', [file('tools', { paths: [] })], 'svc-tools/service.json: paths is empty'],
    [
      'the name of the list',
      [file('services')],
      'svc-services/service.json: name is taken: /api/docs/services.json is the list of services',
    ],
    [
      'an unknown member',
      [file('tools', { routes: [] })],
      'svc-tools/service.json: Unrecognized key: "routes"',
    ],
    [
      'a stream that is not one of its paths',
      [file('tools', { streams: ['/api/tools/events', '/api/events'] })],
      'svc-tools/service.json: streams /api/events is not one of its paths',
    ],
    [
      'a table without its schema',
      [file('tools', { reads: ['users'] })],
      'svc-tools/service.json: reads 0 must be a table such as auth.users',
    ],
  ])('refuses %s', async (_what, files, faults) => {
    await expect(read(...files)).rejects.toThrow(new Error(faults));
  });

  it('reports every fault at once, and the file that is not JSON', async () => {
    const both = read(file('keys', { paths: [] }), file('tools', { paths: [] }));
    await expect(both).rejects.toThrow(
      'svc-keys/service.json: paths is empty\nsvc-tools/service.json: paths is empty',
    );
    await writeFiles(folder, { 'svc-tools/service.json': '{' });
    expect(() => readServiceFiles(folder)).toThrow(/svc-tools\/service\.json is not JSON/);
  });

  it('refuses a name that differs from the folder, and a folder without services', async () => {
    expect(() => readServiceFiles(folder)).toThrow(`no svc-*/service.json in ${folder}`);
    await writeFiles(folder, { 'svc-tools/service.json': JSON.stringify(file('keys')) });
    expect(() => readServiceFiles(folder)).toThrow(
      'svc-tools/service.json: the name must be that of its folder',
    );
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
