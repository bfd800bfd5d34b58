import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { password, people } from './people.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** The program of the client in docs/api.md. */
function documentedExample(): string {
  const [, code] =
    /^## The client$.*?```ts\n(.*?)```/ms.exec(readFileSync(join(root, 'docs/api.md'), 'utf8')) ?? [];
  if (code === undefined) throw new Error('docs/api.md shows no program');
  return code;
}

const folder = join(root, 'tests/journeys/test-results/documented-example');
const file = join(folder, 'example.ts');

/** Installs the package as a stranger does: from its file, with what that names, and nothing else of this repository. */
async function install(): Promise<void> {
  const installed = join(folder, 'node_modules/@mainstay/api-client');
  mkdirSync(installed, { recursive: true });
  const packed = await run('npm', ['pack', '--pack-destination', folder], {
    cwd: join(root, 'packages/api-client'),
  });
  const archive = packed.stdout.trim().split('\n').at(-1) ?? '';
  await run('tar', ['-xzf', join(folder, archive), '--strip-components', '1', '-C', installed]);
  const texts = globSync('**/*.{js,ts}', { cwd: installed }).map((name) =>
    readFileSync(join(installed, name), 'utf8'),
  );
  expect(texts.join('\n')).not.toMatch(/from '@mainstay/);
}

test.beforeAll(async () => {
  await install();
  writeFileSync(file, documentedExample());
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.script.json'), include: ['*.ts'] }),
  );
});

test('the program in docs/api.md compiles', async () => {
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]);
});

test('the program in docs/api.md works with a token until it is revoked', async ({ baseURL, request }) => {
  await request.post('/api/login', { data: { email: people.admin, password } });
  const created = await request.post('/api/tokens', { data: { name: 'Example' } });
  const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(await created.json());
  const runIt = () =>
    run(process.execPath, [file], {
      env: { MAINSTAY_URL: baseURL ?? '', MAINSTAY_TOKEN: token },
    });

  const { stdout } = await runIt();
  expect(stdout).toMatch(
    /^refused with 400: \{ title: \[ '.+' \] \}\nFreezer does not close: in_progress\n\d+ urgent tickets are open\n$/,
  );

  expect((await request.delete(`/api/tokens/${id}`)).status()).toBe(204);
  await expect(runIt()).rejects.toThrow(/ApiProblem: Unauthorized/);
});
