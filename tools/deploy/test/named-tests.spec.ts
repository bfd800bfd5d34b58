import { expect, it } from '@jest/globals';
import { named, testsIn } from './named-tests.ts';

const inSpec = (source: string) => testsIn('some.spec.ts', source);

it('the tests of a file have the titles of the groups around them, rows and placeholders', () => {
  const titles = (source: string) => inSpec(source).map(({ title }) => title);
  const grouped = "describe('a', () => { describe.each([1])('b %s', () => { it('c', () => {}); }); });";
  expect(titles(grouped)).toEqual(['a › b %s › c']);
  expect(titles("test.describe('a', () => { test('b', async () => {}); });")).toEqual(['a › b']);
  expect(titles("it.each([['x', 1]])('takes %s', () => {});")).toEqual(['takes %s']);
  expect(titles("it.each`a\n${1}`('takes $a', () => {});")).toEqual(['takes $a']);
  expect(titles('for (const a of []) { it(`takes ${a}`, () => {}); }')).toEqual(['takes ${a}']);
  expect(titles("// it('a', () => {});\nconst text = \"it('b', () => {});\";")).toEqual([]);
});

it.each([
  "it.skip('a', () => {});",
  "xit('a', () => {});",
  "it.skip.each([1])('a', () => {});",
  "it.failing('a', () => {});",
  "xdescribe('b', () => { it('a', () => {}); });",
  "(isLinux ? it : it.skip)('a', () => {});",
  "test('a', () => { test.skip(isLinux, 'why'); });",
  "if (isLinux) { describe('b', () => { it('a', () => {}); }); }",
])('tests are known to be left out, always or on some machines: %s', (source) => {
  expect(inSpec(source).map(({ isSkipped }) => isSkipped)).toEqual([true]);
});

it('tests are found by their title, with as many groups as make it unique', () => {
  const tests = inSpec(
    "describe('a', () => { it('c', () => {}); }); describe('b', () => { it('c', () => {}); it('and c', () => {}); });",
  );
  expect(['c', 'b › c', 'and c', 'd'].map((name) => named(tests, name).length)).toEqual([2, 1, 1, 0]);
});

it('faults and rules of lint have their names', () => {
  const source = "export const fault = { title: 'Redis stopped', 'no-eval': 'off' };";
  expect(testsIn('fault.ts', source)).toEqual([
    { title: 'Redis stopped', isSkipped: false },
    { title: 'no-eval', isSkipped: true },
  ]);
});
