import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { required } from './required.ts';

const root = join(import.meta.dirname, '../../..');
const mainstayOf = (folder: string): string => join(folder, 'tools/local-stack/bin/mainstay.mjs');

/** A few users here write as much as a chain: what is measured is not the limit. */
const unlimitedWrites = { WRITES_PER_MINUTE: '1000000', WRITES_PER_MINUTE_AND_ADDRESS: '1000000' };

/** The whole product with demo data on a port of its own, over throw-away backends. */
export class WholeSystem {
  readonly url: string;
  /** State folder; `run/processes.json` in it lists the processes, `run/system.json` the services. */
  readonly stateDir: string;
  readonly stop: () => Promise<void>;

  constructor(url: string, stateDir: string, stop = (): Promise<void> => Promise.resolve()) {
    this.url = url;
    this.stateDir = stateDir;
    this.stop = stop;
  }

  /** The address of each replica, by name: `svc-core`, `svc-core-2`, … */
  async replicas(): Promise<Record<string, string>> {
    const path = join(this.stateDir, 'run/system.json');
    return (await readJson<{ services: Record<string, string> }>(path)).services;
  }

  /** The superuser's connection URL. */
  async databaseUrl(): Promise<string> {
    const path = join(this.stateDir, 'run/system.json');
    return (await readJson<{ databaseUrl: string }>(path)).databaseUrl;
  }

  /** The pid of a replica, of `postgres` or of `redis` of {@link startWholeSystem}, once it runs. */
  async pidOf(name: string): Promise<number> {
    const { TEST_STATE_DIR = this.stateDir } = process.env;
    const lists = [this.stateDir, TEST_STATE_DIR].map((dir) => join(dir, 'run/processes.json'));
    for (;;) {
      const known = await Promise.all(
        lists.map((path) => readJson<{ name: string; pid: number }[]>(path).catch(() => [])),
      );
      const found = known.flat().find((process) => process.name === name);
      if (found) return found.pid;
      await sleep(20);
    }
  }

  /** Resolves once the process of a replica that had `formerPid` has a successor that is ready. */
  async untilBack(replica: string, formerPid: number): Promise<void> {
    const url = `${(await this.replicas())[replica] ?? ''}/health/ready`;
    for (;;) {
      await sleep(50);
      if ((await this.pidOf(replica)) === formerPid) continue;
      const isReady = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
    }
  }
}

/**
 * @param env settings in addition to those of the throw-away backends, or replacing them
 * @throws when it is not ready within ten minutes
 */
export const startWholeSystem = (env: NodeJS.ProcessEnv = {}): Promise<WholeSystem> =>
  start([mainstayOf(root), 'start'], {
    DATABASE_URL: required('TEST_DATABASE_ADMIN_URL'),
    REDIS_URL: required('TEST_REDIS_URL'),
    ...env,
  });

const onBackends = 'DATABASE_URL=$TEST_DATABASE_ADMIN_URL REDIS_URL=$TEST_REDIS_URL exec "$@"';

/**
 * The whole product of a checkout, this one or another that is built, on throw-away backends of its own.
 * @param options of `npm start`
 */
export function startCheckout(folder = root, options: string[] = []): Promise<WholeSystem> {
  const mainstay = mainstayOf(folder);
  const command = ['sh', '-c', onBackends, 'sh', process.execPath, mainstay, 'start', ...options];
  return start([mainstay, 'with-backends', '--', ...command], {});
}

async function start(args: string[], env: NodeJS.ProcessEnv): Promise<WholeSystem> {
  const stateDir = await mkdtemp(join(tmpdir(), 'mainstay-system-'));
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      MAINSTAY_DEMO_DATA: 'on',
      MAINSTAY_STATE_DIR: stateDir,
      ...unlimitedWrites,
      ...env,
    },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
    await rm(stateDir, { recursive: true, force: true });
  };
  try {
    return new WholeSystem(await readyAt(child), stateDir, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`the system is not ready:\n${said}`)), 600_000);
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`the system does not start:\n${said}`));
    });
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const url = /^Mainstay is ready: (\S+)$/m.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}

const readJson = async <Content>(path: string): Promise<Content> =>
  JSON.parse(await readFile(path, 'utf8')) as Content;
