import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { freePort, residentMegabytes } from '@mainstay/test-kit';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListedTickets } from '../src/ticket-rows/ticket-lists.ts';
import { useOwnCoreService } from './core-service.ts';
import { fill } from './plans.ts';

const core = useOwnCoreService();

const TICKETS = 100_000;
const MAX_MEGABYTES = 30;
const MAX_FIRST_BYTE_MS = 1000;

/** The service as it runs in production: the memory of this process is also that of its tests. */
let service: ChildProcess;
let url: string;

beforeAll(async () => {
  await fill(core, (await core.createManager()).userId, 200, TICKETS);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  service = spawn(process.execPath, [join(__dirname, '../dist/main.js')], {
    env: { ...core.backends.envFor('svc_core'), PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: 'inherit',
  });
  while (
    !(await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(50);
}, 180_000);
afterAll(async () => {
  service.kill();
  await once(service, 'exit');
});

/** Reads a file, and keeps nothing of it. */
async function read(query: string): Promise<{ firstByteMs: number; lines: number }> {
  const begun = performance.now();
  const { status, body } = await fetch(`${url}/api/tickets?format=csv&${query}`, {
    headers: { Cookie: core.admin.cookie },
  });
  expect(status).toBe(200);
  let firstByteMs = 0;
  let lines = 0;
  for await (const chunk of body ?? []) {
    firstByteMs ||= performance.now() - begun;
    // A chunk may end between CR and LF, and no cell has a line of its own.
    lines += Buffer.from(chunk).toString('latin1').split('\n').length - 1;
  }
  return { firstByteMs, lines };
}

/** Ten people scroll through the board. */
const readLists = () =>
  Promise.all(
    Array.from({ length: 10 }, async () => {
      const list = await fetch(`${url}/api/tickets?limit=500`, { headers: { Cookie: core.admin.cookie } });
      expect((await list.text()).length).toBeGreaterThan(10_000);
    }),
  );

it.each([
  ['all of them', ''],
  ['what a search for a frequent word finds', 'q=counter'],
])(
  `a file of ${TICKETS} tickets begins at once and needs little memory: %s`,
  async (_name, query) => {
    // What any process needs once it has run: connections, compiled functions, a grown heap.
    for (let time = 0; time < 20; time += 1) await readLists();
    await sleep(500);
    const pid = service.pid ?? 0;
    const atRest = await residentMegabytes(pid);
    let most = 0;
    const over = new AbortController();
    const sampling = (async () => {
      while (!over.signal.aborted) {
        most = Math.max(most, await residentMegabytes(pid));
        await sleep(10);
      }
    })();
    const { firstByteMs, lines } = await read(query);
    over.abort();
    await sampling;
    expect(lines).toBe(TICKETS + 1);
    expect(firstByteMs).toBeLessThan(MAX_FIRST_BYTE_MS);
    expect(most - atRest).toBeLessThan(MAX_MEGABYTES);
  },
  180_000,
);

it('no more is read once the connection is cut', async () => {
  const list = jest.spyOn(core.app.get(ListedTickets), 'list');
  const address = core.app.getHttpServer().address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  const { body } = await fetch(`http://127.0.0.1:${address.port}/api/tickets?format=csv`, {
    headers: { Cookie: core.admin.cookie },
  });
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await sleep(1000);
  const before = list.mock.calls.length;
  await sleep(1000);
  expect(list.mock.calls.length).toBe(before);
  expect(before).toBeLessThan(TICKETS / 500 / 2);
  list.mockRestore();
}, 60_000);

it('one more ticket is too many, also for a search', async () => {
  await core.insert('tickets', { title: 'at counter' });
  for (const query of ['', '&q=counter']) {
    const refused = await core.as(core.admin).get(`/api/tickets?format=csv${query}`);
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining('Narrow the filters') }),
    ]);
  }
});
