import { join } from 'node:path';
import { buildId } from './build-id.ts';

/** What the shell provides and every remote uses: each of these exists once in the page. */
const sharedModules = [
  { request: 'react', version: '19.3.1' },
  { request: 'react/jsx-runtime', version: '19.3.1' },
  { request: 'react-dom', version: '19.3.1' },
  { request: 'react-dom/client', version: '19.3.1' },
  { request: '@tanstack/react-query', version: '5.108.0' },
  { request: '@mainstay/ui/base', version: '0.1.0' },
  { request: '@mainstay/ui/core', version: '0.1.0' },
  { request: '@mainstay/ui/forms', version: '0.1.0' },
  { request: '@mainstay/ui/router', version: '0.1.0' },
] as const;

const KIT = '@mainstay/web-kit';
/**
 * Our own plumbing promises nothing from one day to the next. So a remote takes the shell's only if it is made of the very
 * same sources, which the key says, and else fetches the copy that it carries.
 */
const kitKey = `${KIT}#${buildId([join(import.meta.dirname, '../../web-kit/src')])}`;

/** How a remote uses a module: with `import: false` it carries no copy of it for a shell that has none. */
interface Use {
  shareKey?: string;
  singleton?: true;
  requiredVersion: string | false;
  import?: false;
}

/** The one sharing list, as the shell provides it: by request, the key in the share scope and the version. */
export const provided: Record<string, { shareKey: string; version: string }> = {
  ...Object.fromEntries(
    sharedModules.map(({ request, version }) => [request, { shareKey: request, version }]),
  ),
  [KIT]: { shareKey: kitKey, version: '0.1.0' },
};

/**
 * The one sharing list, as a remote uses it: of the modules that shell and remotes agree on it bundles no copy
 * (`import: false`) and so cannot run without a shell.
 */
export const consumed: Record<string, Use> = {
  ...Object.fromEntries(
    sharedModules.map(({ request, version }) => [
      request,
      { singleton: true, requiredVersion: `^${version}`, import: false },
    ]),
  ),
  [KIT]: { shareKey: kitKey, requiredVersion: false },
};
