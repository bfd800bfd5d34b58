import { isRecord } from './is-record.ts';
import { parseLive, parseScreens, type ScreenDeclaration } from './screens.ts';

/** One remote: its name, current version and the URL of that version's manifest. */
export interface RegistryEntry {
  name: string;
  version: string;
  manifest: string;
  /** The contract version it was built with; null if its build does not state it. */
  contract: number | null;
  /** File hashes by path relative to the manifest; null if an old publisher wrote the entry. */
  integrity: Record<string, string> | null;
  /** When the version became current (ISO 8601) and its commit; null if unknown. */
  since: string | null;
  commit: string | null;
  pinned: boolean;
  /** What the remote declares (contract 2); empty for contract 1. */
  screens: ScreenDeclaration[];
  headerItem: boolean;
  live: Record<string, string[]>;
  /** The content of its mf-manifest.json; null if the publisher does not copy it. */
  build: Record<string, unknown> | null;
}

/** /remotes/registry.json: the live and the disabled remotes. */
export interface RemotesRegistry {
  remotes: RegistryEntry[];
  disabled: RegistryEntry[];
}

const NAME = /^[a-z][a-z0-9-]*$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const HASH = /^sha(256|384|512)-[A-Za-z0-9+/]{43,}={0,2}$/;

/** @throws Error if a value is not a hash: an empty one would let any file pass */
function parseIntegrity(value: unknown, where: string): Record<string, string> | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) throw new Error(`${where}.integrity is not an object`);
  const hashes: Record<string, string> = {};
  for (const [file, hash] of Object.entries(value)) {
    if (typeof hash !== 'string' || !HASH.test(hash)) throw new Error(`${where}.integrity has no hash`);
    hashes[file] = hash;
  }
  return hashes;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function parseEntry(value: unknown, where: string): RegistryEntry {
  if (!isRecord(value)) throw new Error(`${where} is not an object`);
  const { name, version, manifest } = value;
  if (typeof name !== 'string' || !NAME.test(name)) throw new Error(`${where}.name is not a name`);
  if (typeof version !== 'string' || !VERSION.test(version)) {
    throw new Error(`${where}.version is not a version`);
  }
  // Only files of the gateway may run, whatever the registry says.
  const expected = `/remotes/${name}/${version}/mf-manifest.json`;
  if (manifest !== expected) throw new Error(`${where}.manifest is not ${expected}`);
  const { contract, since, commit, pinned } = value;
  return {
    name,
    version,
    manifest: expected,
    contract: typeof contract === 'number' ? contract : null,
    integrity: parseIntegrity(value['integrity'], where),
    since: textOrNull(since),
    commit: textOrNull(commit),
    pinned: pinned === true,
    screens: parseScreens(value['screens']),
    headerItem: value['headerItem'] === true,
    live: parseLive(value['live']),
    build: isRecord(value['build']) ? value['build'] : null,
  };
}

const parseList = (list: unknown[], name: string): RegistryEntry[] =>
  list.map((value, at) => parseEntry(value, `${name}[${at}]`));

/**
 * Parses a registry document. Unknown members and unreadable screens are ignored, so that newer registries work.
 * @throws Error naming the first invalid member
 */
export function parseRegistry(document: unknown): RemotesRegistry {
  if (!isRecord(document) || !Array.isArray(document['remotes'])) {
    throw new Error('the registry has no list of remotes');
  }
  const switchedOff = document['disabled'];
  const remotes = parseList(document['remotes'], 'remotes');
  const disabled = Array.isArray(switchedOff) ? parseList(switchedOff, 'disabled') : [];
  const all = [...remotes, ...disabled];
  if (new Set(all.map((remote) => remote.name)).size !== all.length) {
    throw new Error('a remote is named twice in the registry');
  }
  return { remotes, disabled };
}
