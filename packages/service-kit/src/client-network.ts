import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BITS = 64;

/**
 * What counts as one client: an IPv4 address, or the IPv6 network of 64 bits an address is in, because whoever has one
 * address of it can take any. IPv4 in IPv6 is IPv4. What is no address stands for itself.
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return address ?? 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_PREFIX_BITS}`).toString();
}
