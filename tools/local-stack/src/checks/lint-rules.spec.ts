import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../machine/folders.ts';

/**
 * Runs lint on one file of an otherwise empty repository.
 * @returns oxlint's report
 */
function lint(path: string, content: string): unknown {
  const repository = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    mkdirSync(join(repository, 'node_modules'));
    for (const file of ['.oxlintrc.jsonc', 'lint-rules.mjs', 'package.json']) {
      cpSync(join(root, file), join(repository, file));
    }
    for (const needed of ['node_modules/browserslist', 'node_modules/@mdn']) {
      symlinkSync(join(root, needed), join(repository, needed));
    }
    mkdirSync(join(repository, dirname(path)), { recursive: true });
    writeFileSync(join(repository, path), content);
    const oxlint = join(root, 'node_modules/.bin/oxlint');
    const { stdout } = spawnSync(oxlint, ['--format', 'json'], { cwd: repository, encoding: 'utf8' });
    return JSON.parse(stdout);
  } finally {
    rmSync(repository, { recursive: true });
  }
}

const query = "export const one = (pool: { query(text: string): void }): void => pool.query('SELECT 1');\n";

it.each([
  ['a query outside the repositories', 'svc-core/src/one.ts', query, ['mainstay(no-query)']],
  ['a query in a migration', 'svc-core/src/database/migrations/1-one.ts', query, []],
  [
    'what Safari 17.4 lacks',
    'shell/src/one.ts',
    "declare const CloseWatcher: new () => object;\nexport const one = [URL.parse('/'), new CloseWatcher(), AbortSignal.any([]), new URL('http://a')];\n",
    ['mainstay(no-newer-api)', 'mainstay(no-newer-api)'],
  ],
  ['what Node has', 'svc-core/src/one.ts', "export const one = URL.parse('/');\n", []],
  [
    'storage that may throw',
    'shell/src/one.ts',
    "export const one = (): string | null => localStorage.getItem('one');\n",
    ['eslint(no-restricted-globals)'],
  ],
  [
    'an exception from a rule',
    'shell/src/one.ts',
    '// oxlint-disable-next-line no-eval\nexport const one = 1;\n',
    ['mainstay(no-inline-config)'],
  ],
  [
    'an exception for a whole file',
    'shell/src/one.ts',
    '/* eslint no-eval: 0 */\nexport const one = 1;\n',
    ['mainstay(no-inline-config)'],
  ],
  [
    'tags inside lines',
    'shell/src/one.ts',
    '/** One. @returns one */\nexport const one = (): number => 1;\n/**\n * `2` is two. @throws Error\n */\nexport const two = 2;\n',
    ['mainstay(tags-begin-lines)', 'mainstay(tags-begin-lines)'],
  ],
  [
    'tags that begin lines',
    'shell/src/one.ts',
    '/** @returns one, or ` @throws ` as a word */\nexport const one = (): number => 1;\n/**\n * Two.\n * @throws Error\n */\nexport const two = 2;\n',
    [],
  ],
  ['a comment on lint', 'shell/src/one.ts', '// eslint was here.\nexport const one = 1;\n', []],
])('lint: %s', (_, path, content, rules) => {
  expect(lint(path, content)).toMatchObject({ diagnostics: rules.map((code) => ({ code })) });
});
