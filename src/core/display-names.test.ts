import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanDisplayName, displayName, quoteAddressForMail, quoteForMail } from './display-names.ts'

const isName = (name: string, of: 'person' | 'organization' | 'team' = 'person') =>
  displayName({ max: 128, of }).safeParse(name).success

const REAL = [
  ['José María', 'O’Connor-Núñez', 'J.R.R. Tolkien', 'St.John', 'Dr.med. Ünal', 'Anna.Schmidt', 'X Æ A-12', '7of9'],
  ['علی‌رضا', 'क्‍ष', '山田 太郎', 'Nguyễn Văn A', 'van der Berg, Jr.', 'A/B Testing', '10:30 Crew', '👩🏽‍💻 Ada'],
].flat()

const EVIL = [
  ['https://evil.example/login', 'URGENT: https://evil.example/login', 'HTTPS://EVIL.EXAMPLE', 'ftp://x'],
  ['www.evil.example', 'see evil.example/login', 'evil.example:8080', 'evil.example', 'EVIL.EXAMPLE', 'bit.ly?'],
  ['ｈｔｔｐｓ：／／evil.example', 'evil。example/login', 'evil．example/x', 'mail ceo@acme.example now'],
].flat()

const HIDDEN = [
  'a\u0007b',
  'Ann\nBcc: eve@evil',
  'abc\u202egnp',
  '\u2066Ann',
  'A\u200bnn',
  'A\u2028nn',
  'A\ufeffnn',
  'A\u0085',
]

describe('a name', () => {
  it.each(REAL)('%s is one', (name) => {
    expect(isName(name)).toBe(true)
    expect(cleanDisplayName(name, { max: 128, of: 'person' })).toBe(name)
  })

  it.each(EVIL)('%s has an address in it', (name) => {
    const { error } = displayName({ max: 128, of: 'person' }).safeParse(name)
    expect(error?.issues[0]?.message).toContain('web address')
  })

  it.each(HIDDEN)('%j has something hidden in it', (name) => {
    const { error } = displayName({ max: 128, of: 'team' }).safeParse(name)
    expect(error?.issues[0]?.message).toContain('control or formatting')
  })

  it('of a company or team may be a domain, and nothing more of an address', () => {
    for (const name of ['Booking.com', 'Node.js', 'ASP.NET guild']) {
      expect([isName(name, 'organization'), isName(name, 'team')]).toEqual([true, true])
    }
    for (const name of ['https://booking.com', 'booking.com/offers', 'www.booking.com']) {
      expect([isName(name, 'organization'), isName(name, 'team')]).toEqual([false, false])
    }
  })
})

describe('a cleaned name', () => {
  it('is a name, whatever a provider sends, and stays as it is', () => {
    const part = fc.oneof(
      fc.constantFrom(...REAL, ...EVIL, ...HIDDEN, '.', '/', ':', ' '),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('person', 'team'), (parts, of) => {
        const cleaned = cleanDisplayName(parts.join(''), { max: 128, of } as const)
        expect(isName(cleaned, of as 'person')).toBe(true)
        expect(cleanDisplayName(cleaned, { max: 128, of } as const)).toBe(cleaned)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps what is no address', () => {
    expect(cleanDisplayName('URGENT: https://evil.example/login Ann', { max: 128, of: 'person' })).toBe('URGENT: Ann')
    expect(cleanDisplayName('Ann\u202e\nLee', { max: 128, of: 'person' })).toBe('Ann Lee')
  })
})

/** Text that mail programs convert to links: schemes, `www.`, domains, addresses of four numbers. */
const LINK =
  /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\b(?:mailto|tel|javascript|data):\S|[\p{L}\p{N}]\.\p{L}|\d+\.\d+\.\d+\.\d+/iu

describe('words in a message', () => {
  it.each([
    ['Renewal of Booking.com', 'Renewal of Booking[.]com'],
    ['see https://evil.example/login now', 'see [link removed] now'],
    ['evil.example/login', 'evil[.]example/login'],
    ['evil。example', 'evil[.]example'],
    ['mailto:eve', 'mailto: eve'],
    ['Q3. Results: 3.5 of 10 (v1.24)', 'Q3. Results: 3.5 of 10 (v1[.]24)'],
    ['call 10.0.0.1', 'call 10[.]0[.]0[.]1'],
    ['one\r\nBcc: two\u202e', 'one Bcc: two'],
  ])('%j are %j', (words, quoted) => expect(quoteForMail(words)).toBe(quoted))

  it('are one line without links, at most 120 characters, whatever was chosen', () => {
    const part = fc.oneof(
      fc.constantFrom(...EVIL, ...HIDDEN, '.', ':', '/', 'a', '1', '。'),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const quoted = quoteForMail(parts.join(''))
        expect(quoted).not.toMatch(LINK)
        expect(quoted).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
        expect([...quoted].length).toBeLessThanOrEqual(120)
      }),
      { numRuns: 500 },
    )
  })

  it('take time in proportion to their length', () => {
    const before = process.cpuUsage()
    for (const unit of ['a', 'a.', 'a-', '.a', 'http:', 'www.', '1.', '[.]']) {
      quoteForMail(unit.repeat(200_000))
      isName(unit.repeat(200_000))
      cleanDisplayName(unit.repeat(200_000), { max: 128, of: 'person' })
    }
    // Processor time, which other processes don't lengthen.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(5_000)
  })
})

it('an address that is one is shown as it is', () => {
  expect(quoteAddressForMail('bob+x@acme.example')).toBe('bob+x@acme.example')
  expect(quoteAddressForMail('evil.example/login@acme.example')).toBe('evil[.]example/login@acme[.]example')
})
