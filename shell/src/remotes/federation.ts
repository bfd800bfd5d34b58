import { guard } from './integrity.ts';
import { readManifest } from './manifest.ts';
import { fetchParts } from './parts.ts';

/** A remote's server has this long for each file. */
const TIMEOUT_MS = 6000;

/** The part of module federation that the loader uses. */
export interface Federation {
  /**
   * Fetches and runs the version of a remote that a manifest describes, each time anew; the module it exposes.
   * Rejects if any of its files does not come.
   */
  load: (name: string, manifest: string) => Promise<unknown>;
}

/** What a remote's entry leaves in the page under the remote's name. */
interface Container {
  init: (shared: unknown) => unknown;
  get: (module: string) => Promise<() => unknown>;
}

/** Webpack's: collects what this build provides, and where it is then. */
declare const __webpack_init_sharing__: (scope: string) => Promise<void>;
declare const __webpack_share_scopes__: { default: unknown };

function isContainer(value: unknown): value is Container {
  return (
    typeof value === 'object' &&
    value !== null &&
    'init' in value &&
    typeof value.init === 'function' &&
    'get' in value &&
    typeof value.get === 'function'
  );
}

/** Fetches ahead what a remote will ask for itself, and notices itself if it does not come. */
function fetchAhead(address: string, as: 'script' | 'style'): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as, href: address });
  guard(link);
  document.head.append(link);
}

function run(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = address;
  guard(script);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${address} did not come`));
    timer = setTimeout(fail, TIMEOUT_MS);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', fail);
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}

async function containerOf(name: string, entry: string): Promise<Container> {
  // Another version's must not be taken for this one's.
  Reflect.set(globalThis, name, undefined);
  await run(entry);
  const container: unknown = Reflect.get(globalThis, name);
  if (!isContainer(container)) throw new Error(`${entry} left no container`);
  return container;
}

export const federation: Federation = {
  load: async (name, manifest) => {
    fetchParts();
    const { entry, scripts, styles, expectsRuntime } = await readManifest(
      new URL(manifest, location.origin).href,
      TIMEOUT_MS,
    );
    for (const address of styles) fetchAhead(address, 'style');
    for (const address of scripts) fetchAhead(address, 'script');
    if (expectsRuntime) await import('./former-runtime.ts');
    const [container] = await Promise.all([containerOf(name, entry), __webpack_init_sharing__('default')]);
    await container.init(__webpack_share_scopes__.default);
    const factory = await container.get('./remote');
    return factory();
  },
};
