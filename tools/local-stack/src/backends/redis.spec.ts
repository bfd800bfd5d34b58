import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { freePort } from '../machine/free-port.ts';
import { Supervisor } from '../processes/supervisor.ts';
import { Progress } from '../progress.ts';
import { embeddedRedis } from './redis.ts';
import { obtainRedis } from './redis-program.ts';

let stateDir: string;
let supervisor: Supervisor;
let url: string;

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'redis-'));
  supervisor = new Supervisor(stateDir, () => undefined);
  const port = await freePort();
  const redis = embeddedRedis({
    program: await obtainRedis(new Progress(Date.now(), () => undefined), new AbortController().signal),
    folder: join(stateDir, 'redis'),
    port,
    password: 'secret',
    isThrowAway: true,
  });
  url = redis.url;
  await supervisor.start(redis.process);
}, 60_000);

afterAll(async () => {
  await supervisor.stop();
  rmSync(stateDir, { recursive: true });
});

it('has a memory limit, and when it is full keeps and renews all existing sessions', async () => {
  const client = createClient({ url });
  await client.connect();
  try {
    const { maxmemory } = await client.configGet('maxmemory');
    expect(Number(maxmemory)).toBe(256 * 1024 * 1024);
    const expiration = { type: 'EX', value: 3600 } as const;
    for (let session = 0; session < 100; session += 1) {
      await client.set(`session:${session}`, 'x'.repeat(300), { expiration });
    }
    // As if it were full: limited to what it contains now.
    await client.configSet('maxmemory', '1mb');
    await expect(client.set('session:new', 'x'.repeat(300), { expiration })).rejects.toThrow(
      /^OOM command not allowed/,
    );
    for (let session = 0; session < 100; session += 1) {
      expect(await client.getEx(`session:${session}`, { type: 'EX', value: 7200 })).not.toBeNull();
    }
    await client.configSet('maxmemory', String(maxmemory));
    await client.set('session:new', 'x', { expiration });
  } finally {
    client.destroy();
  }
});
