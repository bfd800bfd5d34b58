import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployables, paths, read, root } from './files.ts';

const cli = join(root, 'node_modules/@changesets/cli/bin.js');

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
    const manifests = paths('{{packages,tests,tools}/*,*}/{package.json,CHANGELOG.md}');
    const others = ['package.json', 'package-lock.json', '.prettierrc.json', '.changeset/config.json'];
    for (const file of [...manifests, ...others]) {
      if (!file.startsWith('node_modules')) cpSync(join(root, file), join(copy, file));
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  /**
   * Applies one changeset.
   * @returns the deployables that get another version
   */
  function release(changed: string): string[] {
    const text = `---\n'@mainstay/${changed}': minor\n---\n\nTickets have a colour.\n`;
    writeFileSync(join(copy, '.changeset/brave-toast.md'), text);
    const env = { ...process.env, NODE_OPTIONS: '' };
    execFileSync(process.execPath, [cli, 'version'], { cwd: copy, stdio: 'pipe', env });
    return deployables.filter((name) => versionOf(copy, name) !== versionOf(root, name)).sort();
  }

  it('of a kit releases every deployable with the kit in its build', () => {
    expect(release('ui')).toEqual(['shell', 'intake', ...paths('mf-*')].sort());
  });
});
