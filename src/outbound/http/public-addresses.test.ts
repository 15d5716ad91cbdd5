import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-addresses.ts'

/** IANA IPv4 Special-Purpose Address Registry, and multicast (RFC 5771). */
const IPV4 = `
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29 192.0.0.8/32
192.0.0.9/32 192.0.0.10/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24
192.88.99.2/32 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
255.255.255.255/32`

/** IANA IPv6 Special-Purpose Address Registry; site-local (RFC 3879), multicast (RFC 4291), unassigned. */
const IPV6 = `
::1/128 ::/128 ::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128
2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32
2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 200::/7 400::/6 800::/5 1000::/4
4000::/3 6000::/3 8000::/3 a000::/3 c000::/3 e000::/4 f000::/5`

/** Metadata services of clouds. */
const METADATA: readonly (readonly [cloud: string, address: string])[] = [
  ['AWS, GCP, Azure, Oracle, DigitalOcean, Hetzner, OpenStack', '169.254.169.254'],
  ['AWS, time', '169.254.169.123'],
  ['AWS, DNS', '169.254.169.253'],
  ['AWS, containers', '169.254.170.2'],
  ['AWS, pods', '169.254.170.23'],
  ['AWS', 'fd00:ec2::254'],
  ['AWS, pods', 'fd00:ec2::23'],
  ['GCP', 'fd20:ce::254'],
  ['Azure, platform', '168.63.129.16'],
  ['Oracle, before', '192.0.0.192'],
  ['Oracle', 'fd00:c1::a9fe:a9fe'],
  ['Alibaba', '100.100.100.200'],
  ['Tencent', '169.254.0.23'],
  ['Scaleway', '169.254.42.42'],
  ['Scaleway', 'fd00:42::42'],
  ['OpenStack', 'fe80::a9fe:a9fe'],
]

const bytesOf4 = (address: string) => address.split('.').map(Number)
const textOf4 = (bytes: readonly number[]) => bytes.join('.')
const hexOf4 = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = bytesOf4(address)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}

/** Full text of an address by its number. */
const textOf6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, group) => ((value >> BigInt(112 - 16 * group)) & 0xffffn).toString(16)).join(':')
function valueOf6(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split(':'))
  const [before, behind] = [groups(head), groups(tail)]
  const all =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - behind.length).fill('0'), ...behind]
  return all.reduce((value, group) => (value << 16n) | BigInt(Number.parseInt(group, 16)), 0n)
}
const valueOf4 = (address: string) => bytesOf4(address).reduce((value, byte) => value * 256 + byte, 0)

const parsed = (table: string) =>
  table
    .trim()
    .split(/\s+/)
    .map((line): [network: string, prefix: number] => {
      const [network = '', prefix] = line.split('/')
      return [network, Number(prefix)]
    })

/** Notations of IPv4 addresses in IPv6. */
const EMBEDDED: readonly (readonly [name: string, write: (address: string) => string])[] = [
  ['mapped', (address) => `::ffff:${address}`],
  ['mapped, in hexadecimal', (address) => `::ffff:${hexOf4(address)}`],
  ['mapped, in full', (address) => `0:0:0:0:0:ffff:${hexOf4(address)}`],
  ['compatible', (address) => `::${hexOf4(address)}`],
  ['translated', (address) => `::ffff:0:${hexOf4(address)}`],
  ['NAT64', (address) => `64:ff9b::${hexOf4(address)}`],
  ['NAT64, local', (address) => `64:ff9b:1::${hexOf4(address)}`],
  ['6to4', (address) => `2002:${hexOf4(address)}::1`],
  ['Teredo', (address) => `2001:0:${hexOf4(address)}::1`],
]

describe('no address is public', () => {
  it.each(parsed(IPV4))('in %s/%i: the first, the last, any, however it is written', (network, prefix) => {
    const first = valueOf4(network)
    const size = 2 ** (32 - prefix)
    const text = (value: number) => textOf4([24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256))
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(0, size - 1), fc.nat({ max: size - 1 })), (offset) => {
        const address = text(first + offset)
        expect([address, isPublicAddress(address)]).toEqual([address, false])
        for (const [name, write] of EMBEDDED)
          expect([name, address, isPublicAddress(write(address))]).toEqual([name, address, false])
      }),
      { numRuns: 20 },
    )
  })

  it.each(parsed(IPV6))('in %s/%i: the first, the last, any', (network, prefix) => {
    const first = valueOf6(network)
    const size = 1n << BigInt(128 - prefix)
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(0n, size - 1n), fc.bigInt({ min: 0n, max: size - 1n })), (offset) => {
        const address = textOf6(first + offset)
        expect([address, isPublicAddress(address)]).toEqual([address, false])
      }),
      { numRuns: 20 },
    )
  })

  it.each(METADATA)('of %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
    if (address.includes(':')) return
    for (const [, write] of EMBEDDED) expect(isPublicAddress(write(address))).toBe(false)
  })

  it.each([
    '',
    'example.com',
    '1.2.3',
    '8.8.8.8/32',
    'fe80::1%eth0',
    '2606:4700::1111%1',
    '[2606:4700::1111]',
    '08.8.8.8',
  ])('in %j', (text) => expect(isPublicAddress(text)).toBe(false))
})

describe('every other address is', () => {
  it.each([
    ...['1.1.1.1', '8.8.8.8', '93.184.216.34', '168.63.129.15', '168.63.129.17', '172.15.255.255', '172.32.0.0'],
    ...['192.0.1.0', '192.167.255.255', '198.17.255.255', '223.255.255.255', '::ffff:8.8.8.8', '::ffff:808:808'],
    ...['2000::', '2001:200::1', '2606:4700::1111', '2a00:1450::1', '3ffe::1'],
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true))

  it('which the registries say, and nothing else does', () => {
    const special = new BlockList()
    for (const [network, prefix] of parsed(IPV4)) special.addSubnet(network, prefix, 'ipv4')
    const address = fc.ipV4()
    fc.assert(
      fc.property(address, (one) => {
        expect([one, isPublicAddress(one)]).toEqual([one, !special.check(one, 'ipv4') && one !== '168.63.129.16'])
      }),
      { numRuns: 2_000 },
    )
  })
})
