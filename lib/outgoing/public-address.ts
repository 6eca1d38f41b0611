import { BlockList, isIP, isIPv4 } from 'node:net'

/*
 * The addresses on the public internet, by the registries of special-purpose addresses of IANA. A server of the
 * owner must not be made to ask its own network.
 */

const IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Within 2000::/3, outside of which nothing is public. Teredo and 6to4 lead to an IPv4 address. */
const IPV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]
/** Made when it is first asked, so that a bundle that never asks does not hold it. */
let made: { special: BlockList; global: BlockList } | undefined

function ranges() {
  const [special, global] = [new BlockList(), new BlockList()]
  for (const [net, prefix] of IPV4) special.addSubnet(net, prefix, 'ipv4')
  for (const [net, prefix] of IPV6) special.addSubnet(net, prefix, 'ipv6')
  global.addSubnet('2000::', 3, 'ipv6')
  return { special, global }
}

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const { special, global } = (made ??= ranges())
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  // An IPv4 address within an IPv6 one is nowhere in 2000::/3, but for the ranges above.
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Names that never leave a machine or its network (RFC 6761, RFC 8375, RFC 9476). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa|onion|test|invalid|alt|localdomain)\.?$/i

/** Whether the host of an address may be on the public internet. A name still has to be resolved and checked. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !LOCAL_NAME.test(host)
}
