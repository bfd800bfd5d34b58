import { describe, expect, it } from '@jest/globals';
import { documents, paths, read } from './files.ts';

interface Workflow {
  name: string;
  on: object;
  permissions: object;
  jobs: Record<
    string,
    { 'runs-on': string; 'timeout-minutes': number; steps: { uses?: string; run?: string }[] }
  >;
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

it('hosted CI follows docs/operations.md in containers', () => {
  expect(paths('.github/workflows/*.yml')).toContain('.github/workflows/containers.yml');
});

describe.each(paths('.github/workflows/*.yml'))('%s', (path) => {
  const [workflow, ...more] = documents(path) as Workflow[];
  const jobs = Object.values(workflow?.jobs ?? {});
  const steps = jobs.flatMap((job) => job.steps);

  it('is a complete workflow without write permissions', () => {
    expect(more).toEqual([]);
    expect(workflow).toMatchObject({ name: expect.any(String), on: expect.any(Object) });
    expect(workflow?.permissions).toEqual({ contents: 'read' });
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs) {
      expect(job['runs-on']).toMatch(/^[a-z]+-\d/);
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  it('runs commands of package.json and actions with pinned versions', () => {
    for (const { uses, run } of steps) {
      expect([uses, run].filter((each) => each !== undefined)).toHaveLength(1);
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d/);
      for (const [, script = ''] of (run ?? '').matchAll(/npm run (?:--\S+ )*([\w:-]+)/g)) {
        expect(scripts).toHaveProperty([script]);
      }
    }
    expect(steps.some(({ run }) => run?.startsWith('npm '))).toBe(true);
  });
});
