import { webJest } from '@mainstay/web-kit/jest';

const config = webJest(import.meta.dirname);

export default {
  ...config,
  resolver: '<rootDir>/jest-resolver.cjs',
  setupFiles: [...config.setupFiles, '<rootDir>/jest-layout.mjs'],
  moduleNameMapper: {
    ...config.moduleNameMapper,
    '^@uppy/golden-retriever$': '<rootDir>/src/attachments/forgetful-retriever.ts',
    // Uppy's formatter of sizes offers itself to `import` alone, and the tests' CommonJS requires.
    '^@transloadit/prettier-bytes$':
      '<rootDir>/../node_modules/@transloadit/prettier-bytes/dist/prettierBytes.js',
  },
};
