import { expect, it } from '@jest/globals';
import { clientNetwork } from './client-network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::'],
  ['2001:db8::a:b:c:d', '2001:db8::'],
  ['fe80::1%eth0', 'fe80::'],
  ['not an address', 'not an address'],
  [undefined, 'unknown'],
])('maps %s to the client %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
