/** Jest configuration of service-kit and every service: swc, decorators, and specs beside the code or in test/. */
export default {
  testEnvironment: 'node',
  testMatch: ['**/src/**/*.spec.ts', '**/test/**/*.spec.ts'],
  testPathIgnorePatterns: process.env.NIGHTLY === '1' ? [] : ['\\.nightly\\.spec\\.ts$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // For a busy machine.
  testTimeout: 60_000,
};
