import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { paths, read, root } from './files.ts';

it.each(paths('tools/deploy/**/*.sh'))(
  '%s names no service, remote or job of theirs in a command',
  (path) => {
    const commands = read(path).replace(/^\s*#.*$/gm, '');
    expect(
      [...commands.matchAll(/\b(?:svc|mf|migrate|publish-mf)-[a-z][\w-]*/g)].map(([name]) => name),
    ).toEqual([]);
  },
);

describe('deploy.sh', () => {
  /** What it asks of kubectl, one line each. */
  function asked(): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'kubectl-'));
    const log = join(folder, 'asked');
    const script = `#!/bin/sh
echo "$*" >>${log}
case "$*" in *'get deployments'*) printf '%s\\n' deployment.apps/one deployment.apps/other ;; esac
`;
    try {
      writeFileSync(join(folder, 'kubectl'), script, { mode: 0o755 });
      execFileSync('tools/deploy/kubernetes/deploy.sh', ['tools/deploy/kubernetes/managed'], {
        cwd: root,
        env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
      });
      return readFileSync(log, 'utf8').trimEnd().split('\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('applies every kustomization: first all migrations, then the services, then the front ends', () => {
    const commands = asked();
    const applied = commands.flatMap((line) => /^apply .*--kustomize (.*)$/.exec(line)?.[1] ?? []);
    const own = 'tools/deploy/kubernetes';
    const of = (part: string) => paths(`{svc,mf}-*/kubernetes/${part}/kustomization.yaml`).map(dirname);
    expect(of('migrate').length).toBeGreaterThan(0);
    // What a kustomization of a domain could be besides these would be missing here.
    expect(of('*').sort()).toEqual([...of('migrate'), ...of('service'), ...of('publish')].sort());
    expect(applied).toEqual([
      `${own}/migrate`,
      ...of('migrate'),
      join(root, own, 'managed'),
      ...of('service'),
      `${own}/remotes`,
      ...of('publish'),
    ]);
  });

  it('creates each job anew and waits for it, and for every deployment', () => {
    const commands = asked();
    for (const file of paths(
      '{tools/deploy,{svc,mf}-*}/kubernetes/{migrate,remotes,publish}/{migrate,publish}.yaml',
    )) {
      const start = commands.indexOf(`delete --ignore-not-found --kustomize ${dirname(file)}`);
      expect(commands.slice(start + 1, start + 3)).toEqual([
        `apply --kustomize ${dirname(file)}`,
        `--namespace mainstay wait --for condition=complete --timeout 10m --filename ${file}`,
      ]);
    }
    for (const deployment of ['deployment.apps/one', 'deployment.apps/other'])
      expect(commands).toContain(`--namespace mainstay rollout status --timeout 10m ${deployment}`);
  });
});
