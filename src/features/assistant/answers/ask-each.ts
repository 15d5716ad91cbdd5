/** Evaluates questions on each of many texts separately, for callers that combine the results. */
import { setImmediate as breath } from 'node:timers/promises'
import { loadPassageVectors } from '../../search/conversation-search/index.ts'
import { findTermsInQuery } from '../../text/glossary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import type { SegmentsInput, TranscriptSegment } from '../../text/transcripts/index.ts'
import { type EvidencePorts, fromSources, rateConversation } from './evidence.ts'
import { classifyQuestion } from './extract/kind.ts'
import { parseForText, rateText } from './read-text.ts'
import type { EvidenceText, ReadText } from './text.ts'

export interface AskedConversation {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly segments: readonly TranscriptSegment[]
}

/** Reads a conversation for each question, in order. `isLikelyAnswer` decides whether it contains an answer. */
export async function readForEach(
  ports: EvidencePorts,
  { segments, ...conversation }: AskedConversation,
  questions: readonly string[],
): Promise<ReadText[]> {
  const cut = cutTranscript(segments)
  const texts: ReadText[] = []
  for (const asked of questions) {
    // Ranking is CPU-bound, so other work runs between two questions.
    await breath()
    ports.signal.throwIfAborted()
    const whole = classifyQuestion(asked) === 'whole'
    const terms = await findTermsInQuery(ports.db, ports.org, asked)
    const question = parseForText(cut, { asked, terms, title: undefined })
    const vectors = whole ? undefined : await loadPassageVectors(ports, conversation.id, question)
    texts.push({ kind: 'conversation', ...conversation, weight: 1, ...cut, ...rateText(cut, question, vectors, whole) })
  }
  return texts
}

/** Rates a conversation for each question, in order, in worker tasks. */
export async function rateForEach(
  ports: EvidencePorts,
  conversation: Pick<AskedConversation, 'id' | 'title' | 'at'>,
  segments: SegmentsInput,
  questions: readonly string[],
): Promise<EvidenceText[]> {
  const texts: EvidenceText[] = []
  for (const asked of questions) {
    ports.signal.throwIfAborted()
    const whole = classifyQuestion(asked) === 'whole'
    const terms = await findTermsInQuery(ports.db, ports.org, asked)
    const question = { asked, terms, whole, isOnly: false }
    texts.push(await rateConversation(ports, { ...conversation, weight: 1 }, segments, question))
  }
  return texts
}

/** Returns the knowledge base sources that probably contain an answer. */
export async function readSourcesFor(
  ports: EvidencePorts,
  ids: readonly string[],
  question: string,
): Promise<readonly EvidenceText[]> {
  return (await fromSources(ports, ids, question, classifyQuestion(question) === 'whole')).texts
}
