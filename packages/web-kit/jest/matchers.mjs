import '@testing-library/jest-dom/jest-globals';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, jest } from '@jest/globals';

// Allows for a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// All files of a package can run as one: nothing of a test is left for the next, which may be another file's.
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  jest.useRealTimers();
});
beforeEach(() => {
  globalThis.localStorage.clear();
  globalThis.sessionStorage.clear();
  globalThis.history.replaceState(null, '', '/');
});
