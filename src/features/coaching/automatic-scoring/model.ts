/** Converts levels to scores, and summarizes a scoring. Pure functions. */

import type { EvidenceSpan } from '../../text/extractive-summary/index.ts'
import type { NewScoring, ScoringItem } from '../scorecard-results/index.ts'
import type { JudgingTemplate } from '../scorecards/index.ts'
import type { Level, RuleJudgement } from './rules/index.ts'

export interface Judgement {
  readonly level: Level
  readonly why: string
  /** At least one quote. */
  readonly evidence: readonly EvidenceSpan[]
  readonly confidence: number
  readonly source: 'ai' | 'rule'
}

export type UnscoredReason = 'needs_model' | 'no_evidence'

export const byRule = ({ level, why, evidence, confidence }: RuleJudgement): Judgement => ({
  ...{ level, why, evidence, confidence, source: 'rule' },
})

/**
 * Creates the scoring of a conversation for one scorecard.
 * @param judged judgements by item ID; items without one are unscored, with the reason `of.open`
 */
export function createScoring(
  template: JudgingTemplate,
  judged: ReadonlyMap<string, Judgement>,
  of: { conversationId: string; transcriptVersion: number; model: string | null; open: UnscoredReason },
): NewScoring {
  const items: ScoringItem[] = []
  const unscored: NewScoring['unscored'] = []
  for (const { id, title, scale } of template.items) {
    const judgement = judged.get(id)
    if (judgement === undefined) {
      unscored.push({ uuid: id, title, reason: of.open })
      continue
    }
    const { level, why, evidence, confidence, source } = judgement
    items.push({
      ...{ uuid: id, title, description: why, confidence, source },
      numericResult: { score: scale[level], min: scale.min, max: scale.max },
      middle: scale.middle,
      evidences: [...new Set(evidence.map(({ quote }) => quote))],
    })
  }
  return {
    ...{ conversationId: of.conversationId, transcriptVersion: of.transcriptVersion, model: of.model },
    ...{ scorecardId: template.id, scorecardVersion: template.version, title: template.title },
    ...{ items, unscored, summaryText: composeSummary(items.length, unscored.length, of.model) },
  }
}

function composeSummary(scored: number, open: number, model: string | null): string {
  const all = scored + open
  if (model !== null)
    return open === 0 ? '' : `${scored} of ${all} items scored. The transcript has no evidence for the others.`
  return `${scored} of ${all} items scored by rules.${open === 0 ? '' : ' The others need a language model.'}`
}

/** The level whose score is nearest; the higher one if two are equally near. */
export function findNearestLevel(
  score: number,
  { min, middle, max }: { min: number; middle: number; max: number },
): Level {
  const points: readonly [Level, number][] = [
    ['max', max],
    ['middle', middle],
    ['min', min],
  ]
  const [nearest] = points.toSorted(([, one], [, other]) => Math.abs(score - one) - Math.abs(score - other))
  return nearest?.[0] ?? 'max'
}
