/** Guesses the kinds of a question whose form no pattern recognizes with certainty. */
import { embedTexts } from '../../../search/conversation-search/index.ts'
import type { ScopedConversations } from '../queries.ts'
import { toClassifiedText } from './classified-text.ts'
import { CLASSIFIER_MODEL, classifyText, type RatedKind } from './kind-classifier.ts'
import type { RecordKind } from './kinds.ts'
import { isKnownWord } from './known-words.ts'
import type { RecordPorts } from './model.ts'
import { findNamedWords } from './narrow.ts'
import type { Word } from './question-words.ts'

/**
 * Rates the kinds of a question. Without the embedding model of the weights, only words are compared.
 * @returns all kinds, most probable first
 * @throws the reason of the signal
 */
export async function guessKinds(
  ports: RecordPorts,
  within: ScopedConversations,
  question: readonly Word[],
): Promise<readonly RatedKind[]> {
  const names = await findNamedWords(ports, within, question.filter(canBeName))
  const text = toClassifiedText(question, names)
  const isComparable = ports.embedding.model === CLASSIFIER_MODEL
  const { vectors: [vector] = [] } = isComparable ? await embedTexts(ports, [text], 'query') : {}
  return classifyText(text, vector?.values)
}

/** Maximum probability of a kind that a pattern recognizes and the meaning of the question excludes. */
const IMPROBABLE = 0.1
/** Minimum probability of the best kind, so that it excludes others. */
const CLEAR = 0.8

/** Whether another kind is much more probable. That no record answers isn't certain enough to skip a pattern. */
export function isImprobable(guessed: readonly RatedKind[], kind: RecordKind): boolean {
  const [best] = guessed
  const own = guessed.find((one) => one.kind === kind)
  return best !== undefined && best.kind !== 'none' && best.probability >= CLEAR && (own?.probability ?? 0) < IMPROBABLE
}

/** Minimum probability of a kind that replaces an empty record of another kind, or that leaves out a word of the question. */
export const CERTAIN = 0.6

/** Whether the best kind is the recognized one, or certain enough to replace it. */
export const isCertain = ([best]: readonly RatedKind[], recognized: RecordKind): boolean =>
  best !== undefined && (best.kind === recognized || best.probability >= CERTAIN)

/** The first word of a question is capitalized whatever it means. */
const canBeName = ({ word, written }: Word, at: number): boolean =>
  word.length > 2 && ((at > 0 && /^\p{Lu}/u.test(written)) || !isKnownWord(word))
