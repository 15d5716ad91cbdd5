/** A conversation that does not fit into the model at once. */
import { describe, expect, it } from 'vitest'
import { estimateTokens, type LanguageModel, type ModelQuery } from '../../../core/language-model.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { summaryByModel } from './by-model.ts'

const SURROUNDINGS = { people: [{ name: 'Bob', email: null }], saidOn: undefined }

/** A model that takes in little, and answers by a script. */
function small(contextTokens: number, answer: (prompt: string) => unknown) {
  const asks: ModelQuery[] = []
  const model: LanguageModel = {
    name: 'small',
    contextTokens,
    async object(ask) {
      asks.push(ask)
      return ask.schema.parse(answer(ask.prompt))
    },
    text: () => Promise.reject(new Error('not asked')),
    stream: () => {
      throw new Error('not asked')
    },
    turn: () => Promise.reject(new Error('not asked')),
  }
  return { model, asks }
}

function answerOf(prompt: string): unknown {
  if (prompt.includes('<notes-')) {
    return {
      headline: { text: 'All of it', sources: [0] },
      paragraphs: [
        { text: 'The first thing, then the second', sources: [0, 1] },
        { text: 'Out of thin air', sources: [99] },
      ],
    }
  }
  const [, segment, quote] = /\[(\d+)\] Bob: (This is sentence number \d+)/.exec(prompt) ?? []
  const claim = { text: `Sentence ${segment}`, evidence: [{ segment: Number(segment), quote }] }
  return { headline: claim, paragraphs: [claim], decisions: [claim], actionItems: [], openQuestions: [], chapters: [] }
}

const spoken = (texts: readonly string[]): TranscriptSegment[] =>
  texts.map((text) => ({
    speaker: { name: 'Bob' },
    start: null,
    end: null,
    words: [{ text, startTimestamp: null, endTimestamp: null }],
  }))

const LONG = spoken(
  Array.from(
    { length: 200 },
    (_, at) => `This is sentence number ${at}, and it goes on for a while about nothing at all.`,
  ),
)
const signal = new AbortController().signal

describe('a long conversation', () => {
  it('is read part by part, each of which the model can take in, and told of the parts', async () => {
    const { model, asks } = small(5_000, answerOf)
    const summary = await summaryByModel(model, LONG, SURROUNDINGS, signal)
    const parts = asks.filter(({ prompt }) => prompt.includes('<transcript-'))
    expect(parts.length).toBeGreaterThan(2)
    expect(asks).toHaveLength(parts.length + 1)
    for (const { system, prompt, maxOutputTokens } of asks) {
      expect(estimateTokens(system + prompt) + maxOutputTokens).toBeLessThan(5_000)
    }
    expect(summary.headline).toMatchObject({ text: 'All of it', spans: [{ segment: 0 }] })
    expect(summary.paragraphs.map(({ text }) => text)).toEqual(['The first thing, then the second'])
    expect(summary.decisions).toHaveLength(parts.length)
    expect(summary.chapters.length).toBeGreaterThan(0)
  })

  it('loses no segment on the way, however long one is', async () => {
    const speech = spoken([LONG.map(({ words }) => words[0]?.text).join(' '), 'This is sentence number 200.'])
    const { model, asks } = small(5_000, answerOf)
    await summaryByModel(model, speech, SURROUNDINGS, signal)
    const sent = asks.map(({ prompt }) => prompt).join('\n')
    for (let at = 0; at <= 200; at++) expect(sent).toContain(`sentence number ${at}`)
  })

  it('that is beyond all measure for this model is refused before anything is sent', async () => {
    const { model, asks } = small(4_000, answerOf)
    const endless = Array.from({ length: 20 }, () => LONG).flat()
    await expect(summaryByModel(model, endless, SURROUNDINGS, signal)).rejects.toMatchObject({ detail: 'too_long' })
    expect(asks).toEqual([])
  })

  it('in which nothing was said is not sent at all', async () => {
    const { model, asks } = small(5_000, answerOf)
    expect(await summaryByModel(model, spoken(['', ' ']), SURROUNDINGS, signal)).toMatchObject({ headline: null })
    expect(asks).toEqual([])
  })
})
