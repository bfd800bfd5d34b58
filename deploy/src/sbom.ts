/**
 * Writes the bill of materials (CycloneDX 1.5 as JSON) of all that is deployed to standard output: `npm run --silent sbom`.
 * Of one image, whose name, and whose package, if it has another name, are given; with what the folders have
 * that deploy/images/collect.sh made:
 *   node deploy/src/sbom.ts <image> [<package>] [--debian <folder>]...
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameAndVersion, shippedWith } from './shipped-packages.ts';

const root = join(import.meta.dirname, '../..');

/** What is deployed. The packages that they use come with them. */
export const deployables = ['shell', ...globSync('{mf,svc}-*', { cwd: root }).sort(), 'gateway', 'backup'];

/** A part of {@link Bom}, as far as it is looked at here. */
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
 * Everything that the deployables and the packages they are built of depend on, on whatever platform, by the lockfile.
 * `npm sbom --omit dev` would leave out whatever a development tool needs too, React among it; so npm lists all and marks
 * what is for development alone, and that is left out here.
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
    // npm names the root for its folder.
    metadata: { ...metadata, component: { ...metadata.component, name: 'mainstay' } },
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

const isDevelopment = ({ name }: { name: string }): boolean => name === 'cdx:npm:package:development';

/**
 * What the lockfile has in some place not for development alone, as `name@version`. A version that is in several places is
 * listed by npm once, with the mark of any of them.
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

/** Lockfiles do not hold the field `licenses` that some older packages have in place of `license`. */
function withLicences(component: Component): Component {
  const file = join(root, 'node_modules', component.name, 'package.json');
  if (component.licenses || !existsSync(file)) return component;
  const { licenses = [] } = JSON.parse(readFileSync(file, 'utf8')) as { licenses?: { type: string }[] };
  return { ...component, licenses: licenses.map(({ type }) => ({ license: { id: type } })) };
}

/**
 * What an image holds of this project and of npm: what `place`, a folder or an npm package, is shipped with. The same lockfile gives
 * the same text, so it has neither a time nor a number of its own.
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

/** The packages of a folder that has the status of each as Debian's dpkg writes it, one file each, and of Node with them. */
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
  // Whatever loads libstdc++ here is Node.
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
