import { BlockList, isIP, isIPv4 } from 'node:net'

/** Private networks (IANA special-purpose registries, cloud metadata included). */
const closed = new BlockList()
for (const [network, prefix] of [
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
  ['224.0.0.0', 3],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
] as const) {
  closed.addSubnet(network, prefix, 'ipv4')
}

/** Of IPv6 only global unicast is open, and of that not what carries or stands for other addresses. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed6.addSubnet(network, prefix, 'ipv6')
}

/** Whether an address belongs to the public internet, so that the server may fetch an address of a mail from it. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  if (isIP(address) !== 6) return false
  // ::ffff:0:0/96, 64:ff9b::/96 and the like are outside 2000::/3, so an IPv4 address cannot hide in them.
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}
