import { expect, it } from 'vitest'
import { parseQuestion } from '../../../text/passage-ranking/index.ts'
import type { ReadText } from '../text.ts'
import { answerWithVerdict } from './extractive.ts'

const SAID = [
  ['Tom', 'Is there anybody else you are talking to?'],
  ['Greta', 'Dispatchery. They have a nice app, but they charge by the stop, four cents a stop.'],
  ['Tom', 'I see. And the drivers?'],
  ['Greta', 'They start at five in the morning.'],
] as const

function answer(prompt: string): { isConfident: boolean; text: string } {
  const lines = SAID.map(([speaker, text], segment) => ({ segment, speaker, text, start: segment, end: segment + 1 }))
  const near: ReadText = {
    ...{ kind: 'conversation', id: 'c', title: 'First call', at: null, lines, blocks: [{ from: 0, to: lines.length }] },
    ...{ weight: 1, answerability: 0.1, place: lines.map(() => 1), question: parseQuestion(prompt, ['Tom', 'Greta']) },
  }
  const { parts, isConfident } = answerWithVerdict('amount', prompt, [], { fromMany: true, near: [near] })
  return { isConfident: isConfident && parts.length > 0, text: parts.map(({ text }) => text).join('') }
}

it('a text that seems to contain no answer answers if a passage states the requested value of the named thing', () => {
  const { isConfident, text } = answer('How expensive is Dispatchery?')
  expect([isConfident, text]).toEqual([true, expect.stringContaining('four cents')])
})

it.each(['How expensive is Wayloom?', 'How expensive are the drivers?'])(
  'a text that states no such value doesn’t answer: %s',
  (prompt) => expect(answer(prompt).isConfident).toBe(false),
)
