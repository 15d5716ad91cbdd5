import { describe, expect, it } from 'vitest'
import { sentenceAt, toEvidence, toTranscriptView } from './transcript-view.ts'

const view = (...lines: readonly (readonly [speaker: string, text: string])[]) =>
  toTranscriptView({
    saidOn: null,
    segments: lines.map(([name, text], at) => ({
      ...{ speaker: { name }, start: at * 5, end: at * 5 + 4 },
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    })),
  })

describe('turns', () => {
  it('join the lines of a speaker', () => {
    const { turns } = view(['Ann', 'We need'], ['Ann', 'sixty seats.'], ['Bob', 'Fine.'])
    expect(turns.map(({ text }) => text)).toEqual(['We need sixty seats.', 'Fine.'])
  })

  it('are single lines if the speaker is unknown', () => {
    expect(view(['', 'We need sixty seats.'], ['', 'Fine.']).turns).toHaveLength(2)
  })
})

describe('sentences', () => {
  it.each([
    ['a question', 'Is it the south depot?'],
    ['a question without its mark', 'And what is your budget'],
    ['a request', 'Then I need your full name please.'],
  ])('ask: %s', (_, text) => expect(view(['Ann', text]).turns[0]?.sentences[0]?.asks).toBe(true))

  it.each(['We need sixty seats.', 'The budget is nine thousand euros.'])("don't ask: %s", (text) =>
    expect(view(['Ann', text]).turns[0]?.sentences[0]?.asks).toBe(false),
  )

  it('are found by an offset', () => {
    const [turn] = view(['Ann', 'We need sixty seats. The price is fine.']).turns
    expect([0, 19, 20, 30].map((offset) => turn && sentenceAt(turn, offset)?.at)).toEqual([0, 0, 1, 1])
  })
})

it('evidence has the neighbors that turn its meaning', () => {
  const talk = view(['Ann', 'We need sixty seats.'], ['Ann', 'But only if the pilot works.'], ['Bob', 'I see.'])
  const [turn] = talk.turns
  expect(turn && toEvidence(talk, turn, 8, 13).map(({ quote }) => quote)).toEqual([
    'We need sixty seats.',
    'But only if the pilot works.',
  ])
})
