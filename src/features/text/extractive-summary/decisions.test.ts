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

describe('the points that a speaker lists', () => {
  const POINTS =
    'A hundred vehicles for two years. Paid every quarter in advance. A cap of five percent at the renewal.'

  it.each(['Let me say it back.', 'Then, to sum up.', 'So what we agreed on.'])('are decisions: %s', (lead) => {
    expect(decisionsOf(['Ann', `${lead} ${POINTS} I’ll send it to you tomorrow.`])).toEqual([
      'A hundred vehicles for two years.',
      'Paid every quarter in advance.',
      'A cap of five percent at the renewal.',
    ])
  })

  it('aren’t decisions if they are denied, explained, or said without a summary', () => {
    expect(decisionsOf(['Ann', `Let me say it back. ${POINTS}`], ['Bob', 'No, not the cap.'])).toEqual([])
    expect(decisionsOf(['Ann', POINTS])).toEqual([])
    for (const lead of ['Let me recap your offer.', 'To sum up what they want.', 'To sum up the open questions.'])
      expect(decisionsOf(['Ann', `${lead} ${POINTS}`]), lead).toEqual([])
    expect(
      decisionsOf([
        'Ann',
        'To sum up. The first model is slower because it reads more. There are three of them, I think. Maybe we could test.',
      ]),
    ).toEqual([])
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
