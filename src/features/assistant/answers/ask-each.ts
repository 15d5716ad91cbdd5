/** Evaluates questions on each of many texts separately, for callers that combine the results. */
import { findTermsInQuery } from '../../text/glossary/index.ts'
import type { SegmentsInput } from '../../text/transcripts/index.ts'
import { type EvidencePorts, fromSources, rateConversation } from './evidence.ts'
import { classifyQuestion } from './extract/kind.ts'
import type { EvidenceText } from './text.ts'

export interface AskedConversation {
  readonly id: string
  readonly title: string
  readonly at: string
}

/** Rates a conversation for each question, in order, in worker tasks. */
export async function rateForEach(
  ports: EvidencePorts,
  conversation: AskedConversation,
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
