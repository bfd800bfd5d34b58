/** What the shell provides and every remote uses: each of these exists once in the page. */
const sharedModules = [
  { request: 'react', version: '19.3.1' },
  { request: 'react/', version: '19.3.1' },
  { request: 'react-dom', version: '19.3.1' },
  { request: 'react-dom/', version: '19.3.1' },
  { request: '@tanstack/react-query', version: '5.108.0' },
  { request: '@mainstay/ui/base', version: '0.1.0' },
  { request: '@mainstay/ui/core', version: '0.1.0' },
  { request: '@mainstay/ui/forms', version: '0.1.0' },
  { request: '@mainstay/ui/router', version: '0.1.0' },
] as const;

interface Sharing {
  singleton: true;
  version?: string;
  requiredVersion: string;
  import?: false;
}

/**
 * The one sharing list. The shell provides the modules; a remote bundles no copy of them (`import: false`)
 * and so cannot run without a shell.
 */
export function sharing(side: 'shell' | 'remote'): Record<string, Sharing> {
  return Object.fromEntries(
    sharedModules.map(({ request, version }) => [
      request,
      side === 'shell'
        ? { singleton: true, version, requiredVersion: `^${version}` }
        : { singleton: true, requiredVersion: `^${version}`, import: false },
    ]),
  );
}
