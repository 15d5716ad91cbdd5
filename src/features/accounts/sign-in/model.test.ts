import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { browserIn, storable, toStoredAddress } from './model.ts'

describe('a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    ['curl/8.5.0', 'Unknown browser'],
    ['something (Linux)', 'Unknown browser on Linux'],
    ['', 'Unknown browser'],
  ])('%s', (userAgent, name) => {
    expect(browserIn(userAgent)).toBe(name)
  })

  it('is kept as text that can be stored, and not without end', () => {
    expect(storable(`a\u0000b\ud800${'x'.repeat(1_000)}`)).toMatch(/^ab\ufffdx{253}$/)
  })
})

describe('an address', () => {
  it.each([
    ['127.0.0.1', 'loopback', '127.0.0.0/24'],
    ['::1', 'loopback', '0:0:0::/48'],
    ['::ffff:10.1.2.3', 'private', '10.1.2.0/24'],
    ['192.168.7.9', 'private', '192.168.7.0/24'],
    ['fd12:3456:789a:1::1', 'private', 'fd12:3456:789a::/48'],
    ['fe80::1%eth0', 'private', 'fe80:0:0::/48'],
    ['203.0.113.9', 'public', '203.0.113.0/24'],
    ['2001:db8::1', 'public', '2001:db8:0::/48'],
  ])('%s is kept as its network', (address, addressClass, network) => {
    expect(toStoredAddress(address)).toEqual({ addressClass, network })
  })

  it('is never kept whole', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const kept = toStoredAddress(address)
        expect(kept?.network).toMatch(/^(\d+\.\d+\.\d+\.0\/24|[\da-f]+:[\da-f]+:[\da-f]+::\/48)$/)
      }),
    )
    for (const none of ['', 'localhost', '1.2.3', '/run/socket']) expect(toStoredAddress(none)).toBeUndefined()
  })
})
