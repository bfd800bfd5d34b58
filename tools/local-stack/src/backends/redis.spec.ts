import { expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { freePort } from '../machine/free-port.ts';
import { Supervisor } from '../processes/supervisor.ts';
import { Progress } from '../progress.ts';
import { embeddedRedis } from './redis.ts';
import { obtainRedis } from './redis-program.ts';

it('has a memory limit, and when it is full keeps and renews all existing sessions', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'redis-'));
  const supervisor = new Supervisor(stateDir, () => undefined);
  const { process, url } = embeddedRedis({
    program: await obtainRedis(new Progress(Date.now(), () => undefined), new AbortController().signal),
    folder: join(stateDir, 'redis'),
    port: await freePort(),
    password: 'secret',
    isThrowAway: true,
  });
  const client = createClient({ url });
  try {
    await supervisor.start(process);
    await client.connect();
    const { maxmemory } = await client.configGet('maxmemory');
    expect(Number(maxmemory)).toBe(256 * 1024 * 1024);
    const sessions = Array.from({ length: 100 }, (_, number) => `session:${number}`);
    const add = (name: string) =>
      client.set(name, 'x'.repeat(300), { expiration: { type: 'EX', value: 3600 } });
    for (const name of sessions) await add(name);
    // As if it were full: limited to what it contains now.
    await client.configSet('maxmemory', '1mb');
    await expect(add('session:new')).rejects.toThrow(/^OOM command not allowed/);
    for (const name of sessions) expect(await client.getEx(name, { type: 'EX', value: 7200 })).not.toBeNull();
    await client.configSet('maxmemory', String(maxmemory));
    await add('session:new');
  } finally {
    client.destroy();
    await supervisor.stop();
    rmSync(stateDir, { recursive: true });
  }
});
