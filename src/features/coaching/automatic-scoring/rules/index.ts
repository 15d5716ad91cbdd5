/**
 * Judges items by rules, when no language model is configured or when a figure can be counted. Every result has a
 * quote. Items without a matching rule or without a match stay unscored: missing words prove little, because people
 * express one thing in many ways. `docs/scorecards.md` describes the rules.
 */
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../../text/transcripts/index.ts'
import { conductOf } from './conduct.ts'
import type { Finding } from './finding.ts'
import { type Item, type Level, readItem } from './item.ts'
import { measuredOf } from './measured.ts'
import { saidOf } from './mentions.ts'
import { nextStepOf } from './next-steps.ts'
import { outcomeOf } from './outcome.ts'
import { placeOf } from './position.ts'
import { type Talk, talkOf } from './scoring-transcript.ts'

export { EVIDENCE_MAX, type Finding } from './finding.ts'
export type { Item, Level, Scale } from './item.ts'
export { type Talk, talkOf } from './scoring-transcript.ts'

export interface RuleJudgement extends Omit<Finding, 'answer' | 'whole'> {
  readonly level: Level
}

/** Judgements of the items that rules can judge, by item ID. */
export function judgedByRules(segments: SegmentsInput, items: readonly Item[]): ReadonlyMap<string, RuleJudgement> {
  const judged = new Map<string, RuleJudgement>()
  if (items.length === 0) return judged
  const talk = talkOf(loadSegments(segments))
  for (const item of items) {
    const found = judgeByRules(item, talk)
    if (found !== undefined) judged.set(item.id, found)
  }
  return judged
}

export const judgingTask = defineWorkerTask(
  import.meta.url,
  judgedByRules,
  (segments, items) => items.length === 0 || isShortInput(segments),
)

/** @returns undefined if no rule can judge the item */
export function judgeByRules(item: Item, talk: Talk): RuleJudgement | undefined {
  const read = readItem(item)
  const finding =
    measuredOf(read, item, talk) ??
    placeOf(read, talk) ??
    nextStepOf(read, talk) ??
    conductOf(read, talk) ??
    saidOf(read, talk) ??
    outcomeOf(read, talk)
  if (finding === undefined || finding.evidence.length === 0) return undefined
  const { answer, whole, ...told } = finding
  if (answer !== 'yes' && answer !== 'no') return { ...told, level: answer }
  if (read.yes === undefined) return undefined
  const isYes = (answer === 'yes') !== read.negated
  if (isYes && read.yes === 'max' && read.more.length > 0 && !whole) return undefined
  const other: Level = read.yes === 'max' ? 'min' : 'max'
  return { ...told, level: isYes ? read.yes : other }
}
