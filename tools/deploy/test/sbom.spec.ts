import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bom, billOfImage, billOfMaterials, deployables, systemComponents } from '../src/sbom.ts';
import { read } from './files.ts';

interface Locked {
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

let bom: Bom;
let refs: string[];
beforeAll(() => {
  bom = billOfMaterials();
  refs = bom.components.map((component) => component['bom-ref']);
}, 60_000);

/** Where a package finds another one: in the nearest node_modules above it. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = packages[place];
    if (found) return found.link ? found.resolved : place;
    if (folder === '') return undefined;
  }
}

/** What is installed for a package without what is for development, as `name@version`. */
function shippedWith(folder: string): string[] {
  const seen = new Set<string>();
  const visit = (place: string): void => {
    if (seen.has(place)) return;
    seen.add(place);
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = placeOf(name, place);
      if (next === undefined) expect(Object.keys(optionalDependencies)).toContain(name);
      else visit(next);
    }
  };
  visit(folder);
  return [...seen]
    .filter((place) => place.includes('node_modules/'))
    .map((place) => `${place.split('node_modules/').at(-1) ?? ''}@${packages[place]?.version ?? ''}`);
}

describe.each(deployables)('the bill of materials', (folder) => {
  it(`lists everything that ${folder} is deployed with`, () => {
    const shipped = shippedWith(folder);
    expect(shipped.length).toBeGreaterThan(0);
    expect(shipped.filter((ref) => !refs.includes(ref))).toEqual([]);
  });
});

it('contains well-known libraries, and no test tool', () => {
  const names = bom.components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['react', 'antd', '@uppy/core', '@nestjs/core', 'pg', 'redis', 'svc-core']),
  );
  for (const tool of ['jest', 'msw', 'oxlint', '@stryker-mutator/core', 'lighthouse', '@playwright/test'])
    expect(names).not.toContain(tool);
});

it('has the version, address and licence of each', () => {
  const lacking = bom.components.filter(
    ({ version, purl, licenses = [] }) => !version || !purl.startsWith('pkg:npm/') || licenses.length === 0,
  );
  // Its package.json names no licence; its README says MIT.
  expect(lacking.map(({ name }) => name)).toEqual(['pause']);
});

it('is CycloneDX with valid references', () => {
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'mainstay' } },
  });
  expect(new Set(refs).size).toBe(refs.length);
  const known = new Set([bom.metadata.component['bom-ref'], ...refs]);
  expect(bom.dependencies.map(({ ref }) => ref).filter((ref) => !known.has(ref))).toEqual([]);
  expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
});

describe('the bill of one image', () => {
  it('contains the npm packages of that image, and none of others', () => {
    const { components, metadata } = billOfImage('svc-auth', 'svc-auth', []);
    const names = components.map(({ name }) => name);
    expect(metadata.component.name).toBe('mainstay/svc-auth');
    expect(names).toEqual(expect.arrayContaining(['@node-rs/argon2', 'passport', 'pg', 'service-kit']));
    for (const other of ['typescript', 'react', 'sharp', '@aws-sdk/client-s3'])
      expect(names).not.toContain(other);
    expect(components.filter((component) => !shippedWith('svc-auth').includes(component['bom-ref']))).toEqual(
      components.filter(({ name }) => name === 'service-kit'),
    );
  }, 30_000);

  it('is the same text for the same lockfile', () => {
    const [one, other] = [0, 1].map(() => JSON.stringify(billOfImage('publisher', 'node_modules/zod', [])));
    expect(one).toBe(other);
  }, 30_000);

  it("lists Debian's packages as dpkg knows them, and Node", () => {
    const folder = mkdtempSync(join(tmpdir(), 'debian-'));
    writeFileSync(join(folder, 'dash'), 'Package: dash\nArchitecture: amd64\nVersion: 0.5.12-2\n');
    writeFileSync(
      join(folder, 'libstdc++6'),
      'Package: libstdc++6\nArchitecture: amd64\nVersion: 12.2.0-14+deb12u1\n',
    );
    expect(systemComponents([folder]).map(({ purl }) => purl)).toEqual([
      'pkg:deb/debian/dash@0.5.12-2?arch=amd64',
      'pkg:deb/debian/libstdc++6@12.2.0-14%2Bdeb12u1?arch=amd64',
      `pkg:generic/node@${process.versions.node}`,
    ]);
    rmSync(folder, { recursive: true });
  });
});
