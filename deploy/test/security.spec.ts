import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { paths, read, root } from './files.ts';

/** The numbers of the OWASP Application Security Verification Standard's requirements of levels 1 and 2. */
const asvs = JSON.parse(read('deploy/test/asvs-requirements.json')) as Record<
  'level 1' | 'level 2',
  string[]
>;
const text = read('docs/security.md');
const files = new Map(
  [...text.matchAll(/^\[([a-z0-9-]+)\]: \.\.\/(\S+)$/gm)].map(([, name = '', file = '']) => [name, file]),
);

const rows = [...text.matchAll(/^\| ((?:\d+\.\d+\.\d+(?:, )?)+) +\|(.*)\|$/gm)].map(
  ([, numbers = '', rest = '']) => ({
    numbers: numbers.split(', '),
    cells: rest.split('|').map((cell) => cell.trim()),
  }),
);
/** Rows of what applies have a third cell, the proof. */
const applying = rows.filter(({ cells }) => cells.length === 2);

it('says of every requirement once whether it is met, deviated from, or does not apply', () => {
  const said = rows.flatMap(({ numbers }) => numbers);
  expect(said.toSorted()).toEqual([...asvs['level 1'], ...asvs['level 2']].toSorted());
});

describe.each(applying)('requirement $numbers.0', ({ cells: [what = '', proof = ''] }) => {
  it('is proven by files there are, or a written deviation', () => {
    const names = [...proof.matchAll(/\[([a-z0-9-]+)\]/g)].map(([, name = '']) => name);
    expect(names.length > 0 || what.includes('**Deviation**')).toBe(true);
    for (const name of names) expect([...files.keys()]).toContain(name);
  });
});

it.each([...files])('%s is there, and is used', (name, file) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(text.split(`[${name}]`).length).toBeGreaterThan(2);
});

it('finds the other documents it names', () => {
  for (const [, file = ''] of text.matchAll(/\]\(([a-z0-9/-]+\.md)\)/g)) {
    expect(existsSync(join(root, 'docs', file))).toBe(true);
  }
});

it('names commands that there are', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([a-z:-]+)/g))
    expect(Object.keys(scripts)).toContain(name);
});

it('no program and no deployment switches off the check of certificates', () => {
  const files = [
    ...paths('{svc-*,backup,gateway,packages/service-kit}/src/**/*.ts'),
    ...paths('{docker-compose.yml,*Dockerfile,*/Dockerfile,deploy/{compose,kubernetes}/**/*.{yaml,yml,sh}}'),
  ];
  expect(files.length).toBeGreaterThan(100);
  const unchecked =
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|sslmode=(no-verify|disable|allow|prefer)|checkServerIdentity/;
  expect(files.filter((file) => unchecked.test(read(file)))).toEqual([]);
});
