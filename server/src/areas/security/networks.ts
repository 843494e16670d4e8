import { BlockList, isIP } from 'node:net'
import type { NamedNetwork } from '../../platform/config/values.ts'

const lists = new WeakMap<readonly NamedNetwork[], readonly (readonly [BlockList, string])[]>()

/** The operator's networks, prepared once. */
function prepared(networks: readonly NamedNetwork[]): readonly (readonly [BlockList, string])[] {
  const known = lists.get(networks)
  if (known) return known
  const made = networks
    // The smallest network that fits is the one that is meant.
    .toSorted((a, b) => b.prefix - a.prefix)
    .map(({ address, prefix, name }) => {
      const list = new BlockList()
      list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
      return [list, name] as const
    })
  lists.set(networks, made)
  return made
}

/** How the operator calls the network of an address, '' where none of the list fits. */
export function networkName(networks: readonly NamedNetwork[], ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return ''
  return prepared(networks).find(([list]) => list.check(plain, version === 6 ? 'ipv6' : 'ipv4'))?.[1] ?? ''
}
