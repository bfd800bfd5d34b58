import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../machine/folders.ts';
import { unusedExports } from './unused-exports.ts';

it('finds what no other file names', () => {
  const sources = new Map([
    ['one.ts', 'export const used = 1;\nexport interface Unused {}\nexport function spoken() {}\n'],
    ['two.ts', "import { used } from './one.ts';\n/* Unused */\n// spoken\n"],
  ]);
  expect(unusedExports(sources)).toEqual(['one.ts: Unused', 'one.ts: spoken']);
});

/** What others read without naming it in a file of TypeScript. */
const readOtherwise = [
  // Generated.
  '/openapi.limits.ts: ',
  // The catalogue shows every export.
  '.stories.tsx: ',
  // In place of modules of antd and React, with their names.
  'packages/ui/src/antd/without-styles.ts: ',
  'packages/ui/src/picture/react.ts: ',
];

it('exports nothing that no other file names', () => {
  const files = globSync('**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (name) => /^(node_modules|dist|\.mainstay)$|openapi\.d\.ts$/.test(name.split('/').at(-1) ?? ''),
  });
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const found = unusedExports(sources).filter((entry) => !readOtherwise.some((part) => entry.includes(part)));
  expect(sources.size).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
