import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFiles } from './builds.ts';
import { type EchoUpstream, startEcho } from './echo-upstream.ts';
import { prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

const repository = join(import.meta.dirname, '../..');

let gateway: RunningGateway;
let upstreams: EchoUpstream[];
let folder: string;

beforeEach(async () => {
  folder = await prepareFolder();
  for (const name of ['auth', 'core']) {
    const file = await readFile(join(repository, `svc-${name}/service.json`));
    await writeFiles(folder, { [`services/svc-${name}/service.json`]: file });
  }
  upstreams = await Promise.all(['svc-auth', 'svc-core', 'svc-tools'].map((name) => startEcho(name)));
  const [auth = '', core = ''] = upstreams.map(({ address }) => address);
  gateway = await startGateway(folder, { auth, core }, { SERVICES_DIR: join(folder, 'services') });
});
afterEach(async () => {
  await gateway.stop();
  await Promise.all(upstreams.map((upstream) => upstream.kill()));
});

const addService = (paths: string[]) => {
  const file = { name: 'tools', schema: 'tools', paths, publicPaths: [], reads: ['auth.users'] };
  return writeFiles(folder, { 'services/svc-tools/service.json': JSON.stringify(file) });
};

/** GET over connections that are kept, as browsers have them: one that was closed meanwhile is asked for anew. */
function getKept(agent: Agent, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: gateway.port, path, agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', (error) => (sent.reusedSocket ? resolve(getKept(agent, path)) : reject(error)));
    sent.end();
  });
}

/** The new workers are there a moment after the command, and the former ones still respond for another moment. */
async function untilStatus(path: string, wanted: number): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const { status } = await gateway.ask(path);
    if (status === wanted || tries > 100) return status;
    await sleep(20);
  }
}

it('adds a service under load without a failed request, and removes one whose file was deleted', async () => {
  const kept = new Agent({ keepAlive: true });
  const statuses = new Map<string, number>();
  let isOver = false;
  const ask = async (work: () => Promise<number>) => {
    while (!isOver) {
      const outcome = await work().then(String, (error: unknown) => String(error));
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      await sleep(10);
    }
  };
  const post = async () => (await gateway.ask('/api/tickets', { method: 'POST', body: '{}' })).status;
  const running = Promise.all([
    ...Array.from({ length: 4 }, () => ask(() => getKept(kept, '/api/tickets'))),
    ...Array.from({ length: 2 }, () => ask(post)),
  ]);
  try {
    await sleep(200);
    expect((await gateway.ask('/api/tools/1')).status).toBe(404);
    await addService(['/api/tools/**']);
    const changed = { UPSTREAM_TOOLS: upstreams[2]?.address ?? '' };
    for (let times = 0; times < 3; times += 1) await gateway.reload(changed);
    expect(await untilStatus('/api/tools/1', 200)).toBe(200);
    await sleep(200);
  } finally {
    isOver = true;
    await running;
    kept.destroy();
  }

  expect([...statuses.keys()]).toEqual(['200']);
  expect(statuses.get('200')).toBeGreaterThan(50);
  for (const path of ['/api/tools/1', '/api/docs/tools.json'])
    expect((await gateway.ask(path)).seen().reached).toBe('svc-tools');
  const names = async () => (await gateway.ask('/api/docs/services.json')).json();
  expect(await names()).toEqual({ services: ['auth', 'core', 'tools'] });

  await rm(join(folder, 'services/svc-core'), { recursive: true });
  await gateway.reload({});
  expect(await untilStatus('/api/stats', 404)).toBe(404);
  expect(await untilStatus('/api/docs/core.json', 404)).toBe(404);
  expect(await names()).toEqual({ services: ['auth', 'tools'] });
  expect((await gateway.ask('/api/user')).seen().reached).toBe('svc-auth');
}, 90_000);

it.each([
  [
    'a path of another service',
    '/api/stats',
    '127.0.0.1:9',
    /svc-core and svc-tools both claim \/api\/stats/,
  ],
  ['no address', '/api/tools', '', /UPSTREAM_TOOLS is not set/],
  ['an address that nginx refuses', '/api/tools', '127.0.0.1:99999', /nginx rejects the configuration/],
])('goes on as it was when a service has %s', async (_fault, path, address, message) => {
  await addService([path]);
  const before = await readFile(join(folder, 'nginx/http/routes.conf'), 'utf8');
  await expect(gateway.reload({ UPSTREAM_TOOLS: address })).rejects.toThrow(message);
  expect((await gateway.ask('/api/stats')).seen().reached).toBe('svc-core');
  expect(await readFile(join(folder, 'nginx/http/routes.conf'), 'utf8')).toBe(before);
});
