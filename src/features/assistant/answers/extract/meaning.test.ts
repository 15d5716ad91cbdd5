import { describe, expect, it } from 'vitest'
import { isFlip, MEANING_CASES } from '../../../../testing/meaning-cases.ts'
import { parseQuestion } from '../../../text/passage-ranking/index.ts'
import type { ReadText } from '../text.ts'
import { extractAnswerParts, extractiveAnswer } from './extractive.ts'
import { classifyQuestion } from './kind.ts'

describe('an answer never says the opposite of what was said', () => {
  it.each(MEANING_CASES)('$name', (one) => {
    const lines = one.lines.map((line, segment) => ({ ...line, segment, start: segment * 4, end: segment * 4 + 3 }))
    for (const asked of [one.question, 'Summarize the call', 'List what they said about it']) {
      const text: ReadText = {
        ...{
          kind: 'conversation',
          id: 'c',
          title: 'Rollout',
          at: null,
          lines,
          weight: 1,
          answerability: 1,
          blocks: [],
        },
        ...{ place: lines.map(() => 1), question: parseQuestion(asked, ['Ann', 'Bob']) },
      }
      const kind = classifyQuestion(asked)
      const parts = [...extractiveAnswer(kind, [text]), ...extractAnswerParts(kind, text)]
      for (const part of parts) {
        expect(isFlip(one, part.text), part.text).toBe(false)
        expect(isFlip(one, part.proofs.map(({ quote }) => quote).join(' ')), part.text).toBe(false)
      }
    }
  })
})
