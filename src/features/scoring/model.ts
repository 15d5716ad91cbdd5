/** Pure rules of scoring: from levels to scores, and what is told of the whole. */

import type { Span } from '../gist/index.ts'
import type { NewScoring, ScoringItem } from '../scorecard-results/index.ts'
import type { JudgingTemplate } from '../scorecards/index.ts'
import type { Level, RuleJudgement } from './rules/index.ts'

export interface Judgement {
  readonly level: Level
  readonly why: string
  /** One at least. */
  readonly evidence: readonly Span[]
  readonly confidence: number
  readonly source: 'ai' | 'rule'
}

export type Reason = 'needs_model' | 'no_evidence'

export const byRule = ({ level, why, evidence, confidence }: RuleJudgement): Judgement => ({
  ...{ level, why, evidence, confidence, source: 'rule' },
})

/**
 * What a scorecard comes to on a conversation.
 * @param judged by item; those it does not have stay open, for the reason given
 */
export function scoringOf(
  template: JudgingTemplate,
  judged: ReadonlyMap<string, Judgement>,
  of: { conversationId: string; transcriptVersion: number; model: string | null; open: Reason },
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
    ...{ items, unscored, summaryText: summaryOf(items.length, unscored.length, of.model) },
  }
}

function summaryOf(scored: number, open: number, model: string | null): string {
  const all = scored + open
  if (model !== null)
    return open === 0 ? '' : `${scored} of ${all} items are scored; of the others there is no evidence.`
  return `${scored} of ${all} items are scored, by rules${open === 0 ? '' : '; the others need a language model'}.`
}

/** The nearest of the three points of a scale, the upper one where two are as near. */
export function levelOf(score: number, { min, middle, max }: { min: number; middle: number; max: number }): Level {
  const points: readonly [Level, number][] = [
    ['max', max],
    ['middle', middle],
    ['min', min],
  ]
  const [nearest] = points.toSorted(([, one], [, other]) => Math.abs(score - one) - Math.abs(score - other))
  return nearest?.[0] ?? 'max'
}
