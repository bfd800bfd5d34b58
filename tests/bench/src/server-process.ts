import { freePort, required, unlimitedWrites } from '@mainstay/test-kit';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dataset, roleUrl, SESSION_SECRET } from './data.ts';

export interface ServerProcess {
  child: ChildProcess;
  pid: number;
  port: number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');

/** A service as it runs in production, in a process of its own. */
export const startService = (
  service: string,
  dataset: Dataset,
  nodeArgs: string[] = [],
): Promise<ServerProcess> =>
  startServer([...nodeArgs, join(root, `svc-${service}/dist/main.js`)], service, dataset, {});

/** The bare server with the rights of a service, and what it is to do (bare-server.ts) in a file. */
export const startBareServer = (
  service: string,
  dataset: Dataset,
  planFile: string,
): Promise<ServerProcess> =>
  startServer([join(import.meta.dirname, 'bare-server.ts')], service, dataset, {
    BARE_PLAN: planFile,
  });

async function startServer(
  args: string[],
  service: string,
  dataset: Dataset,
  env: NodeJS.ProcessEnv,
): Promise<ServerProcess> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // Development, because the secrets are the ones everybody knows; nothing else depends on it.
      NODE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: roleUrl(dataset, service),
      REDIS_URL: required('TEST_REDIS_URL'),
      PUBLIC_URL: 'http://localhost:8080',
      SESSION_SECRET,
      INTAKE_SECRET: SESSION_SECRET,
      ...unlimitedWrites,
      ...(service === 'attachments' && {
        STORAGE_DIR: join(required('TEST_STATE_DIR'), 'objects'),
        URL_SIGNING_SECRET: SESSION_SECRET,
      }),
      ...env,
    },
  });
  const kill = (): boolean => child.kill();
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  for (;;) {
    if (child.exitCode !== null || performance.now() - begun > 60_000) {
      await stop();
      throw new Error(`${args.join(' ')} does not start`);
    }
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { child, pid: child.pid ?? 0, port, stop };
    await sleep(10);
  }
}
