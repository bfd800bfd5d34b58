/** The import zones of docs/architecture.md. `$1` is the room the import starts from. */
const app = '^(shell|mf-[a-z-]+)/';
const anyRoom =
  '(packages/[a-z-]+|shell|mf-[a-z-]+|svc-[a-z-]+|gateway|local-stack|backup|deploy|new-domain|e2e|bench)';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      comment: 'An import that resolves to nothing.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'A package is named in the package.json of the room that imports it.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'apps-stand-apart',
      comment:
        'shell and mf-* import the web packages and what is made of an openapi document: its types and the limits of its requests.',
      severity: 'error',
      from: { path: app },
      to: {
        path: `^${anyRoom}/`,
        pathNot: [
          '^$1/',
          '^packages/(remote-contract|ui|web-kit)/',
          '^svc-[a-z-]+/openapi\\.(d|limits)\\.ts$',
        ],
      },
    },
    {
      name: 'services-stand-apart',
      severity: 'error',
      from: { path: '^(svc-[a-z-]+)/' },
      to: { path: `^${anyRoom}/`, pathNot: ['^$1/', '^packages/service-kit/'] },
    },
    {
      name: 'outside-rooms-see-the-running-system',
      comment:
        'gateway, local-stack, backup, deploy, e2e and bench start and call the system; they import no source of it.',
      severity: 'error',
      from: { path: '^(gateway|local-stack|backup|deploy|e2e|bench)/' },
      to: { path: `^${anyRoom}/`, pathNot: ['^$1/'] },
    },
    {
      name: 'new-domain-knows-the-contract-alone',
      severity: 'error',
      from: { path: '^new-domain/' },
      to: { path: `^${anyRoom}/`, pathNot: ['^new-domain/', '^packages/remote-contract/'] },
    },
    {
      name: 'remote-contract-is-bare',
      severity: 'error',
      from: { path: '^packages/remote-contract/src/(?!webpack|federation)' },
      to: { path: ['^packages/(ui|web-kit|service-kit)/', 'node_modules/(antd|@tanstack|openapi-fetch)/'] },
    },
    {
      name: 'kits-know-no-room',
      severity: 'error',
      from: { path: '^packages/([a-z-]+)/' },
      to: {
        path: `^${anyRoom}/`,
        // packages/api-client is the services' contracts, typed.
        pathNot: ['^packages/$1/', '^packages/ui/', '^svc-[a-z-]+/openapi\\.d\\.ts$'],
      },
    },
    {
      name: 'antd-and-router-only-through-ui',
      severity: 'error',
      from: { pathNot: ['^packages/ui/'] },
      to: { path: 'node_modules/(antd|@ant-design|react-router|react-router-dom)/' },
    },
    {
      name: 'features-stand-apart',
      comment:
        'Features meet in routes.tsx (a remote), app/ (the shell) or exported Nest providers (a service module).',
      severity: 'error',
      from: { path: '^(mf-[a-z-]+/src)/([a-z-]+)/' },
      to: { path: '^$1/[a-z-]+/', pathNot: ['^$1/$2/', '^$1/api/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.mainstay)/' },
    tsConfig: { fileName: 'tsconfig.web.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.json'],
    },
  },
};
