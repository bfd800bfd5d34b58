/** Jest's configuration for packages whose tests run in Node. @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['**/src/**/*.spec.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'commonjs' } },
    ],
  },
  // For a busy machine.
  testTimeout: 60_000,
};
