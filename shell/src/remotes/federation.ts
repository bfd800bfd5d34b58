import { type FederationHost } from '../federation/index.ts';
import { sharedModules } from './shared-modules.ts';

/** The part of module federation that the loader uses. */
export type Federation = Pick<FederationHost, 'load'>;

declare global {
  /** Set by the script of src/federation. */
  var mainstayFederation: FederationHost | undefined;
}

/** The URL of the federation runtime; page.tsx writes it into the page. */
function runtimeAddress(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="federation-runtime"]')?.content ?? '';
}

function runScript(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = address;
  return new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${address} was not loaded`)));
    document.head.append(script);
  }).finally(() => script.remove());
}

let starting: Promise<FederationHost> | undefined;

async function startRuntime(): Promise<FederationHost> {
  await runScript(runtimeAddress());
  const host = globalThis.mainstayFederation;
  if (!host) throw new Error('The federation runtime did not start');
  host.share(sharedModules());
  return host;
}

/** The federation runtime, fetched once; after a failure the next call fetches it again. */
function runtime(): Promise<FederationHost> {
  starting ??= startRuntime().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}

export const federation: Federation = {
  load: async (entry) => (await runtime()).load(entry),
};
