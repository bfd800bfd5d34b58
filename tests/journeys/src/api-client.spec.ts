import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { password, people } from './people.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** The program in docs/api.md. */
function documentedExample(): string {
  const [, code] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'docs/api.md'), 'utf8')) ?? [];
  if (code === undefined) throw new Error('docs/api.md shows no program');
  return code;
}

const folder = join(root, 'tests/journeys/test-results/documented-example');
const file = join(folder, 'example.ts');

test.beforeAll(() => {
  mkdirSync(folder, { recursive: true });
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
