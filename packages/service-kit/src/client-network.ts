import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BITS = 64;

/**
 * What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, because a host can usually use
 * every address in it. IPv4-mapped IPv6 counts as IPv4. Anything else is returned unchanged.
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return address ?? 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_PREFIX_BITS}`).toString();
}
