import serviceJest from '@mainstay/service-kit/jest-config';

/**
 * Mutates access and validation rules that the specs beside them judge: `npm run mutation`.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'packages/service-kit/src/{authorize,client-network,concurrency-limit,config,entity-tag,text,validation}.ts',
    'packages/remote-contract/src/{index,registry,screens}.ts',
    'svc-attachments/src/{config,attachments/file-type,storage/{byte-range,content-disposition,signed-address},report-photos/photo-image}.ts',
    'svc-core/src/{audit/audited-state,comments/mentions,recurring-tasks/next-occurrence,ticket-rows/ticket-status,timeline/fold-lines}.ts',
    'svc-notifications/src/{inbox/items-of,settings/time-zone}.ts',
  ],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: {
    config: {
      ...serviceJest,
      testMatch: ['<rootDir>/{packages/{remote-contract,service-kit},svc-*}/src/**/*.spec.ts'],
    },
  },
  concurrency: 1,
  coverageAnalysis: 'perTest',
  // Most texts are messages and descriptions.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Suites that start Nest leave memory behind.
  maxTestRunnerReuse: 100,
  ignorePatterns: ['.mainstay', 'dist'],
  tempDirName: '.mainstay/mutation',
  reporters: ['clear-text', 'progress-append-only'],
  // A busy machine is not an endless loop.
  timeoutMS: 30_000,
  thresholds: { high: 90, low: 80, break: 75 },
};
