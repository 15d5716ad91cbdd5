/** Evaluates questions on each of many texts separately, for callers that combine the results. */
import { setImmediate as breath } from 'node:timers/promises'
import { loadPassageVectors } from '../../search/conversation-search/index.ts'
import { findTermsInQuery } from '../../text/glossary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { type EvidencePorts, fromSources } from './evidence.ts'
import { classifyQuestion } from './extract/kind.ts'
import learned from './extract/weights.json' with { type: 'json' }
import { parseForText, rateText } from './read-text.ts'
import { type ReadText, withLines } from './text.ts'

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

/** Returns the knowledge base sources that probably contain an answer. */
export async function readSourcesFor(
  ports: EvidencePorts,
  ids: readonly string[],
  question: string,
): Promise<readonly ReadText[]> {
  const whole = classifyQuestion(question) === 'whole'
  const { texts } = await fromSources(ports, ids, question, whole)
  return texts.map(withLines)
}

/**
 * Threshold for counting over many texts. It is higher than for a single answer, to avoid false positives. On QMSum, 92
 * of 100 questions are still found in their own meeting, and 7 in an unrelated one. With the lower threshold, the
 * figures are 96 and 20. Short texts keep the lower threshold: they produce weaker signals, but also less that
 * misleads.
 */
const SURE = 0.3
const SHORT_LINES = 60

export const isLikelyAnswer = ({ lines, answerability }: ReadText): boolean =>
  lines.length > 0 && answerability >= (lines.length <= SHORT_LINES ? learned.threshold : SURE)
