/** Finds evidence for suggested actions in a transcript. Prefers precision over recall. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import type { AnalysisSubject } from '../../analysis/pipeline/index.ts'
import {
  computeOverlap,
  findTopicTerms,
  REPEATED,
  splitTranscriptSentences,
} from '../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import { isShortInput, loadSegments } from '../../text/transcripts/index.ts'
import type { ActionEvidence } from './action-evidence.ts'
import { findCommitments } from './commitments.ts'
import { isAboutMeeting, openMeeting } from './next-meeting.ts'
import { findUnansweredQuestions } from './questions.ts'
import { assignSides, type OrganizationMember } from './sides.ts'

/** Maximum number of suggestions per conversation, by signal. Users ignore longer lists. */
const MOST = { commitment: 3, unanswered_question: 2, no_next_meeting: 1 } as const

export interface SuggestionContext {
  /** Users of the organization who took part, including the owner of the conversation. */
  readonly members: readonly OrganizationMember[]
  /** Whether the same people have met again, according to stored conversations. */
  readonly metSince: boolean
}

export function findActionEvidence(
  subject: AnalysisSubject,
  { members, metSince }: SuggestionContext,
): ActionEvidence[] {
  const sides = assignSides(subject, members)
  const sentences = splitTranscriptSentences(cutTranscript(loadSegments(subject.segments)))
  const isOurs = (speaker: string) => sides.of(speaker) === 'inside'
  const promises = findCommitments(sentences, { countsPromises: isOurs, saidOn: subject.saidOn ?? subject.createdAt })
  if (subject.isInternal) return selectStrongest(promises, MOST.commitment)
  const open = metSince ? undefined : openMeeting(sentences, (speaker) => sides.of(speaker) !== 'unknown')
  const meeting = open === undefined ? [] : [open]
  const questions = findUnansweredQuestions(sentences, sides.of)
  const apart = promises.filter(
    (one) =>
      // Answering an open question or arranging the meeting isn't a second task.
      !(one.due === null && questions.some(({ reply }) => reply.some((span) => one.spans.includes(span)))) &&
      !(one.due === null && isAboutMeeting(one.text)),
  )
  return [
    ...selectStrongest(apart, MOST.commitment),
    ...selectStrongest(questions, MOST.unanswered_question),
    ...meeting.slice(0, MOST.no_next_meeting),
  ]
}

export const actionEvidenceTask = defineWorkerTask(import.meta.url, findActionEvidence, ({ segments }) =>
  isShortInput(segments),
)

function selectStrongest(grounds: readonly ActionEvidence[], most: number): ActionEvidence[] {
  const kept: ActionEvidence[] = []
  for (const one of grounds.toSorted((a, b) => b.weight - a.weight)) {
    if (kept.length === most) break
    const terms = findTopicTerms(one.spans)
    if (!kept.some((other) => computeOverlap(terms, findTopicTerms(other.spans)) >= REPEATED)) kept.push(one)
  }
  return kept
}
