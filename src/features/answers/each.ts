/** Questions put to each of many texts by itself, for whoever puts together what they say. */
import { setImmediate as breath } from 'node:timers/promises'
import { cutTranscript } from '../passages/index.ts'
import { readLines } from '../reading/index.ts'
import type { TranscriptSegment } from '../transcripts/index.ts'
import { type EvidencePorts, gather, readCut } from './evidence.ts'
import { kindOf } from './extract/kind.ts'
import learned from './extract/weights.json' with { type: 'json' }
import type { ReadText } from './text.ts'

export interface PutTo {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly segments: readonly TranscriptSegment[]
}

/** The conversation, read for each of the questions, in their order. Whether it holds an answer is for `seemsToAnswer`. */
export async function readForEach(
  ports: EvidencePorts,
  { segments, ...conversation }: PutTo,
  questions: readonly string[],
): Promise<ReadText[]> {
  const cut = cutTranscript(segments)
  const read = readLines(cut.lines)
  const texts: ReadText[] = []
  for (const asked of questions) {
    // Reading is arithmetic: others are let in between.
    await breath()
    ports.signal.throwIfAborted()
    const whole = kindOf(asked) === 'whole'
    texts.push(await readCut(ports, { ...conversation, weight: 1 }, { cut, read }, asked, whole))
  }
  return texts
}

/** Sources of the knowledge base that seem to hold an answer to the question. */
export async function readSourcesFor(
  ports: EvidencePorts,
  ids: readonly string[],
  question: string,
): Promise<readonly ReadText[]> {
  const whole = kindOf(question) === 'whole'
  // Sources of the knowledge base are derived from no conversation.
  const reading = { ...ports, derivesFrom: () => {} }
  return (await gather(reading, { kind: 'sources', sources: ids }, question, whole)).texts
}

/**
 * Who counts over many texts wants to be surer than who answers from one, so the threshold is higher: of QMSum's questions
 * 92 of 100 are still found in the meeting they were asked of, and 7 in one about something else, where it would be 96 and
 * 20. A short text gives fewer signs, and has less in it that could mislead.
 */
const SURE = 0.3
const SHORT_LINES = 60

export const seemsToAnswer = ({ lines, holds }: ReadText): boolean =>
  lines.length > 0 && holds >= (lines.length <= SHORT_LINES ? learned.threshold : SURE)
