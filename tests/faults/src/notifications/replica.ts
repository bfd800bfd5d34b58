import { freePort } from '@mainstay/test-kit';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = join(import.meta.dirname, '../../../../svc-notifications');

/** A process of svc-notifications. */
export class Replica {
  private readonly url: string;
  private readonly settings: NodeJS.ProcessEnv;
  private process: ChildProcess;

  private constructor(url: string, settings: NodeJS.ProcessEnv) {
    this.url = url;
    this.settings = settings;
    this.process = run(settings);
  }

  /** @param settings of the service, besides its address */
  static async start(settings: NodeJS.ProcessEnv): Promise<Replica> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const own = { ...settings, PORT: String(port), PUBLIC_URL: url };
    const replica = new Replica(url, own);
    await replica.untilReady();
    return replica;
  }

  /** Kills it at once and starts another in its place, which is ready when this resolves. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
    this.process = run(this.settings);
    await this.untilReady();
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill(signal);
    await ended;
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private async untilReady(): Promise<void> {
    while (!(await this.isReady())) {
      if (this.process.exitCode !== null) throw new Error('svc-notifications does not start');
      await sleep(20);
    }
  }
}

const run = (settings: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
