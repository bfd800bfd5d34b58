import { freePort } from '@mainstay/test-kit';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '../..');
const render = join(repository, 'gateway/src/render.ts');

/** Where the pages that may read the storage's refusals come from. */
export const PAGES = 'https://stores.example.com';

/** The gateway as it stands before a storage in the composition: its own nginx, on its own templates. */
export async function startGatewayBefore(
  storage: string,
  bucket: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  const [port, storagePort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env['PATH'] ?? '',
    NGINX_BIN: process.env['NGINX_BIN'] ?? '',
    GATEWAY_PORT: String(port),
    PUBLIC_URL: PAGES,
    OUT_DIR: join(folder, 'nginx'),
    REGISTRY_DIR: join(folder, 'registry'),
    STORAGE_UPSTREAM: new URL(storage).host,
    STORAGE_PORT: String(storagePort),
    STORAGE_ORIGIN: `http://127.0.0.1:${storagePort}`,
    STORAGE_BUCKET: bucket,
  };
  for (const service of globSync('svc-*', { cwd: repository }))
    Object.assign(env, { [service.replace('svc-', 'UPSTREAM_').toUpperCase()]: '127.0.0.1:9' });
  const { stdout } = await promisify(execFile)(process.execPath, [render], { env });
  const program = /\((.+)\)\s*$/.exec(stdout)?.[1];
  if (program === undefined) throw new Error(`no nginx is named: ${stdout}`);
  const nginx = spawn(program, ['-e', 'stderr', '-p', env.OUT_DIR, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/gateway/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isUp()); tries += 1) {
    if (tries > 200 || nginx.exitCode !== null) throw new Error('nginx did not start');
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${storagePort}`,
    async close() {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
