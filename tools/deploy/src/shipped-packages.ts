/**
 * Copies the installed packages that a deployable runs with, without those for development, and without types,
 * sources and maps:
 *   node tools/deploy/src/shipped-packages.ts <target> <package> [--without <package>]
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../../..');

interface Locked {
  /** Given where it is installed under another name. */
  name?: string;
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** Where a package finds another one: in the nearest node_modules above it. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

/** The packages that a package needs when it runs. Whoever uses an optional peer depends on it itself. */
function neededBy({ peerDependencies = {}, peerDependenciesMeta = {}, ...own }: Locked): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...own.dependencies, ...own.optionalDependencies }), ...peers];
}

/**
 * The places in the lockfile of all packages that a package runs with, for example `node_modules/pg` or
 * `svc-core/node_modules/pg`; packages of this repository are links, `node_modules/@mainstay/service-kit`. For an npm
 * package, `node_modules/zod`, including itself.
 * @throws when the lockfile lacks it, or one that it needs
 */
export function shippedWith(path: string): Set<string> {
  if (!packages[path]) throw new Error(`package-lock.json has no ${path}`);
  const found = new Set(path.startsWith('node_modules/') ? [path] : []);
  const visit = (place: string): void => {
    const locked = packages[place] ?? {};
    for (const name of neededBy(locked)) {
      const next = placeOf(name, place);
      if (next === undefined) {
        if (name in (locked.optionalDependencies ?? {})) continue;
        throw new Error(`${place} needs ${name}, which package-lock.json does not have`);
      }
      if (found.has(next)) continue;
      found.add(next);
      visit((packages[next]?.link && packages[next].resolved) || next);
    }
  };
  visit(path);
  return found;
}

/** A package as `name@version`; a package of this repository is known by its link. */
export function nameAndVersion(place: string): string {
  const {
    name = place.split('node_modules/').at(-1) ?? '',
    version,
    link,
    resolved = '',
  } = packages[place] ?? {};
  return `${name}@${(link ? packages[resolved]?.version : version) ?? ''}`;
}

/** Types, sources and maps, which only editors and compilers read, and documentation. */
const isForDevelopers = (path: string): boolean =>
  /\.(map|[cm]?ts|flow|markdown|md)$|\/\.[^/]*$/i.test(path) &&
  !/licen[cs]e|copying|notice/i.test(basename(path));

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { without: { type: 'string' } },
  });
  const [target = '', folder = ''] = positionals;
  const elsewhere = values.without === undefined ? new Set<string>() : shippedWith(values.without);
  for (const place of shippedWith(folder)) {
    // Packages for other platforms are in the lockfile, but not installed.
    if (elsewhere.has(place) || !existsSync(join(root, place))) continue;
    cpSync(join(root, place), join(target, place), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isForDevelopers(path) && !isNested(join(root, place), path),
    });
  }
}

/** Whether a file belongs to a package in another one's node_modules, which has a place of its own. */
function isNested(folder: string, path: string): boolean {
  return relative(folder, path).split(sep).includes('node_modules');
}
