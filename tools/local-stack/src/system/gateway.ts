import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Program } from '../backends/debian-package.ts';
import { listServices, upstreamSetting } from '../build/service-files.ts';
import { root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import { responds, type Replica } from './services.ts';

/** The remotes of this checkout by their names in the registry; each is built in `mf-<name>`. */
export const listRemotes = (): string[] =>
  globSync('mf-*/package.json', { cwd: root })
    .map((file) => dirname(file).slice('mf-'.length))
    .sort();

/** The apps with pages of their own, by their names in the registry, which are those of their folders. */
export const sites: readonly string[] = ['shell', 'intake'];

/** The folders of all front ends, by their names in the registry. */
export const frontEnds = (): Map<string, string> =>
  new Map([
    ...sites.map((name) => [name, name] as const),
    ...listRemotes().map((name) => [name, `mf-${name}`] as const),
  ]);

export const registryDir = (stateDir: string): string => join(stateDir, 'registry');

/**
 * Publishes the builds of the front ends into a system's registry; a pinned one keeps its version.
 * @param checkoutOf where each is built; another checkout may lack some
 */
export async function publish(
  stateDir: string,
  signal: AbortSignal,
  checkoutOf: (name: string) => string = () => root,
): Promise<void> {
  const into = ['--registry', registryDir(stateDir), '--ensure'];
  await Promise.all(
    [...frontEnds()].map(async ([name, folder]) => {
      const dist = join(checkoutOf(name), folder, 'dist');
      if (!existsSync(dist)) return;
      await run(process.execPath, ['gateway/src/registry.ts', 'publish', name, dist, ...into], {
        cwd: root,
        signal,
        failure: `${name} could not be published.`,
      });
    }),
  );
}

interface GatewayOptions {
  nginx: Program;
  stateDir: string;
  storageDir: string;
  port: number;
  publicUrl: string;
  signal: AbortSignal;
}

const outDirOf = (stateDir: string): string => join(stateDir, 'gateway');

/**
 * Writes the gateway's configuration; with `isReload` the running gateway reloads it without failing a request.
 * @throws Failure when it is refused; the running configuration is then unchanged
 */
export async function renderGateway(
  { nginx, stateDir, storageDir, port, publicUrl, signal }: GatewayOptions,
  replicas: Replica[],
  isReload = false,
): Promise<void> {
  const upstreams = listServices().map((service): [string, string] => {
    const own = replicas.filter((replica) => replica.service.name === service.name);
    return [upstreamSetting(service), own.map(({ address }) => address).join(',')];
  });
  await run(process.execPath, ['gateway/src/render.ts', ...(isReload ? ['--reload'] : [])], {
    cwd: root,
    env: {
      ...process.env,
      ...nginx.env,
      GATEWAY_PORT: String(port),
      OUT_DIR: outDirOf(stateDir),
      ...Object.fromEntries(upstreams),
      REGISTRY_DIR: registryDir(stateDir),
      STORAGE_DIR: storageDir,
      PUBLIC_URL: publicUrl,
      ANY_HOST: process.env['ANY_HOST'] ?? 'on',
      STORAGE_ORIGIN: process.env['STORAGE_ORIGIN'] ?? storageOrigin(process.env),
      NGINX_BIN: nginx.path,
    },
    signal,
    failure: 'The gateway could not be configured.',
  });
}

/** The gateway as a process, once its configuration is rendered. */
export function gatewayProcess({ nginx, stateDir, port, publicUrl }: GatewayOptions): ProcessSpec {
  const url = `http://127.0.0.1:${port}`;
  const { host } = new URL(publicUrl);
  return {
    name: 'gateway',
    command: nginx.path,
    args: ['-p', outDirOf(stateDir), '-c', 'nginx.conf', '-e', 'stderr'],
    cwd: outDirOf(stateDir),
    env: { ...process.env, ...nginx.env },
    tier: 2,
    isReady: async () =>
      (await responds(`${url}/`, 200, host)) && (await responds(`${url}/api/user`, 401, host)),
    readyWithinMs: 30_000,
  };
}

/** Where browsers upload files to S3, for the content security policy; empty for the disk. */
export function storageOrigin(env: NodeJS.ProcessEnv): string {
  const { S3_BUCKET: bucket, S3_REGION: region = 'us-east-1', S3_ENDPOINT: endpoint } = env;
  if (!bucket) return '';
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return env['S3_FORCE_PATH_STYLE'] === 'true' ? url.origin : `${url.protocol}//${bucket}.${url.host}`;
}
