/**
 * Replaces the name of a rival in a question about a decision: “Why did Pellwater choose Wayloom?” asks why a deal was
 * lost to a competitor. Which competitor it was is part of the answer, and restricts no calls.
 */
import type { ScopedConversations } from '../queries.ts'
import type { RecordPorts } from './model.ts'
import { findNamedWords } from './narrow.ts'
import type { Word } from './question-words.ts'

const CHOOSING: ReadonlySet<string> = new Set(
  'choose chose chosen pick picked prefer preferred select selected go went gone sign signed buy bought switch switched'.split(
    ' ',
  ),
)
const PREPOSITIONS: ReadonlySet<string> = new Set(['to', 'with', 'for', 'from'])
const RIVAL = 'competitor'

/** “chose Wayloom”, “went with Wayloom”. Data “from Wayloom” isn't chosen. */
function followsChoice(question: readonly Word[], at: number): boolean {
  const [before = '', last = ''] = question.slice(Math.max(0, at - 2), at).map(({ word }) => word)
  return CHOOSING.has(last) || (PREPOSITIONS.has(last) && CHOOSING.has(before))
}

export async function nameRival(
  ports: RecordPorts,
  within: ScopedConversations,
  question: readonly Word[],
): Promise<readonly Word[]> {
  const [first] = question
  if (first?.word !== 'why') return question
  const followers = question.filter(({ written }, at) => /^\p{Lu}/u.test(written) && followsChoice(question, at))
  if (followers.length !== 1) return question
  const named = await findNamedWords(ports, within, followers)
  return question.map((word) =>
    followers.includes(word) && !named.has(word.word) ? { word: RIVAL, written: word.written } : word,
  )
}
