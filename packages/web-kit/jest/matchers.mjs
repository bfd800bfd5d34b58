import '@testing-library/jest-dom/jest-globals';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, jest } from '@jest/globals';

// Allows for a busy machine.
configure({ asyncUtilTimeout: 5000 });

afterEach(cleanup);

// Nothing of the test before, which may be of another file: all files of a package can run as one.
beforeEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  globalThis.localStorage.clear();
  globalThis.sessionStorage.clear();
  globalThis.history.replaceState(null, '', '/');
});
