/** Example questions of kinds, with names and topics filled in. */
import {
  NAME_SUBSTITUTES,
  readKindWords,
  toClassifiedText,
} from '../src/features/assistant/answers/records/classified-text.ts'
import { correctWords } from '../src/features/assistant/answers/records/correct-words.ts'
import { readWords } from '../src/features/assistant/answers/records/question-words.ts'
import examples from './kind-examples.json' with { type: 'json' }
import { seeded } from './seeded.ts'

/** Subjects of questions. Those of one example differ, so that none of them becomes a sign of the kind. */
const TOPICS = [
  ...['the price', 'onboarding', 'offline mode', 'security', 'delivery times', 'the new design', 'the scanner'],
  ...['data protection', 'the mobile app', 'reports', 'two years of history', 'integrations', 'the contract'],
  ...['discounts', 'winter', 'batteries', 'school funding', 'the remote control', 'training', 'support'],
  ...['the invoice', 'temperature', 'the api', 'speech recognition', 'labels', 'overtime', 'the warehouse'],
]
const VARIANTS = 3

export interface KindExample {
  /** Kind, or `none`. */
  readonly kind: string
  /** Text as the program classifies it. */
  readonly text: string
  /** Number of the question that the text is a variant of. */
  readonly question: number
}

/** @param limit maximum number of questions of each kind */
export function readKindExamples(limit = Number.POSITIVE_INFINITY): KindExample[] {
  const random = seeded(1)
  let question = 0
  return Object.entries(examples).flatMap(([kind, questions]) =>
    questions.slice(0, limit).flatMap((written) => {
      question++
      const count = written.includes('{topic}') ? VARIANTS : 1
      return Array.from({ length: count }, () => {
        const filled = written
          .replaceAll('{account}', NAME_SUBSTITUTES.account)
          .replaceAll('{person}', NAME_SUBSTITUTES.person)
          .replaceAll('{topic}', () => TOPICS[Math.floor(random() * TOPICS.length)] ?? '')
        return { kind, text: toClassifiedText(correctWords(readWords(filled)), new Map()), question }
      })
    }),
  )
}

/** Minimum number of examples that contain a word or a pair of words. */
const EXAMPLES_MIN = 3

/** Words and pairs that several examples contain, in the order of the weights. */
export function readFeatureWords(learned: readonly KindExample[]): string[] {
  const counts = new Map<string, number>()
  for (const { text } of learned) for (const word of readKindWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].flatMap(([word, count]) => (count >= EXAMPLES_MIN ? [word] : [])).toSorted()
}
