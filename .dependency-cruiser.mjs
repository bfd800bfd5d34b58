import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Where a package has floors, a folder imports from those below its own: not from above, and not from beside.
 * `floors.json` has the floors, the highest first; the root composes them. Specs of components may render the page.
 */
const floorRules = globSync('*/floors.json', { cwd: import.meta.dirname }).flatMap((file) => {
  const source = `^${dirname(file)}/src/`;
  const floors = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
  const foldersOf = (some) => `(${some.flatMap(([, folders]) => folders).join('|')})/`;
  const rule = (name, from, to) => ({ name: `${dirname(file)}: ${name}`, severity: 'error', from, to });
  return [
    ...floors.map(([name], at) =>
      rule(
        name,
        { path: source + foldersOf(floors.slice(at, at + 1)), pathNot: '\\.spec\\.tsx$' },
        { path: source + foldersOf(floors.slice(0, at + 1)), pathNot: `${source}$1/` },
      ),
    ),
    rule(
      'root',
      { path: source + foldersOf(floors), pathNot: '\\.spec\\.tsx$' },
      { path: `${source}[a-z.-]+\\.tsx?$`, pathNot: `${source}(config|secret-paths|(field-)?strings)\\.ts$` },
    ),
  ];
});

/** The import zones of docs/architecture.md. `$1` is the app or package that imports. */
const app = '^(shell|intake|tools/catalogue|mf-[a-z-]+)/';
const anyPackage = '((?:packages|tools|tests)/[a-z-]+|shell|intake|mf-[a-z-]+|svc-[a-z-]+|gateway)';

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
      comment: 'A dependency is listed in the package.json of the package that imports it.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'apps-stand-apart',
      comment:
        'shell, intake, tools/catalogue and mf-* import the web packages and OpenAPI documents with what is generated from them: types and request limits.',
      severity: 'error',
      from: { path: app },
      to: {
        path: `^${anyPackage}/`,
        pathNot: [
          '^$1/',
          '^packages/(remote-contract|ui|web-build|web-kit)/',
          '^svc-[a-z-]+/openapi\\.((d|limits)\\.ts|json)$',
        ],
      },
    },
    {
      name: 'services-stand-apart',
      comment: 'A test compares how text is folded for searches in the database and in the browser.',
      severity: 'error',
      from: { path: '^(svc-[a-z-]+)/', pathNot: '^svc-core/test/search' },
      to: { path: `^${anyPackage}/`, pathNot: ['^$1/', '^packages/service-kit/', '^tests/kit/'] },
    },
    {
      name: 'tools-see-the-running-system',
      comment:
        'gateway and tools start and call the system; they import no source of it. Tests of the gateway import tests/kit.',
      severity: 'error',
      from: { path: '^(gateway|tools/(?:local-stack|backup|deploy))/' },
      to: { path: `^${anyPackage}/`, pathNot: ['^$1/', '^tests/kit/'] },
    },
    {
      name: 'whole-system-tests-share-the-test-kit-alone',
      comment: 'tests/* start and call the system through tests/kit; they import no source of it.',
      severity: 'error',
      from: { path: '^(tests/(?!kit/)[a-z-]+)/' },
      to: { path: `^${anyPackage}/`, pathNot: ['^$1/', '^tests/kit/'] },
    },
    {
      name: 'new-domain-knows-the-contract-alone',
      severity: 'error',
      from: { path: '^tools/new-domain/' },
      to: { path: `^${anyPackage}/`, pathNot: ['^tools/new-domain/', '^packages/remote-contract/'] },
    },
    {
      name: 'remote-contract-is-bare',
      severity: 'error',
      comment: 'It promises types and reads documents: no build code, no visual language, no data.',
      from: { path: '^packages/remote-contract/src/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: ['^packages/remote-contract/', 'node_modules/((@types/)?react|@tanstack/react-query)/'],
      },
    },
    {
      name: 'build-code-stays-out-of-bundles',
      comment: 'Only webpack configurations and tests import packages/web-build.',
      severity: 'error',
      from: { pathNot: ['^packages/web-build/', '/webpack\\.[a-z]+\\.ts$', '\\.spec\\.ts$'] },
      to: { path: '^packages/web-build/' },
    },
    {
      name: 'kits-know-no-other-package',
      severity: 'error',
      from: { path: '^packages/(?!web-build/)([a-z-]+)/' },
      to: {
        path: `^${anyPackage}/`,
        // api-client types the services' contracts; web-kit reads errors as it does.
        pathNot: [
          '^packages/$1/',
          '^packages/ui/',
          '^packages/api-client/src/problem\\.ts$',
          '^svc-[a-z-]+/openapi\\.d\\.ts$',
        ],
      },
    },
    {
      name: 'the-test-kit-is-for-tests',
      severity: 'error',
      from: { path: '^(svc-[a-z-]+|gateway|tools/[a-z-]+)/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^tests/' },
    },
    {
      name: 'web-build-knows-the-contract-alone',
      severity: 'error',
      from: { path: '^packages/web-build/' },
      to: { path: `^${anyPackage}/`, pathNot: ['^packages/(web-build|remote-contract)/'] },
    },
    {
      name: 'antd-and-router-only-through-ui',
      severity: 'error',
      from: { pathNot: ['^packages/ui/'] },
      to: { path: 'node_modules/(antd|@ant-design|react-router|react-router-dom)/' },
    },
    {
      name: 'named-for-its-content',
      comment:
        'Folders are in kebab-case, and no file is called utils or the like. Lint checks the case of files.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)(utils|helpers|common|shared|misc)[.]|[A-Z_][a-z-]*/', pathNot: 'node_modules/' },
    },
    {
      name: 'features-stand-apart',
      comment:
        'Features meet in the screen of a remote. api/ and locations/ belong to no feature. mf-maintenance has floors.',
      severity: 'error',
      from: { path: '^(mf-(?!maintenance/)[a-z-]+/src)/([a-z-]+)/' },
      to: { path: '^$1/[a-z-]+/', pathNot: ['^$1/$2/', '^$1/(api|locations)/'] },
    },
    ...floorRules,
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
