/** Adds evidence that a language model found for the summary, with verified quotes, to the evidence from the rules. */
import type { AnalysisSubject } from '../../analysis/pipeline/index.ts'
import {
  computeOverlap,
  findRequester,
  findTopicTerms,
  KNOWN_AGAIN,
  type SummaryContent,
} from '../../text/extractive-summary/index.ts'
import type { ActionEvidence } from './action-evidence.ts'
import type { Sides } from './sides.ts'

/** Maximum number of suggestions per conversation by signal, including those from the rules. */
const MOST = { commitment: 4, unanswered_question: 3, no_next_meeting: 1 } as const

export function fromSummary(
  found: readonly ActionEvidence[],
  { actionItems, openQuestions }: Pick<SummaryContent, 'actionItems' | 'openQuestions'>,
  { isInternal }: Pick<AnalysisSubject, 'isInternal'>,
  sides: Sides,
): ActionEvidence[] {
  const promised = actionItems.filter((item) => findRequester(item) === null)
  const promises = promised.flatMap(({ text, owner, due, dueDate, spans }): ActionEvidence[] => {
    const by = owner?.name ?? ''
    if (sides.of(by) !== 'inside' || spans.length === 0) return []
    const when = due === null ? null : { said: due, date: dueDate }
    return [{ signal: 'commitment', by, text, spans, reply: [], due: when, weight: 0 }]
  })
  const questions = isInternal
    ? []
    : openQuestions.flatMap(({ text, spans }): ActionEvidence[] => {
        const asked = spans.find(({ speaker }) => sides.of(speaker) === 'outside')
        if (asked === undefined) return []
        return [{ signal: 'unanswered_question', by: asked.speaker, text, spans, reply: [], due: null, weight: 0 }]
      })
  const all: ActionEvidence[] = [...found]
  for (const one of [...promises, ...questions]) {
    const alike = all.filter(({ signal }) => signal === one.signal)
    const terms = findTopicTerms(one.spans)
    if (alike.length >= MOST[one.signal]) continue
    if (!alike.some((other) => computeOverlap(terms, findTopicTerms(other.spans)) >= KNOWN_AGAIN)) all.push(one)
  }
  return all
}
