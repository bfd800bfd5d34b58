import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Packages that ship only ES modules and must be compiled to CommonJS for the tests. */
const esModules = [
  '@ant-design/colors',
  '@ant-design/fast-color',
  '@uppy',
  '@transloadit',
  'nanoid',
  'p-queue',
  'p-retry',
  'p-timeout',
  'is-network-error',
  'eventemitter3',
  'eventsource-parser',
  'preact',
  'shallow-equal',
  'exifr',
  'msw',
  '@msw',
  '@mswjs',
  '@open-draft',
  'cookie',
  'rettime',
  'until-async',
];

const swc = [
  require.resolve('@swc/jest'),
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2024',
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];

/**
 * Jest's configuration for a package that runs in the browser.
 * @param {string} dir the package's folder
 * @returns {import('jest').Config}
 */
export function webJest(dir) {
  return {
    rootDir: dir,
    roots: [join(dir, 'src')],
    testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
    testEnvironment: join(import.meta.dirname, 'environment.mjs'),
    // msw needs its server builds in Node.
    testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'], url: 'http://localhost/' },
    setupFiles: [join(import.meta.dirname, 'browser-gaps.mjs')],
    setupFilesAfterEnv: [join(import.meta.dirname, 'matchers.mjs')],
    transform: { '^.+\\.[cm]?[jt]sx?$': swc },
    transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
    moduleNameMapper: {
      // The same as CommonJS.
      '^(antd|@ant-design/icons-svg)/es/(.*)$': '$1/lib/$2',
      '\\.css$': require.resolve('identity-obj-proxy'),
      '\\.svg$|\\?(address|as-named|federation-runtime)$': join(import.meta.dirname, 'address.cjs'),
    },
    testTimeout: 20_000,
  };
}
