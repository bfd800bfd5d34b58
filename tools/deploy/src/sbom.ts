/**
 * Writes the bill of materials (CycloneDX 1.5 as JSON) of all that is deployed to standard output: `npm run --silent sbom`.
 * For one image, given its name and, if different, its package; with the packages in the folders that
 * tools/deploy/images/collect.sh made:
 *   node tools/deploy/src/sbom.ts <image> [<package>] [--debian <folder>]...
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  properties?: { name: string; value: string }[];
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
 * All dependencies of the deployables and of the packages in their builds, for every platform, by the lockfile. `npm
 * sbom --omit dev` would leave out everything that a development tool needs too, for example React; so npm lists
 * everything and marks the packages for development, which are removed here.
 */
export function billOfMaterials(): Bom {
  const chosen = deployables.flatMap((folder) => ['--workspace', folder]);
  const formats = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const text = execFileSync('npm', ['sbom', '--loglevel=error', ...formats, ...chosen], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  const { metadata, components, dependencies, ...bom } = JSON.parse(text) as Bom;
  const shipped = shippedPackages();
  const kept = components
    .filter(
      ({ properties = [], ...component }) =>
        !properties.some(isDevelopment) || shipped.has(component['bom-ref']),
    )
    .map(withLicences);
  const refs = new Set([metadata.component['bom-ref'], ...kept.map((component) => component['bom-ref'])]);
  return {
    ...bom,
    // npm names the root after its folder.
    metadata: { ...metadata, component: { ...metadata.component, name: 'mainstay' } },
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

const isDevelopment = ({ name }: { name: string }): boolean => name === 'cdx:npm:package:development';

/**
 * Packages that are in the lockfile at least once not only for development, as `name@version`. npm lists a version
 * that is there several times only once, with the mark of any of them.
 */
function shippedPackages(): Set<string> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean }>;
  };
  const shipped = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
  return new Set(
    shipped.map(([place, { version = '' }]) => `${place.split('node_modules/').at(-1) ?? ''}@${version}`),
  );
}

/** Lockfiles do not contain the field `licenses`, which some older packages have instead of `license`. */
function withLicences(component: Component): Component {
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
  const { metadata, components, dependencies, ...bom } = billOfMaterials();
  const packages = new Set([...shippedWith(place)].map(nameAndVersion));
  const kept = components.filter((component) => packages.has(component['bom-ref']));
  const root = { ...metadata.component, name: `mainstay/${image}` };
  const refs = new Set(kept.map((component) => component['bom-ref']));
  const direct = [...kept, ...system].map((component) => component['bom-ref']);
  delete bom.serialNumber;
  return {
    ...bom,
    metadata: { component: root },
    components: [...kept, ...system],
    dependencies: [
      { ref: root['bom-ref'], dependsOn: direct },
      ...dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
    ],
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
