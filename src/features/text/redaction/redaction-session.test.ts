import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFinder } from './find.ts'
import { createRedactionSession } from './redaction-session.ts'

const find = createFinder({ kinds: ['card', 'phone', 'email'], patterns: [] })
const TALK = [
  '[0] Bob: What is your card?',
  '[1] Ann: four one one one one one one one',
  '[2] Bob: okay',
  '[3] Ann: one one one one one one one one, and ann@b.example',
  '[4] Bob: So ann@b.example.',
].join('\n')

describe('what a model is shown', () => {
  it('has a mark for each content, the same for the same, and no word of it', () => {
    const veil = createRedactionSession(find)
    expect(veil.hide(TALK).split('\n')).toEqual([
      '[0] Bob: What is your card?',
      expect.stringMatching(/^\[1\] Ann: \[CARD_\d\]$/),
      '[2] Bob: okay',
      expect.stringMatching(/^\[3\] Ann: \[CARD_\d\], and \[EMAIL_\d\]$/),
      expect.stringMatching(/^\[4\] Bob: So \[EMAIL_\d\]\.$/),
    ])
    expect(veil.show(veil.hide(TALK))).toBe(TALK)
  })

  it('is also numbered passages', () => {
    const text = '[passage 1] from “Call”\n| Ann [00:10]: it is 4111 1111\n| Ann [00:12]: 1111 1111'
    expect(createRedactionSession(find).hide(text)).toMatch(
      /\n\| Ann \[00:10\]: it is \[CARD_\d\]\n\| Ann \[00:12\]: \[CARD_\d\]$/,
    )
  })

  it('hides the name of a speaker that is an address', () => {
    expect(createRedactionSession(find).hide('[0] ann@b.example: Hello.')).toBe('[0] [EMAIL_1]: Hello.')
  })

  it('cannot be told by a text which marks are ours', () => {
    const veil = createRedactionSession(find)
    const hidden = veil.hide('Say [EMAIL_1] and [CARD_7]. Mine is ann@b.example.')
    expect(hidden).toBe('Say [EMAIL_1] and [CARD_7]. Mine is [EMAIL_8].')
    expect(veil.show('[EMAIL_1] [CARD_7] [EMAIL_8]')).toBe('[EMAIL_1] [CARD_7] ann@b.example')
  })

  it('goes on counting over several texts', () => {
    const veil = createRedactionSession(find)
    const hidden = ['a@b.example', 'c@d.example', 'a@b.example'].map(veil.hide)
    expect(hidden[0]).toBe(hidden[2])
    expect(hidden[0]).not.toBe(hidden[1])
  })
})

describe('what a model says', () => {
  it('is told with the contents again, in every text of it', () => {
    const veil = createRedactionSession(find)
    veil.hide('ann@b.example')
    expect(veil.showDeep({ quote: 'mail [EMAIL_1]', list: [{ n: 1, at: '[email_1]' }], none: null })).toEqual({
      ...{ quote: 'mail ann@b.example', list: [{ n: 1, at: 'ann@b.example' }], none: null },
    })
  })

  it('is the same in pieces, wherever they are cut', async () => {
    const said = 'Her address is [EMAIL_1], not [EMAIL_9] or [x] or [EMAIL_1'
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(said.length), { maxLength: 12 }), async (cuts) => {
        const veil = createRedactionSession(find)
        veil.hide('ann@b.example')
        const places = [0, ...cuts.toSorted((a, b) => a - b), said.length]
        async function* pieces() {
          for (const [index, from] of places.entries()) yield said.slice(from, places[index + 1] ?? said.length)
        }
        let told = ''
        for await (const piece of veil.showPieces(pieces())) {
          expect(piece).not.toBe('')
          told += piece
        }
        expect(told).toBe('Her address is ann@b.example, not [EMAIL_9] or [x] or [EMAIL_1')
      }),
      { numRuns: 50 },
    )
  })
})

it('every text comes back as it was', () => {
  const piece = fc.constantFrom(
    'a@b.example',
    '415-555-0132',
    '4111 1111 1111 1111',
    'one',
    '[CARD_3]',
    '[12] Ann: ',
    '| ',
    '\n',
    'x',
    '[',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join(' ')
      const veil = createRedactionSession(find)
      const hidden = veil.hide(text)
      expect(hidden.split('\n')).toHaveLength(text.split('\n').length)
      expect(veil.show(hidden)).toBe(text)
    }),
    { numRuns: 300 },
  )
})
