import { expect, it } from '@jest/globals';
import { isSameSite } from './authorize.ts';

const publicUrl = 'https://repairs.example.com';
const post = (headers: Record<string, string>) =>
  isSameSite(
    { method: 'POST', url: '/api/tickets', headers: { host: 'localhost:8080', ...headers } },
    publicUrl,
  );

it.each([
  ['a script without a page', {}, true],
  ['the same origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['an address typed by the user', { 'sec-fetch-site': 'none' }, true],
  ['a sibling host', { 'sec-fetch-site': 'same-site' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['another site that lies about its origin', { 'sec-fetch-site': 'cross-site', origin: publicUrl }, false],
  ['an older browser on our public address', { origin: publicUrl }, true],
  ['an older browser on another host that leads here', { origin: 'http://localhost:8080' }, false],
  ['an older browser on another site', { origin: 'https://evil.example' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
])('checks %s', (_name, headers, allowed) => {
  expect(post(headers)).toBe(allowed);
});

it('allows reads from any site: responses are not readable across origins', () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect(isSameSite({ method: 'GET', url: '/api/tickets', headers }, publicUrl)).toBe(true);
});
