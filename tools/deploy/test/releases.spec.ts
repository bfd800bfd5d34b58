import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { paths, read, root } from './files.ts';

/** The folders that are released on their own. */
const deployables = ['shell', 'intake', 'gateway', 'tools/backup', ...paths('mf-*'), ...paths('svc-*')];

const versionOf = (folder: string, name: string) =>
  (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string }).version;

it.each(deployables)('%s has a changelog that begins with its version', (name) => {
  const [, version] = /^## (\S+)$/m.exec(read(`${name}/CHANGELOG.md`)) ?? [];
  expect(version).toBe(versionOf(root, name));
});

describe('a changeset', () => {
  let copy: string;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'releases-'));
    const files = ['package.json', 'package-lock.json', '.prettierrc.json', '.changeset/config.json'];
    for (const file of [
      ...files,
      ...paths('{{packages,tests,tools}/*,*}/package.json'),
      ...paths('{tools/*,*}/CHANGELOG.md'),
    ]) {
      if (file.startsWith('node_modules')) continue;
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(root, file), join(copy, file));
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  /** Applies one changeset. */
  function release(changed: string): void {
    const text = `---\n'@mainstay/${changed}': minor\n---\n\nTickets have a colour.\n`;
    writeFileSync(join(copy, '.changeset/brave-toast.md'), text);
    const cli = join(root, 'node_modules/@changesets/cli/bin.js');
    execFileSync(process.execPath, [cli, 'version'], {
      cwd: copy,
      stdio: 'pipe',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  }
  const changedDeployables = () =>
    deployables.filter((name) => versionOf(copy, name) !== versionOf(root, name));

  it('gives a service a version and an entry of its own, and no other deployable', () => {
    release('svc-core');
    expect(changedDeployables()).toEqual(['svc-core']);
    expect(versionOf(copy, 'svc-core')).not.toBe(versionOf(root, 'svc-core'));
    expect(readFileSync(join(copy, 'svc-core/CHANGELOG.md'), 'utf8')).toContain('Tickets have a colour.');
    expect(existsSync(join(copy, '.changeset/brave-toast.md'))).toBe(false);
  });

  it('of a kit releases every deployable with the kit in its build', () => {
    release('ui');
    expect(changedDeployables().sort()).toEqual(['shell', 'intake', ...paths('mf-*')].sort());
  });
});
