/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  // Each file starts an nginx of its own.
  maxWorkers: 2,
  testTimeout: 30_000,
};
