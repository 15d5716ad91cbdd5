import { describe, expect, it } from 'vitest'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import type { SummaryOutput } from './prompt.ts'
import { chaptersFromStarts, checkedAgainst } from './verify.ts'

describe('chapters', () => {
  const segments = Array.from(
    { length: 10 },
    (_, at): TranscriptSegment => ({
      speaker: { name: 'Bob' },
      start: at,
      end: at + 1,
      words: [],
    }),
  )
  const start = (segment: number) => ({ title: `from ${segment}`, segment, spans: [] })
  const told = (...starts: number[]) =>
    chaptersFromStarts(segments, starts.map(start)).map((one) => [one.title, one.firstSegment, one.lastSegment])

  it('cover the conversation, whatever order and gaps they are told in', () => {
    expect(told(6, 2)).toEqual([
      ['from 2', 0, 5],
      ['from 6', 6, 9],
    ])
  })

  it('begin where there is a segment, each at its own', () => {
    expect(told(3, 3, 10, -1, 99)).toEqual([['from 3', 0, 9]])
    expect(told()).toEqual([])
  })
})

describe('the output of a model', () => {
  const said: readonly (readonly [string, string])[] = [
    ['Ann', 'The scanners for Rotterdam cost sixty dollars a piece.'],
    ['Bob', 'I will send you the offer by Friday.'],
    ['Ann', 'Thank you, that sounds good.'],
  ]
  const segments = said.map(
    ([name, text], at): TranscriptSegment => ({
      ...{ speaker: { name }, start: at * 5, end: at * 5 + 4 },
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    }),
  )
  const EMPTY: SummaryOutput = {
    headline: { text: '', evidence: [] },
    ...{ paragraphs: [], decisions: [], actionItems: [], openQuestions: [], chapters: [] },
  }
  const verify = (asked: Partial<SummaryOutput>) =>
    checkedAgainst(segments, {
      people: ['Ann', 'Bob'].map((name) => ({ name, email: null })),
      saidOn: new Date('2026-11-30T09:00:00Z'),
    })({
      ...EMPTY,
      ...asked,
    })
  const price = [{ segment: 0, quote: 'cost sixty dollars' }]
  const promise = { text: 'Send the offer', evidence: [{ segment: 1, quote: 'send you the offer' }] }

  it('keeps lines whose quotes were said, and drops others', () => {
    const lines = [
      { text: 'The scanners cost sixty dollars.', evidence: price },
      { text: 'The scanners are free.', evidence: [{ segment: 0, quote: 'cost nothing at all' }] },
      { text: 'Penguins live in Antarctica.', evidence: price },
    ]
    expect(verify({ decisions: lines }).decisions.map(({ text }) => text)).toEqual(['The scanners cost sixty dollars.'])
  })

  it('has tasks of people of the call, with due dates that were said', () => {
    const tasks = [
      { ...promise, owner: 'bob', due: 'by Friday.' },
      { ...promise, owner: 'Zoe', due: 'by Christmas' },
    ]
    expect(verify({ actionItems: tasks }).actionItems).toMatchObject([
      { owner: { name: 'Bob' }, due: 'by Friday', dueDate: '2026-12-04' },
      { owner: null, due: null, dueDate: null },
    ])
  })
})
