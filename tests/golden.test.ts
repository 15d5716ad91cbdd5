/**
 * Golden results: what the rules of English find in six calls of the demo, without a language model and without
 * embeddings. `tests/golden/` has one file for each call, and one
 * for a booking. A change of a rule or a weight shows there which lines it
 * changes. Read them, and store better ones with `npm test -- -u tests/golden.test.ts`.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { formatBooking, formatGoldenResults, GOLDEN_QUESTIONS, rankSpans, readGoldenCall } from './golden-results.ts'

const FOLDER = new URL('golden/', import.meta.url)

describe('golden results', () => {
  // Vitest writes a missing file instead of failing.
  it('are stored for each call', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(
      ['booking', ...Object.keys(GOLDEN_QUESTIONS)].map((id) => `${id}.txt`).toSorted(),
    )
  })

  it.each(Object.keys(GOLDEN_QUESTIONS))('%s', async (id) => {
    await expect(await formatGoldenResults(id)).toMatchFileSnapshot(fileURLToPath(new URL(`${id}.txt`, FOLDER)))
  })
})

it('of a booking have a value for each kind of answer', async () => {
  await expect(formatBooking()).toMatchFileSnapshot(fileURLToPath(new URL('booking.txt', FOLDER)))
})

describe('the place of an answer', () => {
  /** Of the questions whose answer a person has marked. Bands, so that a better ranking passes too. */
  const BAND = { first: 0.55, amongThree: 0.7 }

  it('is the first span for most questions, and among the first three for nearly all', async () => {
    const outcomes: number[] = []
    for (const [id, questions] of Object.entries(GOLDEN_QUESTIONS)) {
      const call = await readGoldenCall(id)
      for (const [question, answer] of questions.filter(([, words]) => words !== '')) {
        const text = ({ from, to }: { from: number; to: number }) =>
          call.cut.lines
            .slice(from, to)
            .map((line) => line.text)
            .join(' ')
        outcomes.push(rankSpans(call, question).findIndex((span) => text(span).includes(answer)))
      }
    }
    expect(outcomes.length).toBeGreaterThanOrEqual(18)
    const within = (count: number) => outcomes.filter((at) => at >= 0 && at < count).length / outcomes.length
    expect(within(1)).toBeGreaterThanOrEqual(BAND.first)
    expect(within(3)).toBeGreaterThanOrEqual(BAND.amongThree)
  })
})
