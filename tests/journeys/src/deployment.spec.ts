import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';

const repository = join(import.meta.dirname, '../../..');

/** The addresses of the replicas of svc-core. */
async function replicas(): Promise<string[]> {
  const text = await readFile(join(process.env['MAINSTAY_STATE_DIR'] ?? '', 'run/system.json'), 'utf8');
  const { services } = z.object({ services: z.record(z.string(), z.string()) }).parse(JSON.parse(text));
  return Object.entries(services).flatMap(([name, url]) => (name.startsWith('svc-core') ? [url] : []));
}

const deploy = (name: string) =>
  promisify(execFile)('npm', ['run', '--silent', 'service', '--', 'deploy', name], { cwd: repository });

test('a service is deployed while requests run, and none fails', { tag: '@nightly' }, async ({ baseURL }) => {
  const statuses = new Map<string, number>();
  let isOver = false;
  const ask = async (path: string) => {
    while (!isOver) {
      // No keep-alive: nginx may close an idle connection just when a request is sent on it.
      const status = await fetch(new URL(path, baseURL), { headers: { connection: 'close' } }).then(
        async (response) => {
          await response.arrayBuffer();
          return `${path} ${response.status}`;
        },
        (error: unknown) => `${path} ${String(error)}`,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(5);
    }
  };
  const before = await replicas();
  const asking = Promise.all(['/api/tickets', '/api/docs/core.json', '/api/setup'].map(ask));
  try {
    await deploy('core');
    await sleep(500);
  } finally {
    isOver = true;
    await asking;
  }
  expect([...statuses.keys()].sort()).toEqual([
    '/api/docs/core.json 200',
    '/api/setup 200',
    '/api/tickets 401',
  ]);
  expect(Math.min(...statuses.values())).toBeGreaterThan(50);

  const after = await replicas();
  expect(after).toHaveLength(before.length);
  expect(after.filter((url) => before.includes(url))).toEqual([]);
  for (const url of before) await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
});
