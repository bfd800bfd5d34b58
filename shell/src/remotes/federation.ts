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

async function startRuntime(modules: typeof sharedModules): Promise<FederationHost> {
  await runScript(runtimeAddress());
  const host = globalThis.mainstayFederation;
  if (!host) throw new Error('The federation runtime did not start');
  host.share(modules());
  return host;
}

/** Fetches the federation runtime with the first remote, and again only after a failure. */
export function createFederation(modules = sharedModules): Federation {
  let starting: Promise<FederationHost> | undefined;
  return {
    load: async (entry) => {
      starting ??= startRuntime(modules).catch((error: unknown) => {
        starting = undefined;
        throw error;
      });
      return (await starting).load(entry);
    },
  };
}

/** The page's own. */
export const federation = createFederation();
