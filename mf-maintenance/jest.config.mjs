import { webJest } from '@mainstay/web-kit/jest';

const config = webJest(import.meta.dirname);

export default {
  ...config,
  setupFiles: [...config.setupFiles, '<rootDir>/test/jest-layout.mjs'],
  moduleNameMapper: {
    ...config.moduleNameMapper,
    '^@uppy/golden-retriever$': '<rootDir>/test/forgetful-retriever.ts',
    // This package exports only an ES module; the tests run as CommonJS.
    '^@transloadit/prettier-bytes$':
      '<rootDir>/../node_modules/@transloadit/prettier-bytes/dist/prettierBytes.js',
  },
};
