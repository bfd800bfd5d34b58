import { freePort } from '@mainstay/test-kit';
import { expect, test } from '@playwright/test';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { password, people } from './people.ts';

const repository = join(import.meta.dirname, '../../..');

/** Remotes by folder, with the headings of their screens. */
const remotes = {
  'mf-maintenance': 'Maintenance',
  'mf-locations': 'Sandwich Co. Locations',
  'mf-employees': 'Employees',
  'mf-inbox': 'Inbox',
  'mf-equipment': 'Equipment',
  'mf-reports': 'Reports',
};

interface Served {
  url: string;
  server: ChildProcess;
  printed: string;
}
const served = new Map<string, Served>();

/** Runs `npm run dev` in a remote's folder. Its only settings are PATH and the URL of the services. */
async function serve(folder: string): Promise<Served> {
  const port = await freePort();
  const server = spawn('npm', ['run', '--silent', 'dev', '--', '--port', String(port)], {
    cwd: join(repository, folder),
    env: { PATH: process.env['PATH'], MAINSTAY_URL: process.env['MAINSTAY_URL'] },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const remote = { url: `http://localhost:${port}/`, server, printed: '' };
  for (const output of [server.stdout, server.stderr])
    output.on('data', (chunk: Buffer) => (remote.printed += chunk.toString()));
  return remote;
}

// Each build needs a processor for ten seconds or more.
test.beforeAll(async () => {
  for (const folder of Object.keys(remotes)) served.set(folder, await serve(folder));
});

test.afterAll(() => {
  for (const { server } of served.values())
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
});

for (const [folder, heading] of Object.entries(remotes)) {
  test(
    `${folder} is built and served from its own folder, on the services of a running system`,
    { tag: '@nightly' },
    async ({ page }) => {
      test.slow();
      const remote = served.get(folder);
      if (!remote) throw new Error(`${folder} was not started`);
      const responses = () =>
        fetch(remote.url).then(
          ({ ok }) => ok,
          () => false,
        );
      // The dev server responds once the build is done.
      await expect(async () => {
        expect([await responses(), remote.server.exitCode], remote.printed).toEqual([true, null]);
      }).toPass({ timeout: 240_000 });
      await page.goto(remote.url);
      await page.getByLabel('Email').fill(people.admin);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    },
  );
}
