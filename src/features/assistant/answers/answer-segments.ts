/**
 * Answers a question from segments that the caller passes, and from nothing else: it reads no records, no other
 * conversation and no vectors. The functions are pure, so that worker tasks can run them.
 */
import { cutTranscript } from '../../text/passages/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { answerWithVerdict } from './extract/extractive.ts'
import { classifyQuestion } from './extract/kind.ts'
import { parseForText, rateText } from './read-text.ts'
import type { Proof, ReadText } from './text.ts'
import { probablyAnswers } from './threshold.ts'

/**
 * Quotes that answer the question, by passage, best passage first.
 * @param title title of the segments, whose names aren't the subject of the question
 * @returns an empty list if the segments probably contain no answer
 */
export function answerFromSegments(
  segments: readonly TranscriptSegment[],
  question: string,
  title: string,
): readonly (readonly Proof[])[] {
  const cut = cutTranscript(segments)
  const kind = classifyQuestion(question)
  const reading = rateText(cut, parseForText(cut, { asked: question, terms: [], title }), undefined, kind === 'whole')
  if (!probablyAnswers({ lineCount: cut.lines.length, ...reading })) return []
  const source = { kind: 'conversation', id: '', title, at: null } as const
  const text: ReadText = { ...source, ...reading, weight: 1, lines: cut.lines, blocks: cut.blocks }
  return answerWithVerdict(kind, question, [text])
    .parts.map(({ proofs }) => proofs)
    .filter((proofs) => proofs.length > 0)
}
