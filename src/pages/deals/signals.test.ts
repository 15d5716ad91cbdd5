import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runInLanguage } from '../../core/languages/current.ts'
import { formatSignal } from './signals.ts'

const SENTENCES = [
  'No call yet.',
  'No call for 54 days.',
  'The close date was yesterday.',
  'The close date was 6 days ago.',
  "Jonas Ekberg's promise was due on 28 November: “I'll send it.”",
  "Jonas Ekberg's task was due on 3 May: “Could you send it?”",
  'The last call ended without a next step.',
  'Only Karin Vos spoke in the last 3 calls.',
]

describe('a signal', () => {
  it.each(SENTENCES)('has its words in English, and a translation: %s', (text) => {
    expect(String(formatSignal({ text }))).toBe(text)
    for (const language of ['de', 'es', 'fr', 'ja'] as const) {
      expect(runInLanguage(language, () => String(formatSignal({ text })))).not.toBe(text)
    }
  })

  it('has the day of the reader', () => {
    const text = "Jonas Ekberg's promise was due on 28 November: “I'll send it.”"
    expect(runInLanguage('de', () => String(formatSignal({ text })))).toContain('28. November')
    expect(runInLanguage('ja', () => String(formatSignal({ text })))).toContain('11月28日')
  })

  it('has a pattern for each sentence of the service', () => {
    const source = readFileSync(
      new URL('../../features/assistant/answers/records/deal-signals.ts', import.meta.url),
      'utf8',
    )
    expect(source.match(/\btext: [`']/g)).toHaveLength(6)
  })
})
