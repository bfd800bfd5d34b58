import { integrityOf } from './integrity.ts';

/** What a remote's manifest says of the build beside it. */
export interface Manifest {
  /** The script that leaves the remote's container in the page, and what the container fetches for the screen: addresses. */
  entry: string;
  scripts: string[];
  styles: string[];
  /** Built with a federation runtime that it expects in the page. */
  expectsRuntime: boolean;
}

function member(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** @throws Error when the document is no manifest. */
function parseManifest(document: unknown, address: string): Manifest {
  const exposes = member(document, 'exposes');
  const assets = member(Array.isArray(exposes) ? exposes[0] : undefined, 'assets');
  const entry = member(document, 'metaData', 'remoteEntry', 'name');
  const scripts = member(assets, 'js', 'sync');
  const styles = member(assets, 'css', 'sync');
  if (typeof entry !== 'string' || !isTexts(scripts) || !isTexts(styles)) {
    throw new Error(`${address} is no manifest of a remote`);
  }
  const beside = (file: string) => new URL(file, address).href;
  return {
    entry: beside(entry),
    scripts: scripts.map(beside),
    styles: styles.map(beside),
    expectsRuntime: member(document, 'metaData', 'pluginVersion') !== undefined,
  };
}

/**
 * Reads a manifest: never from a cache, and only as it was published.
 * @throws Error when it does not come in time, or is none.
 */
export async function readManifest(address: string, timeoutMs: number): Promise<Manifest> {
  const response = await fetch(address, {
    cache: 'no-store',
    integrity: integrityOf(address),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status} for ${address}`);
  return parseManifest(await response.json(), address);
}
