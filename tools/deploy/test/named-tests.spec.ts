import { describe, expect, it } from '@jest/globals';
import { named, testsIn } from './named-tests.ts';

const inSpec = (source: string) => testsIn('some.spec.ts', source);
const titles = (source: string) => inSpec(source).map(({ title }) => title);
const skipped = (source: string) => inSpec(source).map(({ isSkipped }) => isSkipped);

describe('the tests of a file', () => {
  it('have the titles of the groups around them', () => {
    expect(
      titles("describe('a', () => { describe.each([1])('b %s', () => { it('c', () => {}); }); });"),
    ).toEqual(['a › b %s › c']);
    expect(titles("test.describe('a', () => { test('b', async () => {}); });")).toEqual(['a › b']);
  });

  it('may have rows and placeholders', () => {
    expect(titles("it.each([['x', 1]])('takes %s', () => {});")).toEqual(['takes %s']);
    expect(titles("it.each`a\n${1}`('takes $a', () => {});")).toEqual(['takes $a']);
    expect(titles('for (const a of []) { it(`takes ${a}`, () => {}); }')).toEqual(['takes ${a}']);
  });

  it.each([
    "it.skip('a', () => {});",
    "xit('a', () => {});",
    "it.skip.each([1])('a', () => {});",
    "it.failing('a', () => {});",
    "describe.skip('b', () => { it('a', () => {}); });",
    "xdescribe('b', () => { it('a', () => {}); });",
    "(isLinux ? it : it.skip)('a', () => {});",
    "test('a', () => { test.skip(isLinux, 'why'); });",
    "test.fixme('a', () => {});",
    "if (isLinux) it('a', () => {});",
    "if (isLinux) { describe('b', () => { it('a', () => {}); }); }",
  ])('are known to be left out, always or on some machines: %s', (source) => {
    expect(skipped(source)).toEqual([true]);
  });

  it('are not found in comments or texts', () => {
    expect(titles("// it('a', () => {});\nconst text = \"it('b', () => {});\"; it('c', () => {});")).toEqual([
      'c',
    ]);
  });

  it('are found by their title, with as many groups as make it unique', () => {
    const tests = inSpec(
      "describe('a', () => { it('c', () => {}); }); describe('b', () => { it('c', () => {}); it('and c', () => {}); });",
    );
    expect(named(tests, 'c')).toHaveLength(2);
    expect(named(tests, 'b › c')).toHaveLength(1);
    expect(named(tests, 'and c')).toHaveLength(1);
    expect(named(tests, 'd')).toHaveLength(0);
  });
});

it('faults and rules of lint have their names', () => {
  const source = "export const fault = { title: 'Redis stopped', 'no-eval': 'off' };";
  expect(testsIn('fault.ts', source)).toEqual([
    { title: 'Redis stopped', isSkipped: false },
    { title: 'no-eval', isSkipped: true },
  ]);
});
