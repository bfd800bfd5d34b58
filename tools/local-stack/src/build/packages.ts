import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../machine/folders.ts';

/** A workspace of the repository. */
export interface Package {
  /** Path below the checkout, for example `packages/ui`. */
  path: string;
  packageName: string;
  scripts: Record<string, string>;
  /** The packages whose code ends up in this one's build (`dependencies`; development ones give only types). */
  uses: string[];
  /** The request limits of the services whose types it has: the only values that come with types, so its build reads them. */
  limits: string[];
}

/**
 * All workspaces, in the order of the root package.json. A folder without package.json, as a domain of another branch
 * leaves behind, is none.
 */
export function listPackages(): Package[] {
  const patterns = strings(readPackage(join(root, 'package.json'))['workspaces']);
  const folders = patterns.flatMap((pattern) =>
    globSync(join(pattern, 'package.json'), { cwd: root }).map(dirname).sort(),
  );
  const packages = folders.map((path) => ({ path, json: readPackage(join(root, path, 'package.json')) }));
  const pathOf = new Map(packages.map(({ path, json }) => [String(json['name']), path]));
  return packages.map(({ path, json }) => {
    const pathsIn = (field: string) =>
      Object.keys(record(json[field])).flatMap((name) => pathOf.get(name) ?? []);
    return {
      path,
      packageName: String(json['name']),
      scripts: record(json['scripts']),
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
  for (const one of found) {
    for (const path of one.uses) {
      const used = packages.find((candidate) => candidate.path === path);
      if (used) found.add(used);
    }
  }
  return [...found];
}

function readPackage(file: string): Record<string, unknown> {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof json === 'object' && json !== null ? { ...json } : {};
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const record = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item)]))
    : {};
