import { BlockList, isIP } from 'node:net'

/** Special-purpose IPv4 blocks (RFC 6890): this host, private, carrier, loopback, link-local, tests, multicast, reserved. */
const reserved4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Within global unicast: protocol assignments with Teredo, documentation, 6to4, which may lead to an IPv4 address. */
const reserved6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const refused4 = new BlockList()
for (const [net, prefix] of reserved4) refused4.addSubnet(net, prefix, 'ipv4')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const refused6 = new BlockList()
for (const [net, prefix] of reserved6) refused6.addSubnet(net, prefix, 'ipv6')

/** Whether an IP address is one of the public internet. Mapped and translated IPv4 addresses are not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}

const local = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local.addSubnet(net, prefix, 'ipv4')
local.addAddress('::1', 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')

/** Whether an IP address is this machine's own, or one of a private network. */
export function isLocalAddress(address: string): boolean {
  const family = isIP(address)
  return family > 0 && local.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
