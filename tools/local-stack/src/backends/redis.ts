import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'redis';
import { freePort } from '../machine/free-port.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import type { Program } from './debian-package.ts';
import type { BackendOptions } from './postgres.ts';

/** Memory for sessions and limits; a session takes less than 1 KB. */
const MEMORY_MB = 256;

/** A Redis on 127.0.0.1 with a password. Unless its data may be thrown away, every write goes to its log on disk. */
export function embeddedRedis(options: {
  program: Program;
  folder: string;
  port: number;
  password: string;
  isThrowAway: boolean;
}): { url: string; process: ProcessSpec } {
  const { program, folder, port, password, isThrowAway } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settings = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    'dir .',
    'save ""',
    `appendonly ${isThrowAway ? 'no' : 'yes'}`,
    // When it is full, new sessions are refused and existing ones stay.
    `maxmemory ${MEMORY_MB}mb`,
    'maxmemory-policy noeviction',
  ];
  // In a file, because every user of the machine may read a command line.
  writeFileSync(join(folder, 'redis.conf'), `${settings.join('\n')}\n`, { mode: 0o600 });
  const url = `redis://:${password}@127.0.0.1:${port}`;
  return {
    url,
    process: {
      name: 'redis',
      command: program.path,
      args: ['redis.conf'],
      cwd: folder,
      env: { ...process.env, ...program.env },
      tier: 0,
      isReady: () => respondsToPing(url),
      readyWithinMs: 60_000,
    },
  };
}

/**
 * Starts an embedded Redis.
 * @returns its URL
 */
export async function startRedis({
  stateDir,
  supervisor,
  ...options
}: BackendOptions & { program: Program }): Promise<string> {
  const redis = embeddedRedis({ ...options, folder: join(stateDir, 'redis'), port: await freePort() });
  await supervisor.start(redis.process);
  return redis.url;
}

/** Whether a Redis responds at this URL now. */
export async function respondsToPing(url: string, withinMs = 2000): Promise<boolean> {
  const client = createClient({ url, socket: { connectTimeout: withinMs, reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    if (client.isOpen) client.destroy();
  }
}
