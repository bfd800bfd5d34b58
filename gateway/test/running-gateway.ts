import { freePort } from '@mainstay/test-kit';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '../src/nginx-binary.ts';
import { readServiceFiles } from '../src/service-files.ts';
import { publishBuild } from './builds.ts';
import { type EchoUpstream, type Seen, startEcho } from './echo-upstream.ts';

const source = join(import.meta.dirname, '../src');
/** Compiled code of the command lines, which the tests start some hundred times (decision 48). */
const compiled = join(source, '../../.mainstay/compile-cache');
/** The names of all services of this checkout. */
const services = readServiceFiles(join(source, '../..')).map(({ name }) => name);

export interface ApiResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body as JSON. */
  json: () => unknown;
  /** The body as an echo upstream's response. */
  seen: () => Seen;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface RunningGateway {
  port: number;
  folder: string;
  /** Sends the path exactly as written, without making it a URL first. */
  ask: (path: string, asked?: Asked) => Promise<ApiResponse>;
  /** Renders again with changed settings and has nginx go on with them. */
  reload: (changed: Record<string, string>) => Promise<void>;
  /** What nginx wrote to its error log so far. */
  errors: () => string;
  stop: () => Promise<void>;
}

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs one of the gateway's command lines, from compiled code, with nothing of our own environment but the
 * PATH and NGINX_BIN.
 */
export function tryScript(
  script: 'render.ts' | 'registry.ts',
  args: string[],
  environment: Record<string, string> = {},
): Promise<Ran> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    NGINX_BIN: process.env['NGINX_BIN'] ?? '',
    NODE_COMPILE_CACHE: compiled,
    ...environment,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(source, script), ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** The same for a command that is meant to succeed: what it wrote. */
export async function runScript(...args: Parameters<typeof tryScript>): Promise<string> {
  const { code, stdout, stderr } = await tryScript(...args);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** A fresh folder with a registry that has a small shell alone. */
export async function prepareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-gateway-'));
  const text = 'export const greeting = "hello";\n'.repeat(100);
  await publishBuild(folder, 'shell', 'one', {
    'favicon.ico': 'icon',
    'worker.js': text,
    'manifest.webmanifest': '{}',
    'assets/main.0a1b2c3d4e.js': text,
    'assets/main.0a1b2c3d4e.css': 'body { margin: 0 }\n'.repeat(100),
    'assets/logo-0a1b2c3d.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(100)}</svg>`,
    'assets/photo.0a1b2c3d.png': Buffer.from([0x89, 0x50]),
    'assets/.hidden.js': text,
  });
  return folder;
}

/** The words of a text, as addresses have no spaces in them. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

const upstreamSetting = (name: string): string => `UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}`;

/** Addresses by the names of services. */
type Upstreams = Record<string, string>;

/** For `startGateway`: another text in a file of the configuration, such as a shorter time limit. */
export const replacing = (file: string, text: string, by: string) => async (configuration: string) => {
  const path = join(configuration, file);
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(text, by));
};

/** The environment that render.ts asks for, pointed at a prepared folder. Services without an address do not run. */
export function renderEnvironment(
  folder: string,
  upstreams: Upstreams,
  port: number,
): Record<string, string> {
  return {
    GATEWAY_PORT: String(port),
    OUT_DIR: join(folder, 'nginx'),
    ...Object.fromEntries(services.map((name) => [upstreamSetting(name), upstreams[name] ?? '127.0.0.1:9'])),
    REGISTRY_DIR: join(folder, 'registry'),
    ANY_HOST: 'on',
  };
}

/**
 * Renders the configuration and runs a real nginx on it until `stop`.
 * @param edit changes the configuration, whose folder it gets, before nginx reads it
 */
export async function startGateway(
  folder: string,
  upstreams: Upstreams,
  settings: Record<string, string> = {},
  edit?: (configuration: string) => Promise<void>,
): Promise<RunningGateway> {
  const port = await freePort();
  const environment = { ...renderEnvironment(folder, upstreams, port), ...settings };
  await runScript('render.ts', [], environment);
  await edit?.(join(folder, 'nginx'));
  const reload = async (changed: Record<string, string>): Promise<void> => {
    Object.assign(environment, changed);
    await runScript('render.ts', ['--reload'], environment);
  };

  const { path } = findNginx(process.env['NGINX_BIN'] || undefined, process.env['PATH'] ?? '');
  const nginx = spawn(path, ['-e', 'stderr', '-p', join(folder, 'nginx'), '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  nginx.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ask = (asked: string, more?: Asked): Promise<ApiResponse> => send(port, asked, more);
  const isHealthy = () =>
    ask('/gateway/health').then(
      ({ status }) => status === 200,
      () => false,
    );
  for (let tries = 0; !(await isHealthy()); tries += 1) {
    if (tries > 100 || nginx.exitCode !== null) throw new Error(`nginx did not start\n${errors}`);
    await sleep(50);
  }
  return {
    port,
    folder,
    ask,
    reload,
    errors: () => errors,
    stop: async () => {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

export interface System {
  gateway: RunningGateway;
  upstreams: EchoUpstream[];
  stop: () => Promise<void>;
}

/** A gateway in front of one echo upstream for each service, named as the service is. */
export async function startSystem(settings: Record<string, string> = {}, folder?: string): Promise<System> {
  const upstreams = await Promise.all(services.map((name) => startEcho(`svc-${name}`)));
  const addresses = Object.fromEntries(services.map((name, at) => [name, upstreams[at]?.address ?? '']));
  const gateway = await startGateway(folder ?? (await prepareFolder()), addresses, settings);
  return {
    gateway,
    upstreams,
    stop: async () => {
      await gateway.stop();
      await Promise.all(upstreams.map((upstream) => upstream.kill()));
    },
  };
}

export async function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<ApiResponse> {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body);
  // One before the response ends the wait for it; a later one is of a body that is refused on its way.
  sent.on('error', () => undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const whole = await buffer(response);
  const json = () => JSON.parse(whole.toString()) as unknown;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: whole,
    json,
    seen: () => json() as Seen,
  };
}
