import { parseLive, parseScreens, type ScreenDeclaration } from './screens.ts';

/** One remote: its name, the version now current, and the address of that version's manifest. */
export interface RegistryEntry {
  name: string;
  version: string;
  manifest: string;
  /** The number of the contract it was built with; null when its build does not say. */
  contract: number | null;
  /** The hash of each file by its path beside the manifest; null from a publisher of before the hashes. */
  integrity: Record<string, string> | null;
  /** Since when the version is current, ISO 8601, and the commit it was built from; null when nobody knows. */
  since: string | null;
  commit: string | null;
  pinned: boolean;
  /** What the remote declares (contract 2); a build of contract 1 declares nothing. */
  screens: ScreenDeclaration[];
  headerItem: boolean;
  live: Record<string, string[]>;
  /** The content of its mf-manifest.json; null from a publisher that does not copy it. */
  build: Record<string, unknown> | null;
}

/** /remotes/registry.json: what is live, and what is switched off. */
export interface RemotesRegistry {
  remotes: RegistryEntry[];
  disabled: RegistryEntry[];
}

const NAME = /^[a-z][a-z0-9-]*$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const HASH = /^sha(256|384|512)-[A-Za-z0-9+/]{43,}={0,2}$/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws Error when there is one and it is not made of hashes: an empty one would let any file pass. */
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
  // Only the gateway's own files are ever executed, whatever the registry says.
  const expected = `/remotes/${name}/${version}/mf-manifest.json`;
  if (manifest !== expected) throw new Error(`${where}.manifest is not ${expected}`);
  const { contract, since, commit, pinned } = value;
  return {
    ...{ name, version, manifest: expected },
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
 * Reads a registry document. Members it does not know are left out, so a newer registry still works, and so are screens
 * that it cannot read.
 * @throws Error naming the first member that is not as it must be.
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
