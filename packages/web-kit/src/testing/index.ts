// The types of jest-dom's matchers; jest/matchers.mjs registers the matchers.
import type {} from '@testing-library/jest-dom/jest-globals';

export { exampleOf } from './example-of.ts';
export { fakeApi, fakeListEnd, returns, returnsPages, problem } from './fake-api.ts';
export { renderWithProviders } from './render.tsx';
