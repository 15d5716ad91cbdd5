import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractTerms } from '../../../core/terms.ts'
import { cutTranscript } from '../passages/index.ts'
import { bm25, spread } from './arithmetic.ts'
import { computeBlockScores, countFeatures, createCandidates, likelihoods } from './candidate-spans.ts'
import { parseQuestion, rankLines, readLines } from './index.ts'

const say = (speaker: string, text: string) => ({
  speaker: { name: speaker },
  start: null,
  end: null,
  words: [{ text, startTimestamp: null, endTimestamp: null }],
})

/** Small talk around one stretch about a topic. */
function talk(topic: readonly [string, string][], before = 40, after = 40) {
  const idle = [
    'Good to see you all',
    'The weather was fine',
    'My train came late',
    'Coffee is over there',
    'We had lunch',
  ]
  const filler = (n: number) =>
    say(n % 2 === 0 ? 'Anna' : 'Bob', `${idle[n % 5]}, ${idle[(n * 3 + 1) % 5]?.toLowerCase()}.`)
  return cutTranscript([
    ...Array.from({ length: before }, (_, n) => filler(n)),
    ...topic.map(([speaker, text]) => say(speaker, text)),
    ...Array.from({ length: after }, (_, n) => filler(n + before)),
  ])
}

const budget: [string, string][] = [
  ['Anna', 'Let us come to the budget for next year.'],
  ['Bob', 'The budget is two million euros.'],
  ['Carla', 'I think the marketing budget is too small.'],
  ['Bob', 'We can move money from travel.'],
  ['Carla', 'Then I agree.'],
  ['Anna', 'So the budget stands.'],
]

describe('a reading', () => {
  it('finds where a topic is talked about, and the line that says it', () => {
    const cut = talk(budget)
    const [first] = rankLines(cut, parseQuestion('How large is the budget?', ['Anna', 'Bob', 'Carla'])).spans
    expect(first?.from).toBeGreaterThanOrEqual(36)
    expect(first?.to).toBeLessThanOrEqual(50)
    expect(cut.lines[first?.line ?? 0]?.text).toMatch(/budget/)
  })

  it('prefers the words of the speaker it is asked for', () => {
    const cut = talk(budget)
    const { lineScores } = rankLines(
      cut,
      parseQuestion('What did Carla think about the budget?', ['Anna', 'Bob', 'Carla']),
    )
    const best = lineScores.indexOf(Math.max(...lineScores))
    expect(cut.lines[best]?.speaker).toBe('Carla')
  })

  it('names every moment once, with probabilities that sum to one, and the same every time', () => {
    const line = fc.tuple(
      fc.constantFrom('Anna', 'Bob'),
      fc.array(fc.constantFrom('price', 'date', 'so', 'ship', 'we'), { maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 120 }), fc.string({ maxLength: 40 }), (all, text) => {
        const cut = cutTranscript(all.map(([speaker, words]) => say(speaker, words.join(' '))))
        fc.pre(cut.lines.length > 0)
        const question = parseQuestion(`price ${text}`, ['Anna', 'Bob'])
        const { spans, lineScores } = rankLines(cut, question)
        expect(spans.reduce((sum, one) => sum + one.probability, 0)).toBeCloseTo(1, 6)
        expect(spans.map(({ from }) => from).toSorted((a, b) => a - b)).toEqual(
          [...new Set(spans.map(({ from }) => from))].toSorted((a, b) => a - b),
        )
        for (const { from, to, line: best } of spans) {
          expect(best).toBeGreaterThanOrEqual(from)
          expect(best).toBeLessThan(to)
        }
        expect([...lineScores].filter((score) => !Number.isFinite(score))).toEqual([])
        expect(rankLines(cut, question).spans).toEqual(spans)
      }),
      { numRuns: 40 },
    )
  })

  it('goes by meaning where words are missing', () => {
    const cut = talk([
      ['Anna', 'It costs too much.'],
      ['Bob', 'Yes, far too expensive.'],
      ['Anna', 'We cannot afford that.'],
      ['Bob', 'No.'],
    ])
    const about = Float32Array.of(0, 1)
    const idle = Float32Array.of(1, 0)
    const lines = cut.lines.map((_, at) => (at >= 40 && at < 44 ? about : idle))
    const question = parseQuestion('What was said about the price?', ['Anna', 'Bob'])
    const [first] = rankLines(cut, question, { question: about, core: about, lines }).spans
    expect(first?.from).toBeGreaterThanOrEqual(36)
    expect(first?.to).toBeLessThanOrEqual(48)
  })
})

describe('a question', () => {
  it.each([
    ['What did Anna think about the price?', ['Anna Kowalska', 'Bob'], ['Anna Kowalska'], ['price']],
    ['What did the professor say about noise?', ['Professor B', 'PhD A', 'PhD C'], ['Professor B'], ['nois']],
    ['What did Anna Schmidt think about the price?', ['Anna Kowalska', 'Bob'], [], ['anna', 'schmidt', 'price']],
    ['what did anna think about the price?', ['Anna Kowalska', 'Bob'], ['Anna Kowalska'], ['price']],
    ['what did they say about anna', ['Anna Kowalska', 'Bob'], [], ['anna']],
    ['how will the price change', ['Will Smith', 'Bob'], [], ['price', 'chang']],
    ['What did Anna think about the price?', ['Anna Kowalska', 'Anna Schmidt'], [], ['anna', 'price']],
    ['What did PhD B think about noise?', ['Professor B', 'PhD A'], [], []],
    ['What did PhD C say?', ['Professor B', 'PhD A', 'PhD C'], ['PhD C'], []],
    ['Why is the graphical interface slow?', ['User Interface', 'Marketing'], [], ['graphic', 'interfac', 'slow']],
    ['Summarize the discussion', [], [], ['summar', 'discuss']],
    ['What did the customer object to?', [], [], ['object']],
    ['Why do customers churn?', [], [], ['churn']],
    ['How many customers are in the north?', [], [], ['mani', 'customer', 'north']],
    ['What is the customer number?', [], [], ['customer', 'number']],
    ['When does the drivers group meet?', [], [], ['driver', 'group', 'meet']],
    ['What did the group think about drivers?', [], [], ['driver']],
    ['How many people did they say are drivers?', [], [], ['mani', 'driver']],
  ])('%s', (text, speakers, named, terms) => {
    const question = parseQuestion(text, speakers)
    expect(question.named).toEqual(named)
    if (terms.length > 0) expect(question.terms).toEqual(terms)
    expect(question.core).not.toBe('')
  })
})

describe('the terms of a question', () => {
  const read = readLines(
    cutTranscript([
      say('Anna', 'They transcribe every call.'),
      say('Bob', 'The transcript names the speaker.'),
      say('Anna', 'The speaker names are missing in that transcript.'),
    ]).lines,
  )

  it('count in lines with a related word too, half as much', () => {
    const [column] = read.getColumns(extractTerms('transcript'))
    expect([...(column?.counts ?? [])]).toEqual([0.5, 1, 1])
  })

  it('are pairs in either order', () => {
    expect([...read.getPairs(extractTerms('names speaker'))]).toEqual([0, 1, 1])
  })
})

it('only some questions ask for a whole discussion', () => {
  const isWide = (text: string) => parseQuestion(text, []).wide
  expect(['Summarize the discussion about the budget.', 'How large is the budget?'].map(isWide)).toEqual([true, false])
})

it('a span is compared with its surroundings', () => {
  const shape = { contrasts: [0], edges: [] }
  const { stretches, rows, width } = createCandidates([Float64Array.of(0, 0, 3, 3, 0, 0)], shape, false)
  const at = stretches.findIndex(({ from, to }) => from === 2 && to === 4)
  // Mean inside, the same by length, then the difference to one block on each side.
  expect([...rows.subarray(at * width, at * width + 3)]).toEqual([3, 0.75, 3])
  const wide = createCandidates([Float64Array.of(1, 1, 3, 3, 1, 1)], shape, false)
  expect(wide.rows[at * width + 2]).toBe(2)
})

describe('the arithmetic', () => {
  it('spreads as a triangle does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 70 }),
        (values, reach) => {
          const column = Float64Array.from(values)
          const naive = values.map(
            (_, at) => values.reduce((sum, x, other) => sum + x * Math.max(0, reach - Math.abs(at - other)), 0) / reach,
          )
          for (const [at, x] of spread(column, reach).entries()) expect(x).toBeCloseTo(naive[at] ?? 0, 6)
        },
      ),
    )
  })

  it('scores as BM25 is written', () => {
    const [score] = bm25([Float64Array.of(2, 0)], [3], Float64Array.of(4, 8), 1.2)
    expect(score).toBeCloseTo((3 * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 4) / 6)), 10)
  })

  it('shares out what stretches are worth among their blocks', () => {
    const shape = { contrasts: [0], edges: [0] }
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 100 }),
        fc.boolean(),
        (values, wide) => {
          const candidates = createCandidates([Float64Array.from(values)], shape, wide)
          const weights = Float64Array.from({ length: countFeatures(1, shape) }, (_, at) => ((at * 7) % 5) - 2)
          const likely = likelihoods(candidates, weights)
          const blocks = computeBlockScores(candidates.stretches, likely, values.length)
          expect(likely.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 9)
          expect(blocks.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 9)
          for (const x of blocks) expect(x).toBeGreaterThan(-1e-9)
        },
      ),
    )
  })
})

it('reads a conversation once for many questions', () => {
  const cut = talk(budget)
  const read = readLines(cut.lines)
  const question = parseQuestion('budget', [])
  expect(rankLines(cut, question, undefined, read)).toEqual(rankLines(cut, question))
})

describe('lines', () => {
  const { lines } = cutTranscript([
    say('Anna', 'We transcribe every call.'),
    say('Bob', 'The transcript was short.'),
    say('Anna', 'A short transcript, and transcripts of calls.'),
    say('Bob', 'Lunch.'),
  ])
  const read = readLines(lines)

  it('count words of one family half', () => {
    const [transcript] = read.getColumns(extractTerms('transcript'))
    expect([...(transcript?.counts ?? [])]).toEqual([0.5, 1, 2, 0])
    expect(read.getColumns(extractTerms('dinner'))).toEqual([])
  })

  it('count neighbors of a question in either order', () => {
    expect([...read.getPairs(extractTerms('short transcript'))]).toEqual([0, 1, 1, 0])
    expect([...read.getPairs(extractTerms('transcript short'))]).toEqual([0, 1, 1, 0])
  })
})
