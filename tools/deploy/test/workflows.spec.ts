import { describe, expect, it } from '@jest/globals';
import { dirname } from 'node:path';
import { documents, paths, read } from './files.ts';

interface Workflow {
  permissions: object;
  jobs: Record<
    string,
    {
      'timeout-minutes': number;
      permissions?: object;
      steps: { uses?: string; run?: string }[];
    }
  >;
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

it.each(paths('.github/workflows/*.yml'))(
  '%s gives what it installs and builds no write permissions, and has existing commands',
  (path) => {
    const [{ permissions, jobs } = { permissions: {}, jobs: {} }] = documents(path) as Workflow[];
    expect(permissions).toEqual({ contents: 'read' });
    for (const { steps, 'timeout-minutes': minutes, permissions: own } of Object.values(jobs)) {
      expect(minutes).toBeGreaterThan(0);
      for (const { uses = '', run = '' } of steps) {
        expect(run).not.toMatch(/npm (ci|install|i)\b(?!.* --ignore-scripts)/);
        if (own !== undefined)
          expect([uses, run].join()).not.toMatch(/checkout|setup-node|\bnp[mx]\b|\bnode\b/);
        for (const [, script = ''] of run.matchAll(/npm run (?:--\S+ )*([\w:-]+)/g))
          expect(scripts).toHaveProperty([script]);
      }
    }
  },
);

describe('CODEOWNERS', () => {
  const rules = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
  /** The last matching line, as GitHub evaluates them; the first is the default. */
  const ruleOf = (path: string) =>
    rules.findLast(([rule = '']) => new RegExp(`^${rule.replaceAll('*', '[^/]*')}`).test(`/${path}/`)) ?? [];

  it.each(
    paths('{{packages,tools,tests}/*,*}/package.json')
      .map(dirname)
      .filter((path) => path !== 'node_modules'),
  )('names who owns %s, and its README does so too', (folder) => {
    const [pattern, ...owners] = ruleOf(folder);
    expect(pattern).not.toBe('*');
    const [, line = ''] = /^- Owners?: (.*)$/m.exec(read(`${folder}/README.md`)) ?? [];
    expect(owners).toEqual([...line.matchAll(/([a-z]+) team/g)].map(([, team]) => `@mainstay/${team}`));
    expect(owners).not.toEqual([]);
  });

  it('has owners for a future domain, and names no missing folder', () => {
    for (const kind of ['mf', 'svc'])
      expect(ruleOf(`${kind}-spare-parts`)).toEqual([`/${kind}-*/`, '@mainstay/domains']);
    const patterns = rules.map(([pattern = '']) => pattern).filter((pattern) => pattern !== '*');
    expect(patterns.filter((pattern) => paths(pattern.slice(1, -1)).length === 0)).toEqual([]);
  });
});
