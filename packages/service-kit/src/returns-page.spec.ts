import { expect, it } from '@jest/globals';
import { withCursor } from './returns-page.ts';

it.each([
  ['/api/tickets', '/api/tickets?cursor=x'],
  ['/api/tickets?limit=2&q=a%26b', '/api/tickets?limit=2&q=a%26b&cursor=x'],
  ['/api/tickets?cursor=old&limit=2', '/api/tickets?cursor=x&limit=2'],
])('%s continues at %s', (url, next) => {
  expect(withCursor(url, 'x')).toBe(next);
});
