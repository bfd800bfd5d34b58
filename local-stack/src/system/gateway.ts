import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../backends/debian-package.ts';
import type { Service } from '../database/provision.ts';
import { root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import { answers, type Replica } from './services.ts';

/** The remotes that the shell loads at run time, by their names in the registry; each is built in `mf-<name>`. */
export const remotes = ['maintenance', 'locations', 'employees'] as const;
export type RemoteName = (typeof remotes)[number];

const KEEP_OLD_SHELL_FILES_MS = 7 * 24 * 3600 * 1000;

export const registryDir = (stateDir: string): string => join(stateDir, 'registry');

/**
 * Makes the builds of the remotes the current ones of a system's registry; a pinned one stays where it is.
 * @param checkoutOf where each remote is built.
 */
export async function publishRemotes(
  stateDir: string,
  signal: AbortSignal,
  checkoutOf: (name: RemoteName) => string = () => root,
): Promise<void> {
  const command = (name: RemoteName) => [
    ...['gateway/src/registry.ts', 'publish', name, join(checkoutOf(name), `mf-${name}/dist`)],
    ...['--registry', registryDir(stateDir), '--ensure'],
  ];
  const publish = (name: RemoteName) =>
    run(process.execPath, command(name), {
      cwd: root,
      signal,
      failure: `The remote ${name} could not be published.`,
    });
  await Promise.all(remotes.map(publish));
}

/**
 * Copies the build of a checkout's shell to where the gateway serves it. A copy, because a rebuild empties the build folder, and
 * because tabs that are open still ask for the files of the build before.
 */
export function publishShell(stateDir: string, checkout = root): void {
  const dist = join(checkout, 'shell/dist');
  const served = join(stateDir, 'shell');
  const pages = readdirSync(dist).filter((name) => name.endsWith('.html'));
  const isPage = (path: string) => pages.some((page) => path === join(dist, page));
  mkdirSync(served, { recursive: true });
  // The pages last: what they name is there before them.
  cpSync(dist, served, { recursive: true, preserveTimestamps: true, filter: (path) => !isPage(path) });
  for (const page of pages) cpSync(join(dist, page), join(served, page), { preserveTimestamps: true });
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
  storageDir: string;
  port: number;
  publicUrl: string;
  replicas: Replica[];
  signal: AbortSignal;
}): Promise<ProcessSpec> {
  const { nginx, stateDir, storageDir, port, publicUrl, replicas, signal } = options;
  const upstream = (service: Service) =>
    replicas
      .filter((replica) => replica.service === service)
      .map(({ address }) => address)
      .join(',');
  const outDir = join(stateDir, 'gateway');
  mkdirSync(outDir, { recursive: true });
  const env = { ...process.env, ...nginx.env };
  await run(process.execPath, ['gateway/src/render.ts'], {
    cwd: root,
    env: {
      ...env,
      GATEWAY_PORT: String(port),
      OUT_DIR: outDir,
      UPSTREAM_AUTH: upstream('auth'),
      UPSTREAM_CORE: upstream('core'),
      UPSTREAM_ATTACHMENTS: upstream('attachments'),
      SHELL_DIR: join(stateDir, 'shell'),
      REGISTRY_DIR: registryDir(stateDir),
      STORAGE_DIR: storageDir,
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
