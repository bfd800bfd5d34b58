import { expect, it } from '@jest/globals';
import { publicNotFound } from './public-not-found.ts';

// The gateway sends these bytes too: gateway/nginx/http/problems.conf.template.
it('has no request id', () => {
  expect(JSON.stringify(publicNotFound().toBody('request-1'))).toBe(
    '{"type":"/problems/not_found","title":"Not Found","status":404,"code":"not_found",' +
      '"detail":"Not found. This address does not exist, or is no longer valid."}',
  );
});
