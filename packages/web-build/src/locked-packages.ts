/** What a package.json, and its copy in a lockfile, says of other packages. */
export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Locked extends Manifest {
  version?: string;
  integrity?: string;
  /** A package of this repository, whose folder is `resolved`. */
  link?: boolean;
  resolved?: string;
}

/**
 * The npm packages that some packages run and are built with, in a fixed order: place, version and integrity of each.
 * @param manifests each package's folder below the lockfile's, and its package.json
 * @param lock the text of a package-lock.json
 */
export function lockedWith(manifests: (readonly [string, Manifest])[], lock: string): string[] {
  // npm writes it, and refuses to install another shape.
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> };
  const found = new Map<string, Locked>(manifests);
  // A Map's iteration goes on to what is added meanwhile.
  for (const [place, { dependencies, optionalDependencies, peerDependencies }] of found) {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = placeOf(name, place, packages);
      // An optional package that is not installed.
      if (next === undefined) continue;
      const { link, resolved = '' } = packages[next] ?? {};
      const target = link ? resolved : next;
      if (!found.has(target)) found.set(target, packages[target] ?? {});
    }
  }
  return [...found]
    .flatMap(([place, { version = '', integrity }]) =>
      integrity ? [`${place} ${version} ${integrity}`] : [],
    )
    .sort();
}

/** Where a package finds another one: in the nearest node_modules above it. */
function placeOf(name: string, from: string, packages: Record<string, Locked>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}
