import { join } from 'node:path';
import { buildId } from './build-id.ts';

/** Modules that the shell provides and every remote uses; each exists once in the page. */
const sharedModules = [
  { request: 'react', version: '19.3.1' },
  { request: 'react/jsx-runtime', version: '19.3.1' },
  { request: 'react-dom', version: '19.3.1' },
  { request: 'react-dom/client', version: '19.3.1' },
  { request: '@tanstack/react-query', version: '5.108.0' },
  { request: '@mainstay/ui/base', version: '0.1.0' },
  { request: '@mainstay/ui/core', version: '0.1.0' },
  { request: '@mainstay/ui/content', version: '0.1.0' },
  { request: '@mainstay/ui/forms', version: '0.1.0' },
  { request: '@mainstay/ui/router', version: '0.1.0' },
  { request: '@mainstay/ui/table', version: '0.1.0' },
  { request: '@mainstay/ui/timeline', version: '0.1.0' },
] as const;

const KIT = '@mainstay/web-kit';
const KIT_FORMS = `${KIT}/forms`;
/**
 * web-kit has no stable interface between versions. A remote uses the shell's copy only if both have the same sources,
 * which the key states; otherwise it fetches its own copy.
 */
const kitKey = `${KIT}#${buildId(['api-client', 'web-kit'].map((name) => join(import.meta.dirname, '../..', name)))}`;

/** How a remote consumes a module; with `import: false` it bundles no fallback. */
interface Use {
  shareKey?: string;
  singleton?: true;
  requiredVersion: string | false;
  import?: false;
}

/** The shared modules as the shell provides them: share key and version by import name. */
export const provided: Record<string, { shareKey: string; version: string }> = {
  ...Object.fromEntries(
    sharedModules.map(({ request, version }) => [request, { shareKey: request, version }]),
  ),
  [KIT]: { shareKey: kitKey, version: '0.1.0' },
  [KIT_FORMS]: { shareKey: `${kitKey}/forms`, version: '0.1.0' },
};

/**
 * The shared modules as a remote consumes them. It bundles no copy of modules that the contract fixes (`import: false`)
 * and so cannot run without a shell.
 */
export const consumed: Record<string, Use> = {
  ...Object.fromEntries(
    sharedModules.map(({ request, version }) => [
      request,
      { singleton: true, requiredVersion: `^${version}`, import: false },
    ]),
  ),
  [KIT]: { shareKey: kitKey, singleton: true, requiredVersion: false },
  [KIT_FORMS]: { shareKey: `${kitKey}/forms`, singleton: true, requiredVersion: false },
};
