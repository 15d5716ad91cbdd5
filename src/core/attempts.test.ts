import { describe, expect, it } from 'vitest'
import { toNetworkKey } from './attempts.ts'

describe('whom an address is counted as', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
    ['unknown', 'unknown'],
  ])('%s → %s', (address, network) => {
    expect(toNetworkKey(address)).toBe(network)
  })
})
