import { expect, it } from '@jest/globals';
import browserslist from 'browserslist';
import { browserslistToTargets, transform } from 'lightningcss';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const targets = browserslistToTargets(browserslist(undefined, { path: root }));

const prefixesOf = (css: string) => new Set(css.match(/(?<=[{;])-webkit-[\w-]+(?=:)/g));

it('builds style sheets with the prefixes that the supported browsers need', () => {
  const sheets = globSync('{shell,intake,mf-*}/dist/**/*.css', { cwd: root });
  const built = sheets.map((filename) => readFileSync(join(root, filename)));
  const needed = built.map(
    (code, at) => transform({ filename: sheets[at] ?? '', code, targets, minify: true }).code,
  );
  const prefixes = built.map((code, at) => [sheets[at], prefixesOf(code.toString())] as const);
  // Safari knows user-select by no other name, and neither we nor antd write this one.
  expect(prefixes.filter(([, names]) => names.has('-webkit-user-select')).length).toBeGreaterThan(1);
  expect(prefixes).toEqual(needed.map((code, at) => [sheets[at], prefixesOf(code.toString())] as const));
});
