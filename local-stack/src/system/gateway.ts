import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../backends/debian-package.ts';
import { listServices, upstreamSetting } from '../build/service-files.ts';
import { root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import { answers, type Replica } from './services.ts';

/** The remotes that the shell loads at run time, by their names in the registry; each is built in `mf-<name>`. */
export const remotes = ['maintenance', 'locations', 'employees'] as const;
export type RemoteName = (typeof remotes)[number];

export const registryDir = (stateDir: string): string => join(stateDir, 'registry');

/** Makes a build the current version of a system's registry; what is pinned stays where it is. */
const publish = (name: string, dist: string, stateDir: string, signal: AbortSignal): Promise<string> =>
  run(
    process.execPath,
    ['gateway/src/registry.ts', 'publish', name, dist, '--registry', registryDir(stateDir), '--ensure'],
    { cwd: root, signal, failure: `${name} could not be published.` },
  );

/**
 * Publishes the builds of the remotes.
 * @param checkoutOf where each remote is built.
 */
export async function publishRemotes(
  stateDir: string,
  signal: AbortSignal,
  checkoutOf: (name: RemoteName) => string = () => root,
): Promise<void> {
  const dist = (name: RemoteName) => join(checkoutOf(name), `mf-${name}/dist`);
  await Promise.all(remotes.map((name) => publish(name, dist(name), stateDir, signal)));
}

/** Publishes the build of a checkout's shell. */
export async function publishShell(stateDir: string, signal: AbortSignal, checkout = root): Promise<void> {
  await publish('shell', join(checkout, 'shell/dist'), stateDir, signal);
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
  const upstreams = listServices().map((service) => {
    const own = replicas.filter((replica) => replica.service.name === service.name);
    return [upstreamSetting(service), own.map(({ address }) => address).join(',')];
  });
  const outDir = join(stateDir, 'gateway');
  mkdirSync(outDir, { recursive: true });
  const env = { ...process.env, ...nginx.env };
  await run(process.execPath, ['gateway/src/render.ts'], {
    cwd: root,
    env: {
      ...env,
      GATEWAY_PORT: String(port),
      OUT_DIR: outDir,
      ...Object.fromEntries(upstreams),
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
