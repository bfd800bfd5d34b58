import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bom, billOfImage, billOfMaterials, deployables, systemComponents } from '../src/sbom.ts';
import { nameAndVersion, shippedWith } from '../src/shipped-packages.ts';

let bom: Bom;
let refs: string[];
beforeAll(() => {
  bom = billOfMaterials();
  refs = bom.components.map((component) => component['bom-ref']);
}, 60_000);

describe.each(deployables)('the bill of materials', (folder) => {
  it(`lists everything that ${folder} is deployed with`, () => {
    const shipped = [...shippedWith(folder)].map(nameAndVersion);
    expect(shipped.length).toBeGreaterThan(0);
    expect(shipped.filter((ref) => !refs.includes(ref))).toEqual([]);
  });
});

it('contains well-known libraries, and no test tool', () => {
  const names = bom.components.map(({ name }) => name);
  const libraries = ['react', 'antd', '@uppy/core', '@nestjs/core', 'pg', 'redis', 'svc-core', 'webpack'];
  expect(names).toEqual(expect.arrayContaining(libraries));
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
  const component = expect.objectContaining({ name: 'mainstay' });
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', metadata: { component } });
  expect(new Set(refs).size).toBe(refs.length);
  const known = new Set([bom.metadata.component['bom-ref'], ...refs]);
  const named = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
  expect(named.filter((ref) => !known.has(ref))).toEqual([]);
});

it('of one image contains the packages of that image, and is the same text for the same lockfile', () => {
  const bill = billOfImage('svc-auth', 'svc-auth', []);
  const names = bill.components.map(({ name }) => name);
  expect(bill.metadata.component.name).toBe('mainstay/svc-auth');
  expect(names).toEqual(expect.arrayContaining(['@node-rs/argon2', 'passport', 'pg', 'service-kit']));
  for (const other of ['typescript', 'react', 'sharp', '@aws-sdk/client-s3'])
    expect(names).not.toContain(other);
  expect(bill).not.toHaveProperty('serialNumber');
  expect(bill.metadata).not.toHaveProperty('timestamp');
}, 30_000);

it("of one image lists Debian's packages as dpkg knows them, and Node", () => {
  const folder = mkdtempSync(join(tmpdir(), 'debian-'));
  const add = (name: string, version: string) =>
    writeFileSync(join(folder, name), `Package: ${name}\nArchitecture: amd64\nVersion: ${version}\n`);
  add('dash', '0.5.12-2');
  add('libstdc++6', '12.2.0-14+deb12u1');
  expect(systemComponents([folder]).map(({ purl }) => purl)).toEqual([
    'pkg:deb/debian/dash@0.5.12-2?arch=amd64',
    'pkg:deb/debian/libstdc++6@12.2.0-14%2Bdeb12u1?arch=amd64',
    `pkg:generic/node@${process.versions.node}`,
  ]);
  rmSync(folder, { recursive: true });
});
