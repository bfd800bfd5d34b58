import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nameAndVersion, shippedWith } from '../src/shipped-packages.ts';
import { deployables, root } from './files.ts';

interface Component {
  group?: string;
  name: string;
  version: string;
  purl: string;
  licenses?: object[];
}

let components: Component[];
beforeAll(() => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, maxBuffer: 50_000_000 });
  ({ components } = JSON.parse(text.toString()) as { components: Component[] });
}, 60_000);
const refs = () =>
  components.map(({ group, name, version }) =>
    [group, `${name}@${version.replace(/^v/, '')}`].filter(Boolean).join('/'),
  );

describe.each(deployables)('the bill of materials', (folder) => {
  it(`lists everything that ${folder} is deployed with`, () => {
    // Packages for other platforms are in the lockfile, but not installed.
    const installed = [...shippedWith(folder)].filter((place) => existsSync(join(root, place)));
    const shipped = installed.map((place) => nameAndVersion(place));
    expect(shipped.length).toBeGreaterThan(0);
    expect(shipped.filter((ref) => !refs().includes(ref))).toEqual([]);
  });
});

it('has the version, address and licence of each, and no test tool', () => {
  const lacking = components.filter(
    ({ version, purl, licenses = [] }) => !version || !purl.startsWith('pkg:npm/') || licenses.length === 0,
  );
  // Its package.json names no licence; its README says MIT.
  expect(lacking.map(({ name }) => name)).toEqual(['pause']);
  for (const tool of ['jest', 'msw', 'oxlint', 'lighthouse', 'playwright'])
    expect(components.map(({ name }) => name)).not.toContain(tool);
});
