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

/** As long as for each file of a remote. */
const TIMEOUT_MS = 6000;

function runScript(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = address;
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${address} was not loaded`));
    timer = setTimeout(fail, TIMEOUT_MS);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', fail);
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}

async function startRuntime(modules: typeof sharedModules, isAgain: boolean): Promise<FederationHost> {
  // Another URL than that of a request that hangs.
  await runScript(runtimeAddress() + (isAgain ? `?again=${Date.now()}` : ''));
  const host = globalThis.mainstayFederation;
  if (!host) throw new Error('The federation runtime did not start');
  host.share(modules());
  return host;
}

/** Fetches the federation runtime with the first remote, and again only after a failure. */
export function createFederation(modules = sharedModules): Federation {
  let starting: Promise<FederationHost> | undefined;
  let hasFailed = false;
  return {
    load: async (entry) => {
      starting ??= startRuntime(modules, hasFailed).catch((error: unknown) => {
        starting = undefined;
        hasFailed = true;
        throw error;
      });
      return (await starting).load(entry);
    },
  };
}

/** The page's own. */
export const federation = createFederation();
