/**
 * Writes the bill of materials (CycloneDX 1.5 as JSON) of all that is deployed to standard output: `npm run --silent sbom`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What is deployed. The rooms of packages come with them. */
export const deployables = ['shell', ...globSync('{mf,svc}-*', { cwd: root }).sort(), 'gateway', 'backup'];

/** A part of {@link Bom}, as far as it is looked at here. */
export interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses?: ({ license: { id: string } } | { expression: string })[];
  properties: { name: string; value: string }[];
}

/** A bill of materials: https://cyclonedx.org/docs/1.5/json/ */
export interface Bom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * Everything that the deployables and the rooms they are built of depend on, on whatever platform, by the lockfile.
 * `npm sbom --omit dev` would leave out whatever a development tool needs too, React among it; so npm lists all and marks
 * what is for development alone, and that is left out here.
 */
export function billOfMaterials(): Bom {
  const chosen = deployables.flatMap((room) => ['--workspace', room]);
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
      ({ properties, ...component }) => !properties.some(isDevelopment) || shipped.has(component['bom-ref']),
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

if (import.meta.main) process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 2)}\n`);
