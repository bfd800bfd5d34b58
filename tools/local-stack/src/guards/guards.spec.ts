import { expect, it } from '@jest/globals';
import { root } from '../machine/folders.ts';
import { checksIn, faultOf } from './guard.ts';
import { guards } from './guards.ts';

it('finds each guard once in its file, and its test', () => {
  expect(guards.flatMap((guard) => faultOf(guard, root) ?? [])).toEqual([]);
});

it('has a name for each', () => {
  expect(guards.map(({ name }) => name)).toEqual([...new Set(guards.map(({ name }) => name))]);
});

it.each([
  ['what goes', 'what goes', ''],
  ['stays« and goes», stays', 'stays and goes, stays', 'stays, stays'],
  ['is «here\n → there\n»now', 'is here\nnow', 'is there\nnow'],
])('reads the text %j', (text, remove, put) => {
  expect(checksIn('folder')('file', 'test', { name: text })).toEqual([
    { name: 'name', file: 'folder/file', remove, put, test: 'folder/test' },
  ]);
});

it.each([
  [{}, undefined],
  [{ remove: 'what nobody wrote' }, /0 times/],
  [{ remove: 'checkout' }, /[4-9] times/],
  [{ put: 'existsSync(join(checkout, test))' }, /nothing is removed/],
  [{ test: 'tools/local-stack/src/guards/none.spec.ts' }, /there is no .*none\.spec\.ts/],
  [{ file: 'tools/local-stack/src/guards/none.ts' }, /there is no .*none\.ts/],
])('judges a row with %j', (change, sentence) => {
  const row = {
    name: 'a row needs its test',
    file: 'tools/local-stack/src/guards/guard.ts',
    remove: 'existsSync(join(checkout, test))',
    test: 'tools/local-stack/src/guards/guards.spec.ts',
  };
  const fault = faultOf({ ...row, ...change }, root);
  if (sentence === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(sentence);
});
