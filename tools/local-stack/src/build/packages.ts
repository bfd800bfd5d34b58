import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../machine/folders.ts';
import { recordOf } from '../shape.ts';

/** A workspace of the repository. */
export interface Package {
  /** Path below the checkout, for example `packages/ui`. */
  path: string;
  packageName: string;
  scripts: Record<string, string>;
  /** The packages whose code ends up in this one's build (`dependencies`; development ones give only types). */
  uses: string[];
  /** The request limits of the services whose types it has, which its build reads. */
  limits: string[];
}

/**
 * All workspaces, in the order of the root package.json. A folder without package.json, as a domain of another branch
 * leaves behind, is none.
 */
export function listPackages(): Package[] {
  const folders = Object.values(textsIn(readManifest('.')['workspaces'])).flatMap((pattern) =>
    globSync(join(pattern, 'package.json'), { cwd: root }).map(dirname).sort(),
  );
  const manifests = folders.map((path) => ({ path, manifest: readManifest(path) }));
  const pathOf = new Map(manifests.map(({ path, manifest }) => [String(manifest['name']), path]));
  return manifests.map(({ path, manifest }) => {
    const pathsIn = (field: string) =>
      Object.keys(recordOf(manifest[field])).flatMap((name) => pathOf.get(name) ?? []);
    return {
      path,
      packageName: String(manifest['name']),
      scripts: textsIn(manifest['scripts']),
      uses: pathsIn('dependencies'),
      limits: pathsIn('devDependencies')
        .map((service) => join(service, 'openapi.limits.ts'))
        .filter((file) => existsSync(join(root, file))),
    };
  });
}

/** A package and all packages that are part of its build, itself first. */
export function withDependencies(pkg: Package, packages: Package[]): Package[] {
  const found = new Set([pkg]);
  for (const { uses } of found) {
    for (const used of packages.filter(({ path }) => uses.includes(path))) found.add(used);
  }
  return [...found];
}

const readManifest = (folder: string) =>
  recordOf(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));

const textsIn = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(recordOf(value)).map(([key, item]) => [key, String(item)]));
