/** What is found, as people write it and as they say it, and what is left alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { createFinder } from './find.ts'
import { isLuhn } from './find-numbers.ts'
import { REDACTION_KINDS } from './kinds.ts'
import { maskText } from './mask.ts'

const find = createFinder({ kinds: [...REDACTION_KINDS], patterns: [] })
const masked = (text: string) => maskText(text, find).text

describe('is found', () => {
  it.each([
    ['My card is 4111 1111 1111 1111, expiry 12/25, cvv 123.', 'My card is [CARD], expiry 12/25, cvv [CARD].'],
    ['it is 5500-0000-0000-0004 thanks', 'it is [CARD] thanks'],
    ['amex 378282246310005', 'amex [CARD]'],
    [`so four one one one ${'one '.repeat(12)}thank you`, 'so [CARD] thank you'],
    ['Four one one one. One one one one. One one one one. One, one, one, one.', '[CARD].'],
    ['forty-one eleven eleven eleven eleven eleven eleven eleven', '[CARD]'],
    ['four triple one double one double one double one double one double one double one', '[CARD]'],
    ['the security code is four two one', 'the security code is [CARD]'],
    // Misheard by a digit.
    ['your card number is 4111 1111 1111 1112', 'your card number is [CARD]'],
  ])('a card: %s', (text, wanted) => expect(masked(text)).toBe(wanted))

  it.each([
    ['call me at 415-555-0132 or (212) 555-0199 ext 4', 'call me at [PHONE] or [PHONE] ext 4'],
    ['+44 20 7946 0958, 020 7946 0958', '[PHONE], [PHONE]'],
    ['+1 415 555 0132 24 hours a day', '[PHONE] 24 hours a day'],
    ['reach me on 4155550132', 'reach me on [PHONE]'],
    ['my number is four one five five five five oh one three two', 'my number is [PHONE]'],
    ['eight hundred five five five oh one nine nine', '[PHONE]'],
    ['oh two oh seven nine four six oh nine five eight', '[PHONE]'],
    ['plus four nine three oh one two three four five six', 'plus [PHONE]'],
    ['call me at 555-0132', 'call me at [PHONE]'],
    ['01.23.45.67.89', '[PHONE]'],
    ['order 4155550132, call 415 555 0132', 'order 4155550132, call [PHONE]'],
  ])('a telephone number: %s', (text, wanted) => expect(masked(text)).toBe(wanted))

  it.each([
    ['mail jane.doe+x@mail.example.co.uk.', 'mail [EMAIL].'],
    ['<bob@acme.example>, "ann@b.example"', '<[EMAIL]>, "[EMAIL]"'],
    ['it is jane dot doe at example dot com', 'it is [EMAIL]'],
    ['it is j a n e at g m a i l dot c o m', 'it is [EMAIL]'],
    ['email me at j dot doe 42 at gmail dot com please', 'email me at [EMAIL] please'],
    ['janedoe at gmail.com', '[EMAIL]'],
    ['reach us at info at acme widgets dot co dot uk', 'reach us at [EMAIL]'],
    ['jane underscore doe at my dash company dot io', '[EMAIL]'],
    ['ünïcode@exämple.de', '[EMAIL]'],
  ])('an e-mail address: %s', (text, wanted) => expect(masked(text)).toBe(wanted))

  it.each([
    ['my social is 123-45-6789', 'my social is [SSN]'],
    ['social security number one two three four five six seven eight nine', 'social security number [SSN]'],
    ['the last four of your social are 6789', 'the last four of your social are [SSN]'],
    ['IBAN DE89 3704 0044 0532 0130 00 and GB29NWBK60161331926819.', 'IBAN [IBAN] and [IBAN].'],
    [
      'D E eight nine three seven zero four zero zero four four zero five three two zero one three zero zero zero',
      '[IBAN]',
    ],
    ['from 192.168.1.10 and 2001:db8::8a2e:370:7334', 'from [IP] and [IP]'],
  ])('another: %s', (text, wanted) => expect(masked(text)).toBe(wanted))
})

describe('is left alone', () => {
  it.each([
    'Order 4155550132, order number 112-1234567-1234567, invoice 2024-00123, ticket 123456789',
    'on 2024-01-31 at 10:30, 31.01.2024, 01/31/2024 and 1-31-24',
    'revenue was $4,111,111,111.50, up 3.5% from 2019, 2020, 2021, 2022, 2023',
    'between 1,000,000 and 2,000,000 units, 415.55 and 0.123456789',
    'one two three four five six seven eight nine ten',
    'six, seven, eight, nine, zero, one, two, three, four, five, six',
    'twenty twenty four and nineteen ninety nine, four hundred fifty five thousand dollars',
    'conference id 13704562, EIP 4844, 7702, 7594, 7691, 7623 and 7840',
    'blocks 21345678 21345679 21345680 and ISBN 978-3-16-148410-0',
    'we are live at example dot com slash pricing, look at that dot it is',
    'version 1.2.3.4 at 10:30:15 of 12 items',
    'one of the four two of us had at three or four',
    '01 02 2024 08 30',
    'at 9 am, at 5 pm, 24/7, 16 of 20',
    'our social media budget of 2024 and the social goals of 1999',
    'mobile grew in 2019 and 2020, and twenty nineteen and twenty twenty',
    'phone sales were 12, 15, 30 and 45 and then 60',
    'write to us at parley dot example',
  ])('%s', (text) => expect(masked(text)).toBe(text))
})

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const said = (digits: string) => [...digits].map((digit) => DIGITS[Number(digit)]).join(' ')

const withCheck = (digits: string) => {
  for (let check = 0; check < 10; check++) if (isLuhn(digits + check)) return digits + check
  return digits
}
const visa = fc
  .stringMatching(/^4[0-9]{14}$/)
  .map(withCheck)
  .filter((digits) => !/^(\d)\1+$/.test(digits))
const filler = fc.constantFrom('I think', 'so yes', 'that would be', 'right', 'for the invoice we', '')
const around = (what: string, before: string, behind: string) =>
  [before, what, behind].filter((one) => one !== '').join(' ')

describe('every', () => {
  it('valid card number is masked, however it is cut or said', () => {
    const cut = fc.constantFrom(
      (digits: string) => digits,
      (digits: string) => (digits.match(/.{4}/g) ?? []).join(' '),
      (digits: string) => (digits.match(/.{4}/g) ?? []).join('-'),
      said,
      (digits: string) => (digits.match(/.{4}/g) ?? []).map(said).join(', '),
      (digits: string) => (digits.match(/.{4}/g) ?? []).map(said).join('. '),
    )
    fc.assert(
      fc.property(visa, cut, filler, filler, (digits, write, before, behind) => {
        expect(masked(around(write(digits), before, behind))).toBe(around('[CARD]', before, behind))
      }),
    )
  })

  it('e-mail address is masked, written and said', () => {
    const label = fc
      .stringMatching(/^[b-z][b-z]{2,8}$/)
      .filter((word) => !/^(?:dot|dash|plus|nil|one|two|six|ten|period|hyphen|underscore)$/.test(word))
    fc.assert(
      fc.property(label, label, label, fc.constantFrom('com', 'org', 'io', 'example'), (one, two, domain, ending) => {
        expect(masked(`${one}.${two}@${domain}.${ending}`)).toBe('[EMAIL]')
        expect(masked(`so ${one} dot ${two} at ${domain} dot ${ending} ok`)).toMatch(/^so \[EMAIL\] ok$/)
      }),
    )
  })

  it('UUID stays, whatever its digits are', () => {
    expect(masked('6ea91ff3-d5e2-4da8-a459-6929617ea8ef')).toBe('6ea91ff3-d5e2-4da8-a459-6929617ea8ef')
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (id, isLoud) => {
        const text = `the id ${isLoud ? id.toUpperCase() : id}, call 415-555-0132`
        expect(masked(text)).toBe(text.replace('415-555-0132', '[PHONE]'))
      }),
      { numRuns: 3_000 },
    )
  })

  it('order number up to twelve digits, price, date, time and year stays', () => {
    const order = fc.tuple(
      fc.constantFrom('order', 'invoice', 'ticket', 'reference'),
      fc.stringMatching(/^[0-9]{3,12}$/),
    )
    const price = fc.integer({ min: 0, max: 2_000_000_000 }).map((cents) => `$${(cents / 100).toLocaleString('en-US')}`)
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const two = (n: number) => String(n).padStart(2, '0')
    const figure = fc.oneof(
      order.map(([word, digits]) => `${word} ${digits}`),
      price,
      day.map((one) => one.toISOString().slice(0, 10)),
      day.map((one) => `${one.getUTCDate()}.${one.getUTCMonth() + 1}.${one.getUTCFullYear()}`),
      day.map((one) => `${two(one.getUTCHours())}:${two(one.getUTCMinutes())}`),
      fc.integer({ min: 1900, max: 2100 }).map(String),
      fc.integer({ min: 0, max: 99_999 }).map((n) => `${n}%`),
    )
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 5 }), filler, (figures, before) => {
        const text = `${before} ${figures.join(' and then the ')}.`
        expect(masked(text)).toBe(text)
      }),
    )
  })

  it('text is masked once: a second time changes nothing, and nothing but what was found is gone', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '4111 1111 1111 1111',
        'a@b.example',
        '415-555-0132',
        'at',
        'dot',
        '[CARD]',
        '123-45-6789',
        '+',
        '(',
      ),
      fc.constantFrom(...DIGITS),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.stringMatching(/^[0-9]{1,6}$/),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join(' ')
        const found = find(text)
        let last = 0
        for (const { from, to } of found) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          last = to
        }
        expect(last).toBeLessThanOrEqual(text.length)
        const once = maskText(text, find)
        for (const span of once.spans) expect(once.text.slice(span.from, span.to)).toBe(span.mask)
        expect(masked(once.text).replaceAll(/\[\w+\]/g, '')).toBe(masked(masked(once.text)).replaceAll(/\[\w+\]/g, ''))
      }),
      { numRuns: 300 },
    )
  })

  it('text takes the time of one reading', () => {
    const hostile = [
      '1 ',
      'a.',
      'one ',
      'a@',
      '1.',
      'at dot ',
      'D E ',
      '(',
      '1.1.1.1 ',
      'a@b.co ',
      '415-555-0132, ',
      '4 - ',
      '+1 ',
    ]
    for (const piece of hostile) {
      expectNoSquare(40_000, (size) => find(piece.repeat(size)))
    }
  })
})
