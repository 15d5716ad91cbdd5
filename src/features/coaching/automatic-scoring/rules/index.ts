/**
 * Judges items by rules, when no language model is configured or when a figure can be counted. Every result has a
 * quote. Items without a matching rule or without a match stay unscored: missing words prove little, because people
 * express one thing in many ways. `docs/scorecards.md` describes the rules.
 */
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../../text/transcripts/index.ts'
import { evaluateConduct } from './conduct.ts'
import type { RuleFinding } from './finding.ts'
import { type JudgedItem, type Level, readItem } from './item.ts'
import { evaluateMeasure } from './measured.ts'
import { evaluateMentions } from './mentions.ts'
import { evaluateNextSteps } from './next-steps.ts'
import { evaluateOutcome } from './outcome.ts'
import { evaluatePosition } from './position.ts'
import { type ScoringTranscript, toScoringTranscript } from './scoring-transcript.ts'

export { EVIDENCE_MAX, type RuleFinding } from './finding.ts'
export type { JudgedItem, Level, Scale } from './item.ts'
export { type ScoringTranscript, toScoringTranscript } from './scoring-transcript.ts'

export interface RuleJudgement extends Omit<RuleFinding, 'answer' | 'whole'> {
  readonly level: Level
}

/** Judgements of the items that rules can judge, by item ID. */
export function judgeItemsByRules(
  segments: SegmentsInput,
  items: readonly JudgedItem[],
): ReadonlyMap<string, RuleJudgement> {
  const judged = new Map<string, RuleJudgement>()
  if (items.length === 0) return judged
  const talk = toScoringTranscript(loadSegments(segments))
  for (const item of items) {
    const found = judgeByRules(item, talk)
    if (found !== undefined) judged.set(item.id, found)
  }
  return judged
}

export const judgingTask = defineWorkerTask(
  import.meta.url,
  judgeItemsByRules,
  (segments, items) => items.length === 0 || isShortInput(segments),
)

/** @returns undefined if no rule can judge the item */
export function judgeByRules(item: JudgedItem, talk: ScoringTranscript): RuleJudgement | undefined {
  const read = readItem(item)
  const finding =
    evaluateMeasure(read, item, talk) ??
    evaluatePosition(read, talk) ??
    evaluateNextSteps(read, talk) ??
    evaluateConduct(read, talk) ??
    evaluateMentions(read, talk) ??
    evaluateOutcome(read, talk)
  if (finding === undefined || finding.evidence.length === 0) return undefined
  const { answer, isWholeCall, ...told } = finding
  if (answer !== 'yes' && answer !== 'no') return { ...told, level: answer }
  if (read.yes === undefined) return undefined
  const isYes = (answer === 'yes') !== read.negated
  if (isYes && read.yes === 'max' && read.more.length > 0 && !isWholeCall) return undefined
  const other: Level = read.yes === 'max' ? 'min' : 'max'
  return { ...told, level: isYes ? read.yes : other }
}
