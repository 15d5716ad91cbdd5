import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { splitTranscriptSentences, type TranscriptSentence } from './sentences.ts'
import { measureTopics, weighTopicTerms } from './topic-relation.ts'

const NO_NAMES: ReadonlySet<string> = new Set()

/** Sentences of speakers in turn. */
function split(lines: readonly string[], speakers: readonly string[] = ['Ann', 'Bob']): readonly TranscriptSentence[] {
  const segments = lines.map((text, at) => ({
    ...{ speaker: { name: speakers[at % speakers.length] ?? '' }, start: null, end: null },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  return splitTranscriptSentences(cutTranscript(segments))
}

const weigh = (lines: readonly string[], term: string, names = NO_NAMES): number =>
  weighTopicTerms(split(lines), names).get(term) ?? 0

describe('terms of a conversation', () => {
  it('weigh nothing if they are rare, numbers, units or names', () => {
    const lines = ['Crates cost forty dollars.', 'Crates from Kim cost forty dollars.', 'Kim has one ladder.']
    expect(weigh(lines, 'crate')).toBeGreaterThan(0)
    expect(weigh(lines, 'dollar')).toBe(0)
    expect(weigh(lines, 'ladder')).toBe(0)
    expect(weigh(lines, 'kim', new Set(['kim']))).toBe(0)
  })

  it('weigh more if several people use them', () => {
    const lines = ['Crates and ladders.', 'Crates are old.', 'Ladders are old.']
    expect(weigh(lines, 'crate')).toBeGreaterThan(weigh(lines, 'ladder'))
  })

  it('weigh more in a long conversation if they recur in many parts of it', () => {
    const filler = Array.from({ length: 200 }, (_, at) => `Is number ${at} fine?`)
    const inOne = [...Array<string>(10).fill('The ladders are here.'), ...filler]
    const spread = filler.map((line, at) => (at % 20 === 0 ? 'The crates are here.' : line))
    expect(weigh(spread, 'crate')).toBeGreaterThan(1.5 * weigh(inOne, 'ladder'))
  })
})

describe('the relation of a sentence to a conversation', () => {
  it('is 0 without recurring terms, and grows with their number up to 1', () => {
    const lines = [
      'Crates need labels.',
      'Labels of crates fade in the sun.',
      'The sun fades labels.',
      'My uncle has a violin.',
      'Crates, labels, crates.',
    ]
    const sentences = split(lines)
    const about = measureTopics(sentences, NO_NAMES)
    const values = sentences.map(about)
    expect(values[3]).toBe(0)
    expect(values[1]).toBeGreaterThan(0.5)
    for (const value of values) expect(value).toBeLessThanOrEqual(1)
  })
})
