/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  // kubernetes-models has only ES modules.
  testEnvironmentOptions: { customExportConditions: ['node', 'import', 'default'] },
};
