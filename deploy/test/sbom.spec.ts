import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Bom, billOfMaterials, deployables } from '../src/sbom.ts';
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

/** What is installed for a room without what is for development, as `name@version`. */
function shippedWith(room: string): string[] {
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
  visit(room);
  return [...seen]
    .filter((place) => place.includes('node_modules/'))
    .map((place) => `${place.split('node_modules/').at(-1) ?? ''}@${packages[place]?.version ?? ''}`);
}

describe.each(deployables)('the bill of materials', (room) => {
  it(`holds all that ${room} is deployed with`, () => {
    const shipped = shippedWith(room);
    expect(shipped.length).toBeGreaterThan(0);
    expect(shipped.filter((ref) => !refs.includes(ref))).toEqual([]);
  });
});

it('names the libraries people ask for, and no tool of the tests', () => {
  const names = bom.components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['react', 'antd', '@uppy/core', '@nestjs/core', 'pg', 'redis', 'svc-core']),
  );
  for (const tool of ['jest', 'msw', 'eslint', 'lighthouse', '@playwright/test'])
    expect(names).not.toContain(tool);
});

it('says version, address and licence of each', () => {
  const lacking = bom.components.filter(
    ({ version, purl, licenses = [] }) => !version || !purl.startsWith('pkg:npm/') || licenses.length === 0,
  );
  // Its package.json says nothing of a licence; its Readme says MIT.
  expect(lacking.map(({ name }) => name)).toEqual(['pause']);
});

it('is CycloneDX whose references lead somewhere', () => {
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
