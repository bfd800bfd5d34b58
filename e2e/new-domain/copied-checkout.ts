import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '../..');
const exec = promisify(execFile);

/** A copy of this checkout, what is not committed included, in which a team works and runs a system of its own. */
export class CopiedCheckout {
  /** The copy, and the state of its system. */
  readonly folder: string;
  readonly stateDir: string;
  url = '';
  private system: ChildProcess | undefined;
  private printed = '';

  private constructor() {
    // A run that is killed leaves it behind; by the process id in its name a later one removes it (throw-away.ts).
    this.stateDir = join(repository, '.mainstay/throw-away', `new-domain-${process.pid}`);
    this.folder = join(this.stateDir, 'checkout');
  }

  static async make(): Promise<CopiedCheckout> {
    const copy = new CopiedCheckout();
    await rm(copy.stateDir, { recursive: true, force: true });
    for (const file of await filesOfCheckout()) {
      await mkdir(dirname(join(copy.folder, file)), { recursive: true });
      await copyFile(join(repository, file), join(copy.folder, file));
    }
    const rooms = await readdir(repository, { withFileTypes: true });
    const packages = await readdir(join(repository, 'packages'));
    const folders = ['.', ...rooms.filter((room) => room.isDirectory()).map(({ name }) => name)]
      .concat(packages.map((name) => join('packages', name)))
      .flatMap((room) => [join(room, 'node_modules'), join(room, 'dist')])
      .filter((path) => existsSync(join(repository, path)) && existsSync(join(copy.folder, path, '..')));
    for (const path of [...folders, '.mainstay/builds']) await copy.link(path);
    // npm writes into this file in its place.
    const installed = 'node_modules/.package-lock.json';
    await rm(join(copy.folder, installed));
    await copyFile(join(repository, installed), join(copy.folder, installed));
    const redis = join(repository, '.mainstay/redis-server');
    if (existsSync(redis)) await symlink(redis, join(copy.folder, '.mainstay/redis-server'));
    return copy;
  }

  /** Copies a folder as links to the same files (copies on write, on macOS), with their times. */
  private async link(path: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    const flags = process.platform === 'darwin' ? '-Rpc' : '-al';
    await exec('cp', [flags, join(repository, path), join(this.folder, path)]);
  }

  /** Runs an npm command in it; what it printed. @throws Error with what it printed when it fails */
  async npm(...args: string[]): Promise<string> {
    const { stdout } = await exec('npm', args, {
      cwd: this.folder,
      env: this.env(),
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: unknown) => {
      const output = isOutput(error) ? `${error.stdout}${error.stderr}` : String(error);
      throw new Error(`npm ${args.join(' ')}:\n${output.slice(-6000)}`);
    });
    return stdout;
  }

  /** Starts its system and waits until it is ready. */
  async start(): Promise<void> {
    const port = await freePort();
    this.url = `http://localhost:${port}`;
    const env = { ...this.env(), PORT: String(port), PUBLIC_URL: this.url };
    this.system = spawn('npm', ['start'], { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const take = (chunk: Buffer) => (this.printed += chunk.toString());
    this.system.stdout?.on('data', take);
    this.system.stderr?.on('data', take);
    while (!this.printed.includes('Mainstay is ready')) {
      if (this.system.exitCode !== null) throw new Error(`npm start ended:\n${this.printed}`);
      await sleep(100);
    }
  }

  /** The process ids of its system by name. */
  async processes(): Promise<Record<string, number>> {
    const text = await readFile(join(this.stateDir, 'run/processes.json'), 'utf8');
    const all = JSON.parse(text) as { name: string; pid: number }[];
    return Object.fromEntries(all.map(({ name, pid }) => [name, pid]));
  }

  /** The SHA-256 of each file of its sources and of its registry, by path; those of the given names are left out. */
  async hashes(except: RegExp): Promise<Record<string, string>> {
    const hashes: Record<string, string> = {};
    const files = [
      ...(await filesBelow(this.folder)),
      ...(await filesBelow(join(this.stateDir, 'registry'))),
    ].map((file) => relative(this.stateDir, file));
    for (const path of files) {
      if (except.test(path)) continue;
      const content = await readFile(join(this.stateDir, path));
      hashes[path] = createHash('sha256').update(content).digest('hex');
    }
    return hashes;
  }

  /** Stops its system and removes it. */
  async remove(): Promise<void> {
    const { system } = this;
    if (system?.exitCode === null) {
      const ended = new Promise((resolve) => system.once('exit', resolve));
      system.kill('SIGINT');
      await ended;
    }
    // The folder itself stays: by its name, the next run removes a database that lies elsewhere.
    for (const name of await readdir(this.stateDir)) {
      await rm(join(this.stateDir, name), { recursive: true, force: true });
    }
  }

  /** Of this process, without what it knows of the system of the other journeys. */
  private env(): NodeJS.ProcessEnv {
    const others = /^(MAINSTAY_|TEST_|PLAYWRIGHT_|npm_|NODE_OPTIONS$|PORT$|DATABASE_URL$|REDIS_URL$)/;
    const kept = Object.entries(process.env).filter(([name]) => !others.test(name));
    return { ...Object.fromEntries(kept), MAINSTAY_STATE_DIR: this.stateDir };
  }
}

/** The files of this checkout: those of git's index, and new ones that it does not ignore. */
async function filesOfCheckout(): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await exec('git', args, { cwd: repository, maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(repository, file)));
}

const SKIPPED = new Set(['node_modules', 'dist', '.mainstay', 'test-results']);

/** All files below a folder but installed, built and running things. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = entries.map(async (entry): Promise<string[]> => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(nested)).flat();
}

const isOutput = (error: unknown): error is { stdout: string; stderr: string } =>
  error instanceof Error && 'stdout' in error && 'stderr' in error;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
