import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { LAUNCH } from '../../../../testing/sample-transcripts.ts'
import { questionOf, readLines } from '../../../text/passage-ranking/index.ts'
import type { Line } from '../../../text/passages/index.ts'
import type { ReadText } from '../text.ts'
import { answerable, signsOf } from './answerable.ts'
import { choose } from './choose.ts'
import { clausesOf } from './clauses.ts'
import { clockOf } from './compose.ts'
import { extractiveAnswer } from './extractive.ts'
import { saidOf, shown } from './format-quote.ts'
import { holds, kindOf } from './kind.ts'
import { sentencesOf } from './sentences.ts'
import { topicOf } from './topic.ts'
import learned from './weights.json' with { type: 'json' }

const lines = LAUNCH.map((one, segment) => ({ ...one, segment }))

function read(asked: string, given: readonly Line[] = lines): ReadText {
  return {
    ...{ kind: 'conversation', id: 'c', title: 'Launch', at: null, lines: given, weight: 1, holds: 1 },
    ...{
      blocks: [],
      place: given.map(() => 1),
      question: questionOf(
        asked,
        given.map(({ speaker }) => speaker),
      ),
    },
  }
}

describe('sentences', () => {
  it('are quoted without the words that lead up to them', () => {
    const texts = sentencesOf([{ speaker: 'A', text: 'Yeah, um, so I like it. No, I do not. Okay.' }]).map(
      ({ text }) => text,
    )
    expect(texts).toEqual(['I like it.', 'No, I do not.'])
  })

  it('and their parts are verbatim, in order, whatever was said', () => {
    const word = fc.oneof(
      fc.constantFrom('and', 'um,', 'so', 'you know', 'because', 'we', '. ', '?', ', ', '— '),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), (words) => {
        const text = words.join(' ')
        const sentences = sentencesOf([{ speaker: '', text }])
        let last = 0
        for (const one of clausesOf(sentences)) {
          expect(text.slice(one.from, one.to)).toBe(one.text)
          expect(one.from).toBeGreaterThanOrEqual(last)
          for (const piece of saidOf(one).pieces) expect(one.text).toContain(piece)
          last = one.to
        }
      }),
    )
  })

  it('without an end take linear time', () => {
    expectNoSquare(20_000, (size) =>
      clausesOf(sentencesOf([{ speaker: '', text: 'and um so you know '.repeat(size) }])),
    )
  })
})

describe('what was said', () => {
  it.each([
    ['I think we should wait', false, 'thought that', 'we should wait'],
    ['we could wait, um, a week', false, 'suggested that', 'we could wait … a week'],
    ['it is is very very late', false, 'said that', 'it … is very very late'],
    ['is it late?', true, 'asked', 'is it late?'],
    ["I don't think it is late", false, 'said that', "I don't think it is late"],
  ])('%j', (text, asks, verb, words) => {
    const said = saidOf({ text, asks })
    expect([said.verb, shown(said)]).toEqual([verb, words])
  })
})

describe('a question', () => {
  it.each([
    ['Summarize the whole meeting.', 'whole'],
    ['What was discussed in the call?', 'whole'],
    ['Summarize the discussion about prices', 'open'],
    ['Who will call the press?', 'who'],
    ['When is the launch?', 'when'],
    ['When talking about prices, what did Ann say?', 'open'],
    ['How much does it cost?', 'amount'],
    ['List the risks that were named', 'list'],
    ['Was kostet das?', 'open'],
    ['', 'open'],
  ])('%j is of the kind %s', (question, kind) => expect(kindOf(question)).toBe(kind))

  it.each([
    ['What did Anna think about the price?', 'What Anna thought about the price'],
    ['Why did they carry on?', 'Why did they carry on'],
    ['What were the risks?', 'The risks'],
    ['Summarize the discussion about prices.', 'The discussion about prices'],
    ['Was kostet das?', 'Was kostet das'],
  ])('%j is about: %s', (question, topic) => expect(topicOf(question)).toBe(topic))

  it('wants sentences that hold what it asks for', () => {
    expect([holds('amount', 'It is 12 a month'), holds('amount', 'It is cheap'), holds('when', 'on Friday')]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('the choice', () => {
  it('fits into its room, in the order of the text, and takes no sentence twice', () => {
    const one = fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), count: fc.integer({ min: 1, max: 40 }) })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.integer({ min: 1, max: 90 }), (all, words) => {
        const candidates = all.map(({ score, count }, line) => ({
          ...{ score, line, from: 0, to: 1, text: 'x', terms: [], asks: false, opens: true, vector: new Map() },
          words: Array<string>(count).fill('x'),
        }))
        const chosen = choose(candidates, { words, sentences: 5 })
        expect(chosen.length).toBeLessThanOrEqual(5)
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.map(({ line }) => line)).toEqual(chosen.map(({ line }) => line).toSorted((a, b) => a - b))
        const total = chosen.reduce((sum, { words }) => sum + words.length, 0)
        expect(chosen.length < 2 || total <= words + 10).toBe(true)
        expect(chosen.length > 0).toBe(candidates.length > 0)
      }),
    )
  })
})

describe('the answer', () => {
  it('is the same each time, and every quote of it stands in its line', () => {
    const asked = 'What did Dana say about the import of contacts?'
    const text = read(asked)
    const told = extractiveAnswer(asked, 'open', [text])
    expect(extractiveAnswer(asked, 'open', [text])).toEqual(told)
    expect(told.map((one) => one.text).join('')).toContain('progress bar')
    for (const { proofs } of told) for (const { line, quote } of proofs) expect(lines[line]?.text).toContain(quote)
  })

  it.each([
    ['What did Ben say about the price of the starter plan?', ['Ben']],
    ['What did Dana think about the price of the starter plan?', ['Dana']],
    ['What did they answer Ben about the price of the starter plan?', ['Ben', 'Dana']],
    ['Who told Ben the price of the starter plan?', ['Ben', 'Dana']],
  ])('%s is in the words of %j', (asked, speakers) => {
    const told = extractiveAnswer(asked, kindOf(asked), [read(asked)])
    const heard = told.flatMap(({ proofs }) => proofs.map(({ line }) => lines[line]?.speaker))
    expect([...new Set(heard)].toSorted()).toEqual(speakers)
  })

  it('is in the words of others where whom one asks of says nothing of it', () => {
    const asked = 'What did Cora say about the price of the starter plan?'
    const talk = [
      ...lines,
      { segment: lines.length, speaker: 'Cora', start: null, end: null, text: 'Lunch is at noon.' },
    ]
    const told = extractiveAnswer(asked, 'open', [read(asked, talk)])
    expect(told.map(({ text }) => text).join('')).toContain('twelve euros')
  })

  it('lists one thing a line', () => {
    const told = extractiveAnswer('List what was said about the plan', 'list', [
      read('List what was said about the plan'),
    ])
    expect(told.length).toBeGreaterThan(1)
    for (const { text } of told) expect(text).toMatch(/\n- /)
  })

  it('tells the number to who asks how much', () => {
    const talk = [
      'We talked about the fee of the agency for a long time.',
      'The fee of the agency is four hundred euros.',
      'The fee of the agency is something people dislike.',
    ].map((text, segment) => ({ segment, speaker: 'Al', start: null, end: null, text }))
    const asked = 'How much is the fee of the agency?'
    const [first] = extractiveAnswer(asked, 'amount', [read(asked, talk)])
    expect(first?.text).toContain('four hundred euros')
  })

  it('names nobody where nobody is named', () => {
    const nameless = lines.map((one) => ({ ...one, speaker: '', start: null }))
    const [first] = extractiveAnswer('What is the price?', 'open', [read('What is the price?', nameless)])
    expect(first?.text).toMatch(/It was said that|Somebody (thought|suggested|asked)/)
  })

  it.each([
    [0, '0:00'],
    [65.9, '1:05'],
    [3_661, '1:01:01'],
  ])('tells %d seconds as %s', (seconds, clock) => expect(clockOf(seconds)).toBe(clock))
})

describe('whether there is an answer', () => {
  const sure = (asked: string, given = lines) =>
    answerable(
      signsOf(
        readLines(given),
        questionOf(
          asked,
          given.map(({ speaker }) => speaker),
        ),
      ),
      learned.answerable,
    )

  it('is likelier the more of the question is there', () => {
    const there = sure('What did Dana say about the price of the starter plan?')
    expect(there).toBeGreaterThan(learned.threshold)
    expect(sure('What did the Professor say about glaciers in the Antarctic?')).toBeLessThan(learned.threshold)
    expect(sure('What did Dana say about the price of glaciers?')).toBeLessThan(there)
  })

  it('is a number whatever is asked and wherever', () => {
    for (const [asked, given] of [
      ['', lines],
      ['?', lines],
      ['Who?', []],
      ['price '.repeat(700), lines],
    ] as const) {
      expect(sure(asked, [...given])).toBeGreaterThanOrEqual(0)
      expect(sure(asked, [...given])).toBeLessThanOrEqual(1)
    }
  })
})
