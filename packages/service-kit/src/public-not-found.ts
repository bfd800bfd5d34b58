import { Problem } from './problem.ts';

/**
 * 404 of the public calls whose address is a secret: the same bytes whatever the reason and the method, without a
 * request id. It does not show which secrets exist or existed.
 */
export const publicNotFound = (): Problem =>
  new Problem('not_found', 'Not found. This address does not exist, or is no longer valid.', {
    uniform: true,
  });
