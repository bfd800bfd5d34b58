/**
 * Writes the bill of materials (CycloneDX 1.5 as JSON) of all that is deployed to standard output: `npm run --silent sbom`.
 * For one image, given its name and, if different, its package; with the packages in the folders that
 * tools/deploy/images/collect.sh made:
 *   node tools/deploy/src/sbom.ts <image> [<package>] [--debian <folder>]...
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameAndVersion, shippedWith } from './shipped-packages.ts';

const root = join(import.meta.dirname, '../../..');

/** The deployables, which include the packages that they use. */
export const deployables = [
  'shell',
  'intake',
  ...globSync('{mf,svc}-*', { cwd: root }).sort(),
  'gateway',
  'tools/backup',
];

/** The part of a component in {@link Bom} that is used here. */
export interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  type?: string;
  licenses?: ({ license: { id: string } } | { expression: string })[];
}

/** A bill of materials: https://cyclonedx.org/docs/1.5/json/ */
export interface Bom {
  bomFormat: string;
  specVersion: string;
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * All that some deployables or npm packages run with, for every platform, by the lockfile. `npm sbom --omit dev` would
 * leave out everything that a development tool needs too, for example React: so npm lists everything, of which only
 * what is shipped is kept.
 */
export function billOfMaterials(places: string[] = deployables): Bom {
  const formats = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const chosen = deployables.flatMap((folder) => ['--workspace', folder]);
  const text = execFileSync('npm', ['sbom', '--loglevel=error', ...formats, ...chosen], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  const { metadata, components, dependencies, ...bom } = JSON.parse(text) as Bom;
  const shipped = new Set(places.flatMap((place) => [...shippedWith(place)]).map(nameAndVersion));
  if (places === deployables)
    for (const each of deployables) shipped.add(nameAndVersion(`node_modules/@mainstay/${basename(each)}`));
  const own = metadata.component['bom-ref'];
  const isKept = (ref: string) => shipped.has(ref) || ref === own;
  return {
    ...bom,
    // npm names the root after its folder.
    metadata: { ...metadata, component: { ...metadata.component, name: 'mainstay' } },
    components: components.filter((component) => shipped.has(component['bom-ref'])).map(withLicences),
    dependencies: dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}

/** Lockfiles do not contain the field `licenses`, which some older packages have instead of `license`. */
function withLicences({ ...component }: Component): Component {
  const file = join(root, 'node_modules', component.name, 'package.json');
  if (component.licenses || !existsSync(file)) return component;
  const { licenses = [] } = JSON.parse(readFileSync(file, 'utf8')) as { licenses?: { type: string }[] };
  return { ...component, licenses: licenses.map(({ type }) => ({ license: { id: type } })) };
}

/**
 * The packages in an image: those that `place`, a folder or an npm package, is shipped with. The same lockfile gives
 * the same text, so it has no time and no serial number.
 */
export function billOfImage(image: string, place: string, system: Component[]): Bom {
  const { metadata, components, dependencies, ...bom } = billOfMaterials([place]);
  delete bom.serialNumber;
  const component = { ...metadata.component, name: `mainstay/${image}` };
  const all = [...components, ...system];
  const ofImage = { ref: component['bom-ref'], dependsOn: all.map((each) => each['bom-ref']) };
  return {
    ...bom,
    metadata: { component },
    components: all,
    dependencies: [ofImage, ...dependencies.filter(({ ref }) => ref !== ofImage.ref)],
  };
}

/** The Debian packages of folders with one file of dpkg's status for each, and Node. */
export function systemComponents(folders: string[]): Component[] {
  const texts = new Map(
    folders.flatMap((folder) =>
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    ),
  );
  const components = [...texts].sort().map(([name, text]): Component => {
    const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(text)?.[1] ?? '';
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(field('Version'))}?arch=${field('Architecture')}`;
    return { 'bom-ref': purl, type: 'library', name, version: field('Version'), purl };
  });
  // Only Node loads libstdc++ here.
  if (!texts.has('libstdc++6')) return components;
  const purl = `pkg:generic/node@${process.versions.node}`;
  return [
    ...components,
    { 'bom-ref': purl, type: 'application', name: 'node', version: process.versions.node, purl },
  ];
}

if (import.meta.main) {
  const options = { debian: { type: 'string', multiple: true, default: [] as string[] } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [image, place = image] = positionals;
  const bill =
    image === undefined || place === undefined
      ? billOfMaterials()
      : billOfImage(image, place, systemComponents(values.debian));
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
}
