/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  // What takes minutes: only with NIGHTLY=1, as in npm run test:nightly.
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.NIGHTLY === '1' ? [] : ['\\.nightly\\.spec'])],
  // Each file starts an nginx of its own.
  maxWorkers: 2,
  testTimeout: 30_000,
};
