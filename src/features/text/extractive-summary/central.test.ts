import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { chooseSentences, computeRarity, weighSentences } from './central.ts'
import { splitTranscriptSentences } from './sentences.ts'

const weigh = (...texts: readonly string[]) => {
  const sentences = splitTranscriptSentences(
    cutTranscript(
      texts.map((text, at) => ({
        ...{ speaker: { name: at % 2 === 0 ? 'Ann' : 'Bob' }, start: null, end: null },
        words: [{ text, startTimestamp: null, endTimestamp: null }],
      })),
    ),
  )
  return weighSentences(sentences, computeRarity(sentences))
}
const textsOf = (weighted: ReturnType<typeof weigh>) => weighted.map(({ sentence }) => sentence.text)

const PRICE = 'The warehouse price of the blue scanner rises by ten dollars next month.'
const STOCK = 'The blue scanner of the warehouse needs another battery before next month.'
const GARDEN = 'Karl planted forty roses behind the bicycle shed of his grandmother yesterday.'

describe('central sentences', () => {
  it('are statements of eight to thirty-five words', () => {
    const long = `The warehouse price ${'of the blue scanner '.repeat(9)}rises by ten dollars.`
    expect(long.split(' ').length).toBeGreaterThan(35)
    const short = 'The blue scanner price rises.'
    const question = 'Does the warehouse price of the blue scanner rise by ten dollars next month?'
    expect(textsOf(weigh(PRICE, STOCK, long, short, question)).toSorted()).toEqual([PRICE, STOCK].toSorted())
  })

  it('are similar to the others; the first has the weight 1', () => {
    const weighted = weigh(PRICE, STOCK, GARDEN)
    expect(textsOf(weighted).at(-1)).toBe(GARDEN)
    expect(weighted[0]?.weight).toBeCloseTo(1, 6)
    expect(weighted.at(-1)?.weight).toBeLessThan(0.6)
  })

  it('are chosen without those that say the same', () => {
    const again = 'The warehouse price of the blue scanner rises by ten dollars in May.'
    const chosen = textsOf(chooseSentences(weigh(PRICE, again, STOCK, GARDEN), 2))
    expect(chosen.filter((text) => text === PRICE || text === again)).toHaveLength(1)
  })

  it('are never repeated, even if fewer than requested remain', () => {
    expect(textsOf(chooseSentences(weigh(PRICE, PRICE, PRICE, STOCK), 4)).toSorted()).toEqual([PRICE, STOCK].toSorted())
  })

  it('are neither notices nor announcements nor questions without a mark', () => {
    const notice = 'Please press star one on your telephone keypad to ask about the price of the blue scanner.'
    const announcement = "I'll provide an update on the warehouse price of the blue scanner for next month."
    const question = 'Could you say how the warehouse price of the blue scanner changes next month.'
    expect(textsOf(weigh(PRICE, notice, announcement, question, STOCK)).toSorted()).toEqual([PRICE, STOCK].toSorted())
  })
})
