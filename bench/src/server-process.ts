import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dataset, required, SESSION_SECRET } from './data.ts';

export interface ServerProcess {
  port: number;
  /** Processor seconds it has used so far. */
  cpuSeconds(): Promise<number>;
  stop(): void;
}

const root = join(import.meta.dirname, '../..');
const programs = {
  bare: join(import.meta.dirname, 'bare-server.ts'),
  service: join(root, 'svc-core/dist/main.js'),
};

/** svc-core as it runs in production, or the bare server, in a process of its own. */
export async function startServer(kind: keyof typeof programs, dataset: Dataset): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [programs[kind]], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      // Development, because the secret is the one everybody knows; nothing else depends on it.
      NODE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: dataset.databaseUrl,
      REDIS_URL: required('TEST_REDIS_URL'),
      PUBLIC_URL: 'http://localhost:8080',
      SESSION_SECRET,
    },
  });
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`the ${kind} server does not start`);
    try {
      await metrics();
      break;
    } catch {
      await sleep(100);
    }
  }
  return {
    port,
    cpuSeconds: async () => Number(/^process_cpu_seconds_total (\S+)/m.exec(await metrics())?.[1]),
    stop: () => child.kill(),
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
