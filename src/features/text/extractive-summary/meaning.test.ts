import { describe, expect, it } from 'vitest'
import { isFlip, MEANING_CASES } from '../../../testing/meaning-cases.ts'
import { cutTranscript } from '../passages/index.ts'
import { extractiveSummary } from './index.ts'

describe('a summary never says the opposite of what was said', () => {
  it.each(MEANING_CASES)('$name', (one) => {
    const segments = one.lines.map(({ speaker, text }, at) => ({
      ...{ speaker: { name: speaker }, start: at * 4, end: at * 4 + 3 },
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    }))
    const { headline, paragraphs, decisions, actionItems, openQuestions } = extractiveSummary(cutTranscript(segments), {
      people: [],
      saidOn: undefined,
    })
    const lines = [
      ...(headline === null ? [] : [headline]),
      ...paragraphs,
      ...decisions,
      ...actionItems,
      ...openQuestions,
    ]
    for (const { text, spans } of lines) {
      expect(isFlip(one, text), text).toBe(false)
      const quoted = spans.map(({ quote }) => quote).join(' ')
      expect(isFlip(one, quoted), quoted).toBe(false)
    }
  })
})
