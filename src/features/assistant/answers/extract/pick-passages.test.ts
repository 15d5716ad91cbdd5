import { expect, it } from 'vitest'
import { parseQuestion } from '../../../text/passage-ranking/index.ts'
import type { ReadText } from '../text.ts'
import { extractiveAnswer } from './extractive.ts'

const QUESTION = 'Which problems do the drivers report about the scanner?'
const FILLERS = Array.from(
  { length: 12 },
  (_, at) => `Then we go on with subject ${at}, and nobody has a remark on that one today.`,
)

function answer(said: readonly string[]): readonly string[] {
  const lines = said.map((text, segment) => ({
    segment,
    speaker: 'Ann',
    text,
    start: segment * 5,
    end: segment * 5 + 4,
  }))
  const text: ReadText = {
    ...{ kind: 'conversation', id: 'c', title: 'Call', at: null, lines, weight: 1, answerability: 1, blocks: [] },
    ...{ place: lines.map(() => 1), question: parseQuestion(QUESTION, ['Ann']) },
  }
  return extractiveAnswer('open', [text]).map((part) => part.text)
}

it('a sentence that its speaker repeats is quoted once', () => {
  const sentence = 'The drivers report problems about the scanner at the gate.'
  const parts = answer([sentence, ...FILLERS, sentence, ...FILLERS, 'The scanner has problems, the drivers report.'])
  expect(parts.filter((part) => part.includes(sentence))).toHaveLength(1)
})

it('a passage that repeats another one comes after those that don’t', () => {
  const said = [
    'The drivers report problems about the scanner at the gate.',
    ...FILLERS,
    'The drivers report problems about the scanner at the gate again.',
    ...FILLERS,
    'The scanner has problems with cold batteries, the drivers report.',
    ...FILLERS,
  ]
  expect(answer(said).map((part) => part.includes('batteries'))).toEqual([false, true, false])
})
