import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'
import { findPhrases, HITS_KEPT, type WatchedTracker } from './match.ts'

const watched = (phrases: readonly string[], given: Partial<WatchedTracker> = {}): WatchedTracker => ({
  ...{ id: 'one', version: 3, phrases, stemmed: true, caseSensitive: false, speakers: 'all' },
  ...given,
})
const said = (text: string, speaker: TranscriptSegment['speaker'] = { name: 'Ann' }): TranscriptSegment => ({
  speaker,
  start: 10,
  end: 20,
  words: [{ text, startTimestamp: 10, endTimestamp: 20 }],
})
const hits = (text: string, phrases: readonly string[], given: Partial<WatchedTracker> = {}) =>
  findPhrases([said(text)], [watched(phrases, given)])[0]?.hits ?? []
const words = (text: string, phrases: readonly string[], given: Partial<WatchedTracker> = {}) =>
  hits(text, phrases, given).map(({ from, to }) => [...text].slice(from, to).join(''))

describe('a glossary term as a phrase', () => {
  const wayloom = {
    ...{ id: 'w', version: 1, term: 'Wayloom', kind: 'product' as const },
    ...{ aliases: ['IT'], misheard: ['Way Loom'] },
  } as const
  const spoken = (text: string, phrase: string, given: Partial<WatchedTracker> = {}) =>
    findPhrases([said(text)], [watched([phrase], given)], [wayloom])[0]?.hits.map((hit) => [
      hit.phrase,
      [...text].slice(hit.from, hit.to).join(''),
    ]) ?? []

  it('matches in all spellings of the term, under the phrase', () => {
    const text = "They saw way looms, and WAYLOOM's price. The way. Loom is another word."
    const found = [
      ['Wayloom', 'way looms'],
      ['Wayloom', "WAYLOOM's"],
    ]
    expect(spoken(text, 'Wayloom')).toEqual(found)
    expect(spoken(text, 'way loom').map(([, words]) => words)).toEqual(found.map(([, words]) => words))
  })

  it('matches abbreviations only in capitals', () => {
    expect(spoken('It is IT that decides it.', 'Wayloom')).toEqual([['Wayloom', 'IT']])
  })

  it('leaves other phrases alone, and keeps to exact words and case if the tracker does', () => {
    expect(spoken('We saw way looms.', 'loom')).toEqual([['loom', 'looms']])
    expect(spoken('We saw way looms.', 'Wayloom', { stemmed: false })).toEqual([])
    expect(spoken('We saw way loom.', 'Wayloom', { caseSensitive: true })).toEqual([])
  })
})

describe('a phrase', () => {
  it('is found among thousands that begin as it does, in a text that says nothing else', () => {
    const alike = (end: string) => `${'a '.repeat(95)}${end}`
    const trackers = Array.from({ length: 200 }, (_, t) =>
      watched(
        Array.from({ length: 100 }, (_, p) => alike(`z${p}`)),
        { id: String(t) },
      ),
    )
    const text = `${'a '.repeat(20_000)} ${alike('z7')}`
    expect(findPhrases([said(text)], trackers).map(({ count }) => count)).toEqual(Array(200).fill(1))
  })

  it.each([
    ['in any ending', 'pricing', 'The price is high, the prices too.', ['price', 'prices']],
    ['whatever its case and accents', 'Café', 'In the CAFE, at cafés.', ['CAFE', 'cafés']],
    ['in its order', 'price list', 'A list of prices, and a price list.', ['price list']],
    [
      'over blanks and signs',
      'go to market',
      'Our go-to-market, I mean: go to   market!',
      ['go-to-market', 'go to   market'],
    ],
    ['whole', 'art', 'Start the party, art dealer.', ['art']],
    ['not over the end of a sentence', 'price list', 'That is the price. List them.', []],
    ['over an end that it has itself', 'U.S. market', 'In the U.S. market we grow.', ['U.S. market']],
    ['with the signs that make another word of it', 'C++', 'C is not C++ and not C#.', ['C++']],
    ['with small words of its own', 'the who', 'I saw The Who and who not.', ['The Who']],
    ['of both sides of the Atlantic', 'colour', 'Which color?', ['color']],
    ['whose it is', "competitor's", 'Our competitor has more.', ['competitor']],
    ['in a script without blanks', '価格', '今日は価格について話します。', ['価格']],
    ['behind signs of two units', 'price', '🎉🎉 price!', ['price']],
  ])('is found %s', (_, phrase, text, found) => {
    expect(words(text, [phrase])).toEqual(found)
  })

  it.each([
    ['24 vehicles', ['Twenty-four vehicles', '24 vehicles']],
    ['twenty-four vehicles', ['Twenty-four vehicles', '24 vehicles']],
    ['$58', ['58 dollars', 'fifty-eight dollars']],
    ['fifty-eight dollars', ['58 dollars', 'fifty-eight dollars']],
  ])('with an amount is found in digits and in words: %s', (phrase, found) => {
    const text = 'Twenty-four vehicles, so 24 vehicles, at 58 dollars. I mean fifty-eight dollars for it.'
    expect(words(text, [phrase], { stemmed: false })).toEqual(found)
  })

  it('with an amount is found as it is if its case matters', () => {
    const text = 'Twenty-four vehicles and 24 vehicles.'
    expect(words(text, ['24 vehicles'], { caseSensitive: true })).toEqual(['24 vehicles'])
  })

  it('that is not stemmed is found as it is', () => {
    expect(words('Price, prices, pricing.', ['price'], { stemmed: false })).toEqual(['Price'])
  })

  it('whose case matters is found in its own', () => {
    const apple = { caseSensitive: true }
    expect(words('An apple of Apple, from APPLE, Apples.', ['Apple'], apple)).toEqual(['Apple', 'Apples'])
    expect(words('It is IT.', ['IT'], { ...apple, stemmed: false })).toEqual(['IT'])
  })

  it('counts once where several of a tracker overlap, as the longest', () => {
    const found = hits('The price list, and the price.', ['price', 'price list', 'list'])
    expect(found.map(({ phrase }) => phrase)).toEqual(['price list', 'price'])
  })

  it('counts for every tracker that has it', () => {
    const both = findPhrases([said('The price list.')], [watched(['price']), watched(['price list'], { id: 'two' })])
    expect(both.map(({ trackerId, count }) => [trackerId, count])).toEqual([
      ['one', 1],
      ['two', 1],
    ])
  })

  it.each([
    ['all', ['in', 'out', 'unknown']],
    ['internal', ['in']],
    ['external', ['out']],
  ] as const)('of a tracker of %s speakers is heard from %j', (speakers, from) => {
    const segments = [
      said('Price.', { name: 'in', internal: true }),
      said('Price.', { name: 'out', internal: false }),
      said('Price.', { name: 'unknown' }),
    ]
    const [found] = findPhrases(segments, [watched(['price'], { speakers })])
    expect(found?.hits.map(({ speaker }) => speaker)).toEqual(from)
  })
})

describe('a hit', () => {
  it('tells place, speaker, time and the words around, verbatim', () => {
    const text = `${'before '.repeat(90)}🎉 the price ${'behind '.repeat(90)}`.trim()
    const [hit] = hits(text, ['price'])
    const at = [...text.slice(0, text.indexOf('price'))].length
    expect(hit).toMatchObject({ segment: 0, from: at, to: at + 5, phrase: 'price', speaker: 'Ann', start: 10, end: 20 })
    expect(text).toContain(hit?.quote)
    expect(hit?.quote).toMatch(/^before .*🎉 the price behind .* behind$/)
    expect(hit?.quote.length).toBeLessThan(260)
  })

  it('has the time of its words where they have one, and none where there is none', () => {
    const word = (text: string, at: number | null) => ({
      text,
      startTimestamp: at,
      endTimestamp: at === null ? null : at + 1,
    })
    const segment = (times: readonly (number | null)[]): TranscriptSegment => ({
      ...{ speaker: { name: '' }, start: times[0] ?? null, end: null },
      words: ['What', 'is', 'the', 'price', 'list', 'like?'].map((text, at) => word(text, times[at] ?? null)),
    })
    const timesOf = (times: readonly (number | null)[]) => {
      const [hit] = findPhrases([segment(times)], [watched(['price list'])])[0]?.hits ?? []
      return [hit?.start, hit?.end]
    }
    expect(timesOf([0, 1, 2, 3, 4, 5])).toEqual([3, 5])
    expect(timesOf([])).toEqual([null, null])
  })

  it('is kept a hundred times and counted each time', () => {
    const [found] = findPhrases([said('price '.repeat(250))], [watched(['price'])])
    expect([found?.count, found?.hits.length, found?.trackerVersion]).toEqual([250, HITS_KEPT, 3])
  })
})

describe('every transcript', () => {
  it('has its hits where it says, in order', () => {
    const line = fc
      .array(fc.constantFrom('price', 'Prices,', 'list.', 'the', '🎉', '価格は', 'C++', "price's", 'naïve'), {
        maxLength: 30,
      })
      .map((all) => said(all.join(' ')))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (segments) => {
        const found = findPhrases(segments, [watched(['price', 'price list', '価格', 'C++', 'naive'])])
        let last = [-1, -1]
        for (const { segment, from, to, quote } of found[0]?.hits ?? []) {
          const text = segmentText(segments[segment] as TranscriptSegment)
          const there = [...text].slice(from, to).join('')
          expect(there).not.toBe('')
          expect(quote).toContain(there)
          expect(text).toContain(quote)
          expect(segment > (last[0] ?? 0) || from >= (last[1] ?? 0)).toBe(true)
          last = [segment, to]
        }
      }),
      { numRuns: 200 },
    )
  })

  it('of any length is read once', () => {
    expectNoSquare(20_000, (size) => {
      const long = [said('price list of the '.repeat(size)), said('x'.repeat(size * 15)), said("a'".repeat(size * 5))]
      const [found] = findPhrases(long, [watched(['price list', 'a a a a a a', 'price list of the price'])])
      expect(found?.count).toBeGreaterThan(size / 4)
    })
  })
})
