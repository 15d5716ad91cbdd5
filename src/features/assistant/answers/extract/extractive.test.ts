import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../../testing/growth.ts'
import { LAUNCH } from '../../../../testing/sample-transcripts.ts'
import { parseQuestion, readLines } from '../../../text/passage-ranking/index.ts'
import type { SourceLine } from '../../../text/passages/index.ts'
import type { ReadText } from '../text.ts'
import { computeAnswerability, computeAnswerFeatures } from './answerable.ts'
import { choose } from './choose.ts'
import { extractiveAnswer, relatedPassages } from './extractive.ts'
import { formatClock } from './format-passage.ts'
import { classifyQuestion, containsRequestedKind } from './kind.ts'
import { extractQuestionTopic } from './topic.ts'
import learned from './weights.json' with { type: 'json' }

const lines = LAUNCH.map((one, segment) => ({ ...one, segment }))

function read(asked: string, given: readonly SourceLine[] = lines): ReadText {
  return {
    ...{ kind: 'conversation', id: 'c', title: 'Launch', at: null, lines: given, weight: 1, answerability: 1 },
    ...{
      blocks: [],
      place: given.map(() => 1),
      question: parseQuestion(
        asked,
        given.map(({ speaker }) => speaker),
      ),
    },
  }
}

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
  ])('%j is of the kind %s', (question, kind) => expect(classifyQuestion(question)).toBe(kind))

  it.each([
    ['What did Anna think about the price?', 'What Anna thought about the price'],
    ['Why did they carry on?', 'Why did they carry on'],
    ['What were the risks?', 'The risks'],
    ['Summarize the discussion about prices.', 'The discussion about prices'],
    ['Was kostet das?', 'Was kostet das'],
  ])('%j is about: %s', (question, topic) => expect(extractQuestionTopic(question)).toBe(topic))

  it('wants sentences that hold what it asks for', () => {
    expect([
      containsRequestedKind('amount', 'It is 12 a month'),
      containsRequestedKind('amount', 'It is cheap'),
      containsRequestedKind('when', 'on Friday'),
    ]).toEqual([true, false, true])
  })
})

describe('a passage', () => {
  const TURNS = [
    ...['Ann: That is a good page.', 'Ann: I will write it up today and send it round.'],
    ...['Ann: What has nobody said yet?', 'Bob: Wayloom.', 'Bob: Everybody is at thirty-six dollars now.'],
  ].map((line, segment): SourceLine => {
    const [speaker = '', text = ''] = line.split(': ')
    return { segment, speaker, start: null, end: null, text }
  })

  it.each([
    [1, 'What is said of Wayloom?', '**“Wayloom.”** “Everybody is at thirty-six dollars now.”'],
    [1, 'What is said of the page?', '**“That is a good page.”**'],
    [1, 'What is said of Dispatchery?', '**“I will write it up today and send it round.”**'],
  ])('whose best sentence is number %s answers %j with %s', (best, asked, shown) => {
    const place = TURNS.map((_, line) => (line === best ? 1 : 0.01))
    const [first] = extractiveAnswer('open', [{ ...read(asked, TURNS), place }], {
      weights: { sentence: { place: 1 } },
    })
    expect(first?.text).toContain(shown)
  })
})

describe('the choice', () => {
  it('fits into its room, in the order of the text, and takes no sentence twice', () => {
    const one = fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), count: fc.integer({ min: 1, max: 40 }) })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.integer({ min: 1, max: 90 }), (all, words) => {
        const candidates = all.map(({ score, count }, line) => ({
          ...{
            score,
            gain: score,
            line,
            position: line,
            speaker: '',
            pieces: [{ line, from: 0, to: 1 }] as const,
            whole: true,
          },
          ...{ text: 'x', terms: [], isQuestion: false, opens: true, vector: new Map() },
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

const answer = (asked: string, given: readonly SourceLine[] = lines) =>
  extractiveAnswer(classifyQuestion(asked), [read(asked, given)])
const says = (...texts: readonly string[]) =>
  texts.map((text, segment) => ({ segment, speaker: 'Al', start: null, end: null, text }))

describe('the answer', () => {
  it('is the same each time, and every quote of it stands in its line', () => {
    const asked = 'What did Dana say about the import of contacts?'
    const told = answer(asked)
    expect(answer(asked)).toEqual(told)
    expect(told.map((one) => one.text).join('')).toContain('progress bar')
    for (const { proofs } of told)
      for (const { line, quote } of proofs) {
        expect(lines).toContain(line)
        expect(line.text).toContain(quote)
      }
  })

  it('quotes whole sentences, and every word between quotation marks is in a quote', () => {
    for (const asked of ['What did Dana say about the price?', 'List the risks', 'Summarize the call', 'When is it?']) {
      for (const { text, proofs } of answer(asked)) {
        for (const { quote } of proofs) expect(quote).toMatch(/^[\p{Lu}\d“].*[.!?…]["”)]*$/su)
        const quoted = proofs.map(({ quote }) => quote).join(' ')
        for (const [, words = ''] of text.matchAll(/“([^”]*)”/g)) expect(quoted).toContain(words)
      }
    }
  })

  it.each([
    ['What did Ben say about the price of the starter plan?', ['Ben']],
    ['What did Dana think about the price of the starter plan?', ['Dana']],
    ['What did they answer Ben about the price of the starter plan?', ['Ben', 'Dana']],
    ['Who told Ben the price of the starter plan?', ['Ben', 'Dana']],
  ])('%s is in the words of %j', (asked, speakers) => {
    const heard = answer(asked).map(({ proofs }) => proofs.find(({ key }) => key !== undefined)?.line.speaker)
    for (const speaker of heard) expect(speakers).toContain(speaker)
  })

  it('is in the words of others where whom one asks of says nothing of it', () => {
    const talk = [
      ...lines,
      { segment: lines.length, speaker: 'Cora', start: null, end: null, text: 'Lunch is at noon.' },
    ]
    const told = answer('What did Cora say about the price of the starter plan?', talk)
    expect(told.map(({ text }) => text).join('')).toContain('twelve euros')
  })

  it('names the conversation and leaves out unrelated passages if it was chosen from many', () => {
    const text = read('What did Dana say about the price of the starter plan?')
    const told = extractiveAnswer('open', [text], { fromMany: true })
    expect(told.length).toBeGreaterThan(0)
    for (const part of told) {
      expect(part.text).toContain('Launch')
      expect(part.text).toMatch(/price|starter|plan/)
    }
  })

  it('lists one passage a line', () => {
    const told = answer('List what was said about the plan')
    expect(told.length).toBeGreaterThan(1)
    told.forEach(({ text }, index) => {
      expect(text).toMatch(index === 0 ? /^- / : /^\n- /)
    })
  })

  it('leaves out passages that are much worse than the best one', () => {
    const told = answer('What did Dana say about the price of the starter plan?').map(({ text }) => text)
    expect(told.length).toBeLessThan(3)
    for (const text of told) expect(text).toMatch(/starter plan/)
  })

  it('has at most three passages for a specific question, and more for a list', () => {
    const talk = says(
      ...'Lyon Turin Gent Porto Riga Bonn Cork Graz Oslo Bari'
        .split(' ')
        .flatMap((city) => [`The agency in ${city} has a fee of four hundred euros.`, `Lunch in ${city} is at noon.`]),
    )
    expect(answer('What is the fee of the agency?', talk)).toHaveLength(3)
    expect(answer('List the fees of the agency', talk).length).toBeGreaterThan(3)
  })

  it('offers only passages with a term of the question if there is no answer', () => {
    const offered = (asked: string) => relatedPassages('open', [read(asked)]).length
    expect(offered('What did Dana say about the price of glaciers?')).toBeGreaterThan(0)
    expect(offered('Where are the glaciers of the Antarctic?')).toBe(0)
  })

  it('about everything consists of statements', () => {
    const cities = 'Lyon Turin Gent Porto Riga Bonn'.split(' ')
    const talk = says(
      ...cities.map((city) => `The agency in ${city} has a fee of four hundred euros.`),
      ...cities.map((city) => `Who pays the fee of the agency in ${city} for the whole contract?`),
    )
    const keys = answer('Summarize the whole meeting.', talk).flatMap(({ proofs }) =>
      proofs.filter(({ key }) => key !== undefined),
    )
    expect(keys.length).toBeGreaterThan(1)
    for (const { quote } of keys) expect(quote).not.toMatch(/\?$/)
  })

  it('has the number for a question how much', () => {
    const talk = says(
      'We talked about the fee of the agency for a long time.',
      'The fee of the agency is four hundred euros.',
      'The fee of the agency is something people dislike.',
    )
    expect(answer('How much is the fee of the agency?', talk)[0]?.text).toContain('four hundred euros')
  })

  it('keeps the condition and the withdrawal of what it quotes', () => {
    const talk = says(
      'The weather was fine on the trip.',
      'If the audit is done in time.',
      'Then we deliver the scanner in June.',
      'But not to Lyon.',
      'Lunch is at noon today.',
    )
    const [first] = answer('When do we deliver the scanner?', talk)
    expect(first?.text).toContain('If the audit is done')
    expect(first?.text).toContain('But not to Lyon')
  })

  it('keeps the question that a short statement answers', () => {
    const talk = [
      { segment: 0, speaker: 'Al', start: null, end: null, text: 'Is the scanner certified for hospitals?' },
      { segment: 1, speaker: 'Bo', start: null, end: null, text: 'The scanner for hospitals? Not yet.' },
    ]
    expect(
      answer('Is the scanner certified for hospitals?', talk)
        .map(({ text }) => text)
        .join(''),
    ).toContain('Not yet.')
  })

  it('takes linear time, however long the call is', () => {
    expectNoSquare(2_000, (size) => {
      answer(
        'How much is the fee?',
        says(...Array.from({ length: size }, (_, at) => `If the fee ${at} is so, but not yet.`)),
      )
    })
  })

  it('names nobody where nobody is named', () => {
    const nameless = lines.map((one) => ({ ...one, speaker: '', start: null }))
    expect(answer('What is the price?', nameless)[0]?.text).toMatch(/^(?:- )?(?:\*\*)?“/)
  })

  it.each([
    [0, '0:00'],
    [65.9, '1:05'],
    [3_661, '1:01:01'],
  ])('tells %d seconds as %s', (seconds, clock) => expect(formatClock(seconds)).toBe(clock))
})

describe('a subject that continues as a pronoun', () => {
  const say = (segment: number, speaker: string, text: string) => ({ segment, speaker, start: null, end: null, text })
  const talk = [
    say(0, 'Ann', 'The drivers have phones and routes, and drivers drive at night.'),
    say(1, 'Bob', "I've got another one. The drivers' group. They agreed to thirty days, but haven't seen it."),
    say(2, 'Ann', 'Shall I show it to them before?'),
    say(3, 'Bob', 'Yes. They meet every second Wednesday at one in the canteen.'),
    say(4, 'Ann', 'We talked on Monday about the group of the drivers.'),
  ]

  it('is answered by the sentence with the pronoun and the requested time', () => {
    const asked = 'When does the drivers group meet?'
    const [first] = extractiveAnswer('when', [read(asked, talk)])
    expect(first?.text).toContain('They meet every second Wednesday')
  })

  it('isn’t, if nobody says the subject before it', () => {
    const asked = 'When does the drivers group meet?'
    const others = [
      say(0, 'Bob', 'The buyers have a council. They meet every second Wednesday at one in the canteen.'),
      say(1, 'Ann', 'And the drivers group is on Monday.'),
    ]
    const [first] = extractiveAnswer('when', [read(asked, others)])
    expect(first?.text).toContain('Monday')
  })
})

describe('whether there is an answer', () => {
  const sure = (asked: string, given = lines) =>
    computeAnswerability(
      computeAnswerFeatures(
        readLines(given),
        parseQuestion(
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
