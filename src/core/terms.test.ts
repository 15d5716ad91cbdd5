import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractLineTerms, extractTerms, splitWords } from './terms.ts'

describe('terms', () => {
  it.each([
    ['What did the team say?', ['team', 'say']],
    ["It's the team’s plan, isn't it", ['team', 'plan', 'isnt']],
    ["I'd sign if she’ll pay, we're fine and they've left", ['sign', 'pay', 'fine', 'left']],
    ['the ID of the shell on the shed', ['id', 'shell', 'shed']],
    ['Prices priced pricing', ['price', 'price', 'price']],
    ['the colours we organised', ['color', 'organize']],
    ['color organized', ['color', 'organize']],
    ['Café naïve ＡＢＣ', ['cafe', 'naiv', 'abc']],
    ['EIP-7688, 12.5 GB', ['eip', '7688', '12', '5', 'gb']],
    ['四半期の予算', ['四半', '半期', '期の', 'の予', '予算']],
    ['Straße über', ['straße', 'uber']],
    ['eth_getStorageValues on devnet5', ['eth', 'getstoragevalu', 'get', 'storag', 'valu', 'devnet5', 'devnet', '5']],
    ['PhD and iPhone on RV64IM', ['phd', 'iphon', 'rv64im', 'rv', '64', 'im']],
    ['… — !', []],
  ])('%j', (text, terms) => expect(extractTerms(text)).toEqual(terms))

  it('keep small words among the words', () => {
    expect(splitWords('To be, or not to be')).toEqual(['to', 'be', 'or', 'not', 'to', 'be'])
  })

  it('of anything are letters and digits, lower case, of bounded length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        for (const term of extractTerms(text)) {
          expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
          expect(term.length).toBeLessThanOrEqual(64)
          expect(term).toBe(term.toLowerCase())
        }
      }),
    )
  })

  it('do not depend on case, on accents, or on what stands between words', () => {
    const word = fc.stringMatching(/^[a-z]{2,10}$/)
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.constantFrom(' ', ', ', ' — ', '\n', '/'), (words, between) => {
        expect(extractTerms(words.join(between).toUpperCase())).toEqual(extractTerms(words.join(' ')))
      }),
    )
  })

  it('are the same where the text is plain, which is read in a quicker way', () => {
    const plain = fc.string({
      unit: fc.oneof(
        fc.constantFrom("'", 's', 'S', "'ll", "'d", ' ', 'a', '1'),
        fc.nat(127).map((code) => String.fromCharCode(code)),
      ),
    })
    fc.assert(
      fc.property(plain, (text) => {
        expect(extractTerms(text)).toEqual(extractTerms(`${text} —`))
        expect(splitWords(text)).toEqual(splitWords(`— ${text}`))
      }),
      { numRuns: 500 },
    )
  })

  it('of a line are extracted once', () => {
    const line = { text: 'Prices of the colours' }
    expect(extractLineTerms(line)).toEqual(extractTerms(line.text))
    expect(extractLineTerms(line)).toBe(extractLineTerms(line))
    expect(extractLineTerms({ text: 'Café' })).toEqual(['cafe'])
  })

  it('take linear time', () => {
    // Not timed: with quadratic cost, the test would time out.
    expect(splitWords('a'.repeat(2_000_000))).toHaveLength(1)
    expect(splitWords('漢'.repeat(300_000))).toHaveLength(299_999)
    expect(splitWords('x’s '.repeat(200_000))).toHaveLength(200_000)
  })
})
