import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../backends/debian-package.ts';
import type { Service } from '../database/provision.ts';
import { root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import { answers } from './services.ts';

/** The remotes that the shell loads at run time, by their names in the registry; each is built in `mf-<name>`. */
export const remotes = ['maintenance', 'locations', 'employees'] as const;

const KEEP_OLD_SHELL_FILES_MS = 7 * 24 * 3600 * 1000;

export const registryDir = (stateDir: string): string => join(stateDir, 'registry');

/** Makes the builds of the remotes the current ones of a system's registry. */
export async function publishRemotes(stateDir: string, signal: AbortSignal): Promise<void> {
  const command = (name: string) => [
    ...['gateway/src/registry.ts', 'publish', name, `mf-${name}/dist`],
    ...['--registry', registryDir(stateDir)],
  ];
  const publish = (name: string) =>
    run(process.execPath, command(name), {
      cwd: root,
      signal,
      failure: `The remote ${name} could not be published.`,
    });
  await Promise.all(remotes.map(publish));
}

/**
 * Copies the shell's build to where the gateway serves it. A copy, because a rebuild empties the build folder, and
 * because tabs that are open still ask for the files of the build before.
 */
export function publishShell(stateDir: string): void {
  const dist = join(root, 'shell/dist');
  const served = join(stateDir, 'shell');
  const isPage = (path: string) => path === join(dist, 'index.html');
  mkdirSync(served, { recursive: true });
  // The page last: what it names is there before it.
  cpSync(dist, served, { recursive: true, preserveTimestamps: true, filter: (path) => !isPage(path) });
  cpSync(join(dist, 'index.html'), join(served, 'index.html'), { preserveTimestamps: true });
  for (const name of readdirSync(served, { recursive: true, encoding: 'utf8' })) {
    const file = join(served, name);
    const { mtimeMs } = statSync(file);
    const isOld = Date.now() - mtimeMs > KEEP_OLD_SHELL_FILES_MS;
    if (isOld && !existsSync(join(dist, name.replace(/\.(br|gz)$/, '')))) rmSync(file, { recursive: true });
  }
}

/** The gateway as a process, its configuration freshly rendered. */
export async function gatewayProcess(options: {
  nginx: Program;
  stateDir: string;
  port: number;
  publicUrl: string;
  servicePorts: Record<Service, number>;
  signal: AbortSignal;
}): Promise<ProcessSpec> {
  const { nginx, stateDir, port, publicUrl, servicePorts, signal } = options;
  const outDir = join(stateDir, 'gateway');
  mkdirSync(outDir, { recursive: true });
  const env = { ...process.env, ...nginx.env };
  await run(process.execPath, ['gateway/src/render.ts'], {
    cwd: root,
    env: {
      ...env,
      GATEWAY_PORT: String(port),
      OUT_DIR: outDir,
      UPSTREAM_AUTH: `127.0.0.1:${servicePorts.auth}`,
      UPSTREAM_CORE: `127.0.0.1:${servicePorts.core}`,
      UPSTREAM_ATTACHMENTS: `127.0.0.1:${servicePorts.attachments}`,
      SHELL_DIR: join(stateDir, 'shell'),
      REGISTRY_DIR: registryDir(stateDir),
      PUBLIC_URL: publicUrl,
      STORAGE_ORIGIN: process.env['STORAGE_ORIGIN'] ?? storageOrigin(process.env),
      NGINX_BIN: nginx.path,
    },
    signal,
    failure: 'The gateway could not be configured.',
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 'gateway',
    command: nginx.path,
    args: ['-p', outDir, '-c', 'nginx.conf', '-e', 'stderr'],
    cwd: outDir,
    env,
    tier: 2,
    isReady: async () => (await answers(`${url}/`, 200)) && (await answers(`${url}/api/user`, 401)),
    readyWithinMs: 30_000,
  };
}

/** Where browsers put files when they go to S3, for the content security policy; empty for the disk. */
export function storageOrigin(env: NodeJS.ProcessEnv): string {
  const { S3_BUCKET: bucket, S3_REGION: region = 'us-east-1', S3_ENDPOINT: endpoint } = env;
  if (!bucket) return '';
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return env['S3_FORCE_PATH_STYLE'] === 'true' ? url.origin : `${url.protocol}//${bucket}.${url.host}`;
}
