import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { required } from './required.ts';

const mainstay = join(import.meta.dirname, '../../../tools/local-stack/bin/mainstay.mjs');

/** A few users here write as much as a chain: what is measured is not the limit. */
export const unlimitedWrites = { WRITES_PER_MINUTE: '1000000', WRITES_PER_MINUTE_AND_ADDRESS: '1000000' };

/** The whole product with demo data on a port of its own, over the throw-away backends of `with-backends`. */
export interface WholeSystem {
  url: string;
  /** Where it keeps what it keeps; `run/` in it says which processes it is made of. */
  stateDir: string;
  stop(): Promise<void>;
}

/**
 * @param env settings besides, or instead of, those of the throw-away backends
 * @throws when it is not ready within ten minutes
 */
export async function startWholeSystem(env: NodeJS.ProcessEnv = {}): Promise<WholeSystem> {
  const stateDir = await mkdtemp(join(tmpdir(), 'mainstay-system-'));
  const child = spawn(process.execPath, [mainstay, 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      MAINSTAY_DEMO_DATA: 'on',
      MAINSTAY_STATE_DIR: stateDir,
      DATABASE_URL: required('TEST_DATABASE_ADMIN_URL'),
      REDIS_URL: required('TEST_REDIS_URL'),
      ...unlimitedWrites,
      ...env,
    },
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
    await rm(stateDir, { recursive: true, force: true });
  };
  try {
    return { url: await readyAt(child), stateDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`the system is not ready:\n${said}`)), 600_000);
    child.once('exit', () => reject(new Error(`the system does not start:\n${said}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const url = /^Mainstay is ready: (\S+)$/m.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
