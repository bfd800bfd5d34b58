import { freePort } from '@mainstay/test-kit';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '../../..');
const exec = promisify(execFile);

/** A copy of this checkout, including uncommitted files, with a system of its own. */
export class CopiedCheckout {
  /** The folders of the copy and of its system's state. */
  readonly folder: string;
  readonly stateDir: string;
  url = '';
  private system: ChildProcess | undefined;
  private printed = '';

  private constructor() {
    // A killed run leaves it behind; a later one removes it by the process id in its name (throw-away.ts).
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
    const entries = await readdir(repository, { withFileTypes: true });
    const packages = await readdir(join(repository, 'packages'));
    const folders = ['.', ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)]
      .concat(packages.map((name) => join('packages', name)))
      .flatMap((folder) => [join(folder, 'node_modules'), join(folder, 'dist')])
      .filter((path) => existsSync(join(repository, path)) && existsSync(join(copy.folder, path, '..')));
    for (const path of [...folders, '.mainstay/builds']) await copy.link(path);
    // npm overwrites this file in place, so it must not be a hard link.
    const installed = 'node_modules/.package-lock.json';
    await rm(join(copy.folder, installed));
    await copyFile(join(repository, installed), join(copy.folder, installed));
    const redis = join(repository, '.mainstay/redis-server');
    if (existsSync(redis)) await symlink(redis, join(copy.folder, '.mainstay/redis-server'));
    return copy;
  }

  /** Copies a folder as hard links (copy-on-write on macOS), keeping modification times. */
  private async link(path: string): Promise<void> {
    await mkdir(dirname(join(this.folder, path)), { recursive: true });
    const flags = process.platform === 'darwin' ? '-Rpc' : '-al';
    await exec('cp', [flags, join(repository, path), join(this.folder, path)]);
  }

  /**
   * Runs an npm command in the copy.
   * @returns what it printed
   * @throws Error with the output if it fails
   */
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

  /** Starts the system and waits until it is ready. */
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

  /** The process ids of the system by name. */
  async processes(): Promise<Record<string, number>> {
    const text = await readFile(join(this.stateDir, 'run/processes.json'), 'utf8');
    const all = JSON.parse(text) as { name: string; pid: number }[];
    return Object.fromEntries(all.map(({ name, pid }) => [name, pid]));
  }

  /** SHA-256 hashes of the files in sources and registry, by path, without paths that match `except`. */
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

  /** Stops the system and deletes the copy. */
  async remove(): Promise<void> {
    const { system } = this;
    if (system?.exitCode === null) {
      const ended = new Promise((resolve) => system.once('exit', resolve));
      system.kill('SIGINT');
      await ended;
    }
    // Keep the folder: from its name, the next run deletes a database that is stored elsewhere.
    for (const name of await readdir(this.stateDir)) {
      await rm(join(this.stateDir, name), { recursive: true, force: true });
    }
  }

  /** This process's environment without the settings of the other journeys' system. */
  private env(): NodeJS.ProcessEnv {
    const others = /^(MAINSTAY_|TEST_|PLAYWRIGHT_|npm_|NODE_OPTIONS$|PORT$|DATABASE_URL$|REDIS_URL$)/;
    const kept = Object.entries(process.env).filter(([name]) => !others.test(name));
    return { ...Object.fromEntries(kept), MAINSTAY_STATE_DIR: this.stateDir };
  }
}

/** The files of this checkout: tracked ones, and untracked ones that git does not ignore. */
async function filesOfCheckout(): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await exec('git', args, { cwd: repository, maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(repository, file)));
}

const SKIPPED = new Set(['node_modules', 'dist', '.mainstay', 'test-results']);

/** All files below a folder except installed packages, builds and run-time state. */
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
