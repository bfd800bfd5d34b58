import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { type Declaration, declaration } from './declaration.ts';

export const manifestName = 'mf-manifest.json';

const fileList = z.object({ sync: z.array(z.string()) });

/** The members of mf-manifest.json that name a remote's initial files. */
const manifest = z.looseObject({
  metaData: z.looseObject({ remoteEntry: z.looseObject({ name: z.string() }) }),
  exposes: z.array(z.looseObject({ assets: z.looseObject({ js: fileList, css: fileList }) })).min(1),
});

/** A built remote or site in a folder. */
export interface BuiltRemote {
  /** The hash of its content, used as the version. */
  version: string;
  /** The name and the contract version it was built with; null when the build does not give them. */
  name: string | null;
  contract: number | null;
  /** Its declaration for the shell; empty before contract 2. */
  screens: Declaration['screens'];
  headerItem: boolean;
  live: Declaration['live'];
  /** Its mf-manifest.json without the list of shared modules; null for a site. */
  build: Record<string, unknown> | null;
  /** Each file's hash by its path, in the format of Subresource Integrity. */
  integrity: Record<string, string>;
}

/** Reads the built remote in a folder. Throws an Error when there is none. */
export function readBuiltRemote(folder: string): BuiltRemote {
  if (!existsSync(join(folder, manifestName))) {
    throw new Error(`${folder} has no ${manifestName}: build the remote first`);
  }
  return {
    ...contentOf(folder),
    ...readDeclaration(join(folder, 'remote.json')),
    build: readManifest(join(folder, manifestName)),
  };
}

/** Version and hashes of a folder's files, for any kind of build. */
export function contentOf(folder: string): Pick<BuiltRemote, 'version' | 'integrity'> {
  const content = createHash('sha256');
  const integrity: Record<string, string> = {};
  for (const file of filesOf(folder)) {
    const bytes = readFileSync(join(folder, file));
    content.update(`${file}\0${bytes.length}\0`).update(bytes);
    integrity[file] = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  }
  return { version: content.digest('hex').slice(0, 12), integrity };
}

/** Part of the registry, so that a page knows the remote's initial files without fetching its manifest. */
function readManifest(file: string): Record<string, unknown> {
  try {
    return { ...manifest.parse(JSON.parse(readFileSync(file, 'utf8'))), shared: [] };
  } catch (error) {
    throw new Error(`${file} is not the manifest of a remote: build the remote again`, { cause: error });
  }
}

function readDeclaration(file: string): Omit<BuiltRemote, 'version' | 'integrity' | 'build'> {
  // A build from before this file existed.
  if (!existsSync(file)) return { name: null, contract: null, screens: [], headerItem: false, live: {} };
  const text = readFileSync(file, 'utf8');
  try {
    return declaration.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${file} is not a valid declaration, build the remote again:\n${reason}`, {
      cause: error,
    });
  }
}

/** The files of a build by path, without source maps and what the publisher creates. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz|map)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
