/** One live remote: its name, the version now current, and the address of that version's manifest. */
export interface RegistryEntry {
  name: string;
  version: string;
  manifest: string;
}

/** /remotes/registry.json */
export interface RemotesRegistry {
  remotes: RegistryEntry[];
}

const NAME = /^[a-z][a-z0-9-]*$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseEntry(value: unknown, at: number): RegistryEntry {
  const where = `remotes[${at}]`;
  if (!isRecord(value)) throw new Error(`${where} is not an object`);
  const { name, version, manifest } = value;
  if (typeof name !== 'string' || !NAME.test(name)) throw new Error(`${where}.name is not a name`);
  if (typeof version !== 'string' || !VERSION.test(version)) {
    throw new Error(`${where}.version is not a version`);
  }
  // Only the gateway's own files are ever executed, whatever the registry says.
  const expected = `/remotes/${name}/${version}/mf-manifest.json`;
  if (manifest !== expected) throw new Error(`${where}.manifest is not ${expected}`);
  return { name, version, manifest: expected };
}

/**
 * Reads a registry document. Members it does not know are left out, so a newer registry still works.
 * @throws Error naming the first member that is not as it must be.
 */
export function parseRegistry(document: unknown): RemotesRegistry {
  if (!isRecord(document) || !Array.isArray(document['remotes'])) {
    throw new Error('the registry has no list of remotes');
  }
  const remotes = document['remotes'].map(parseEntry);
  const names = new Set(remotes.map((remote) => remote.name));
  if (names.size !== remotes.length) throw new Error('a remote is named twice in the registry');
  return { remotes };
}
