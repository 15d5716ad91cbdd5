/**
 * Public internet addresses: all except those in the IANA special-purpose registries
 * (https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry, RFC 6890), multicast,
 * and metadata services of clouds. Special-purpose addresses that the registries call globally reachable are excluded
 * too. They serve no documents or webhooks, and some are gateways to other networks.
 */
import { BlockList, isIP } from 'node:net'

type Network = readonly [network: string, prefix: number]

const SPECIAL_V4: readonly Network[] = [
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
  // Multicast and reserved addresses.
  ['224.0.0.0', 3],
  // Azure's platform address, reachable from each of its machines. Those of other clouds are in the networks above.
  ['168.63.129.16', 32],
]

/**
 * Only global unicast is allowed. Loopback, private, link-local, multicast, translated and unassigned addresses aren't.
 */
const GLOBAL_V6: Network = ['2000::', 3]
const MAPPED_V4: Network = ['::ffff:0:0', 96]

const SPECIAL_V6: readonly Network[] = [
  // Teredo, benchmarking, AMT, AS112, ORCHID, DRIP
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 addresses contain an IPv4 address.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const createList = (family: 'ipv4' | 'ipv6', networks: readonly Network[]) => {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}
const special4 = createList('ipv4', SPECIAL_V4)
const special6 = createList('ipv6', SPECIAL_V6)
const global6 = createList('ipv6', [GLOBAL_V6])
const mapped4 = createList('ipv6', [MAPPED_V4])

export const getFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** @param address in any format; invalid text and addresses with a zone aren't public */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return false
  if (version === 4) return !special4.check(address, 'ipv4')
  // Checked as the IPv4 address that it contains.
  if (mapped4.check(address, 'ipv6')) return !special4.check(address, 'ipv6')
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}
