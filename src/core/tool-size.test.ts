import fc from 'fast-check'
import { expect, it } from 'vitest'
import { estimateTokens } from './language-model.ts'
import { ANSWER_TOKENS, boundedAnswer } from './tool-size.ts'

const HALF = ANSWER_TOKENS / 2
const line = fc.string({ unit: fc.constantFrom('a', 'é', '日', ' ', '"', '\\'), maxLength: 400 })

it('no answer is larger than a model may read, and what is left out is told', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (lines, times) => {
      const entries = Array.from({ length: times }, () => lines).flat()
      const answer = boundedAnswer({ text: entries.join('\n'), data: { id: 'a', entries } })
      const { entries: kept, left_out: leftOut = 0 } = answer.data as { entries: string[]; left_out?: number }
      expect(estimateTokens(answer.text)).toBeLessThanOrEqual(HALF + 100)
      expect(estimateTokens(JSON.stringify(answer.data))).toBeLessThanOrEqual(HALF)
      expect(kept).toEqual(entries.slice(0, kept.length))
      expect(kept.length + leftOut).toBe(entries.length)
      const [, told = '0'] = /\[Left out: (\d+) more lines/.exec(answer.text) ?? []
      expect(Number(told) > 0).toBe(answer.text !== entries.join('\n'))
    }),
    { numRuns: 60 },
  )
})

it('a page of a list is told whole or refused with a limit that works', () => {
  const entries = Array.from({ length: 100 }, (_, n) => `${n} ${'word '.repeat(100)}`)
  const answer = (count: number) => boundedAnswer({ text: '', data: { entries: entries.slice(0, count) } }, true)
  let advice = ''
  try {
    answer(100)
  } catch (error) {
    advice = (error as Error).message
  }
  const [, limit = ''] = /with a limit of (\d+) or less/.exec(advice) ?? []
  expect(answer(Number(limit)).data).toEqual({ entries: entries.slice(0, Number(limit)) })
})

it('one thing that is too large is refused', () => {
  const text = 'word '.repeat(20_000)
  expect(() => boundedAnswer({ text: '', data: { text } })).toThrow('exceed the limit of 25000 tokens')
})
