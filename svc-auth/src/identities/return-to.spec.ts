import { expect, it } from '@jest/globals';
import { returnPath } from './return-to.ts';

it.each([
  ['/tickets?ticket=1042#costs', '/tickets?ticket=1042#costs'],
  ['/a/../inbox', '/inbox'],
  ['/r%C3%A9ports', '/r%C3%A9ports'],
  ['https://stores.example.com/tickets', '/'],
  ['//evil.example/tickets', '/'],
  ['///evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['tickets', '/'],
  ['/api/oidc/login', '/'],
  ['/./API/oidc/login', '/'],
  ['/api', '/'],
  [`/${'x'.repeat(2000)}`, '/'],
  [undefined, '/'],
])('%j leads to %s', (asked, path) => {
  expect(returnPath(asked, 'https://stores.example.com')).toBe(path);
});
