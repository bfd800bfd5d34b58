/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // Real processes start and stop here.
  testTimeout: 60_000,
};
