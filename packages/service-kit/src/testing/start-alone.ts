import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A service that runs without the rest of the system. */
interface Alone {
  url: string;
  /**
   * Stops npm, as a terminal does.
   * @returns whether the service survived npm; then it is killed.
   */
  stop(): Promise<{ outlived: boolean }>;
}

/** What the service takes for its commit. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Runs the service of the current folder with `npm start`, and only its own settings in the environment.
 * @param port a free one
 * @param settings besides its address and a session secret, which are created here
 * @throws Error with its output when it exits before it is ready
 */
export async function startAlone(port: number, settings: Record<string, string>): Promise<Alone> {
  const url = `http://127.0.0.1:${port}`;
  const own = {
    PORT: String(port),
    PUBLIC_URL: url,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    COMMIT,
    ...settings,
  };
  const { PATH = '' } = process.env;
  const npm = spawn('npm', ['start', '--silent'], {
    env: { PATH, ...own },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let printed = '';
  npm.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<boolean>((resolve, reject) => {
    npm.once('error', reject).once('exit', () => resolve(true));
  });
  const isReady = async (): Promise<boolean> => responds(`${url}/health/ready`);
  while (!(await isReady())) {
    if (await Promise.race([ended, sleep(50, false)])) throw new Error(`The service exited: ${printed}`);
  }
  return {
    url,
    async stop() {
      npm.kill('SIGTERM');
      await ended;
      const outlived = await responds(`${url}/health/live`);
      if (outlived && npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
      return { outlived };
    },
  };
}
