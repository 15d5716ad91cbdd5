/** Loads what the semantic comparison of a question with one conversation needs. */
import type { PassageVectors, RankingQuestion } from '../../text/passage-ranking/index.ts'
import { embedTexts } from './meaning.ts'
import type { SearchPorts } from './prepare-query.ts'

/**
 * @returns undefined if only words can be compared: the embedding model is missing or unavailable, or the conversation
 * has no vectors yet
 * @throws the reason of the signal
 */
export async function loadPassageVectors(
  ports: SearchPorts,
  conversationId: string,
  { text, core }: Pick<RankingQuestion, 'text' | 'core'>,
): Promise<PassageVectors | undefined> {
  const { model } = ports.embedding
  if (model === undefined) return undefined
  const [passages, { vectors: [question, inner] = [] }] = await Promise.all([
    ports.search.getVectors(ports.db, ports.org, conversationId, model),
    embedTexts(ports, [text, core], 'question'),
  ])
  if (question === undefined || inner === undefined || passages.size === 0) return undefined
  return { question: question.values, core: inner.values, passages }
}
