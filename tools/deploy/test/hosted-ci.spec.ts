import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents, paths, read, root } from './files.ts';

/** The errors that GitHub's own workflow parser finds: keys, types, and expressions between `${{` and `}}`. */
async function errorsOf(name: string, content: string): Promise<string[]> {
  const trace = new NoOperationTraceWriter();
  const { context, value } = parseWorkflow({ name, content }, trace);
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe('workflows', () => {
  it.each(paths('.github/workflows/*.yml'))('%s is valid for GitHub', async (path) => {
    expect(await errorsOf(path, read(path))).toEqual([]);
  });

  it.each([
    ['an unknown key', 'runs-on:', 'run-on:', /run-on/],
    [
      'an invalid expression',
      '${{ matrix.deployable }}',
      '${{ matrix.deployable ',
      /expression|not closed|Unexpected/i,
    ],
    ['an unknown context', '${{ matrix.deployable }}', '${{ matrices.deployable }}', /matrices/],
  ])('%s is found', async (_, right, wrong, message) => {
    const text = read('.github/workflows/deployables.yml');
    expect(text).toContain(right);
    expect((await errorsOf('deployables.yml', text.replace(right, wrong))).join('\n')).toMatch(message);
  });

  it('run the same command as every machine', () => {
    const [ci] = documents('.github/workflows/ci.yml') as [{ jobs: { test: { steps: { run?: string }[] } } }];
    expect(ci.jobs.test.steps.map(({ run }) => run)).toContain('.ci/run');
  });
});

describe('CODEOWNERS', () => {
  const rules = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
  const patternOf = (pattern: string) => new RegExp(`^${pattern.replaceAll('*', '[^/]*')}`);
  /** The last matching line, as GitHub evaluates them; the first is the default. */
  const ruleOf = (path: string) => rules.findLast(([pattern = '']) => patternOf(pattern).test(`/${path}/`));

  it.each(
    globSync('{packages/*,*}/package.json', { cwd: root }).map((file) => file.replace('/package.json', '')),
  )('names who owns %s, which has a README', (folder) => {
    if (folder.startsWith('node_modules')) return;
    const [pattern, ...owners] = ruleOf(folder) ?? [];
    expect(pattern).not.toBe('*');
    for (const owner of owners) expect(owner).toMatch(/^@mainstay\/[a-z]+$/);
    expect(owners).not.toEqual([]);
    expect(existsSync(join(root, folder, 'README.md'))).toBe(true);
  });

  it.each(paths('{packages/*,*}/README.md'))('agrees with %s', (file) => {
    const [, line = ''] = /^- Owners?: (.*)$/m.exec(read(file)) ?? [];
    const named = [...line.matchAll(/([a-z]+) team/g)].map(([, team]) => `@mainstay/${team}`);
    expect(named).toEqual((ruleOf(dirname(file)) ?? []).slice(1));
  });

  it('has owners for a future domain', () => {
    expect(ruleOf('mf-spare-parts')).toEqual(['/mf-*/', '@mainstay/domains']);
    expect(ruleOf('svc-spare-parts')).toEqual(['/svc-*/', '@mainstay/domains']);
  });

  it('names no missing folder', () => {
    const patterns = rules.map(([pattern = '']) => pattern).filter((pattern) => pattern !== '*');
    expect(patterns.filter((pattern) => paths(pattern.slice(1, -1)).length === 0)).toEqual([]);
  });
});
