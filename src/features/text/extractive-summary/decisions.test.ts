import { describe, expect, it } from 'vitest'
import { cutTranscript } from '../passages/index.ts'
import { extractDecisions } from './decisions.ts'
import { splitTranscriptSentences } from './sentences.ts'

function decisionsOf(...lines: readonly (readonly [speaker: string, text: string])[]): string[] {
  const segments = lines.map(([name, text], at) => ({
    ...{ speaker: { name }, start: at * 5, end: at * 5 + 4 },
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))
  return extractDecisions(splitTranscriptSentences(cutTranscript(segments))).map(({ text }) => text)
}

describe('a sentence that its speaker calls decided', () => {
  it('is a decision', () => {
    expect(decisionsOf(['Ann', 'So decided, red labels for all crates up to thirty.'])).toEqual([
      'Decided, red labels for all crates up to thirty.',
    ])
    expect(decisionsOf(['Ann', 'Decided. The south depot from tomorrow, the north one by Friday.'])).toEqual([
      'The south depot from tomorrow, the north one by Friday.',
    ])
    expect(
      decisionsOf(['Ann', "No tenders with deposits, unless a partner is there. Let's write that down as decided."]),
    ).toEqual(['No tenders with deposits, unless a partner is there.'])
  })

  it('isn’t a sentence of somebody else, a question or a report', () => {
    expect(decisionsOf(['Ann', 'Decided.'], ['Bob', 'The south depot has nine gates and a ramp.'])).toEqual([])
    expect(decisionsOf(['Ann', 'Decided. Who brings the crates to the south depot?'])).toEqual([])
    expect(decisionsOf(['Ann', 'Decided by the board last year, the ramp was never built.'])).toEqual([])
    expect(decisionsOf(['Ann', 'The ramp is nine meters long. Is that decided?'])).toEqual([])
  })
})

describe('a condition', () => {
  it.each([
    'The price must stay below twenty thousand dollars a year, otherwise my board says no.',
    'The old contract should stay with the north depot.',
    'We will go with the second offer, or else the depot closes.',
  ])('isn’t a decision: %s', (text) => expect(decisionsOf(['Ann', text])).toEqual([]))

  it('differs from the decision with the same words', () => {
    expect(decisionsOf(['Ann', 'The old contract stays with the north depot.'])).toHaveLength(1)
  })
})
