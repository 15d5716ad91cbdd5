/** Stores scorecard results, both human and automatic. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid, notFound, type Problem } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import {
  lockVisible,
  type ScorecardResult,
  selectSegments,
  updateScorecardResults,
} from '../../conversations/records/index.ts'
import type { AnnouncementPorts } from '../../platform/webhooks/index.ts'
import { type ScoringTemplate, scoringTemplate } from '../scorecards/index.ts'
import { announceResults } from './announce.ts'
import { isVerbatim, summarize, toTurnTexts } from './model.ts'
import { selectAllOfConversation, upsertResult } from './queries.ts'
import type { ResultSource, ScoreInput } from './schema.ts'
import { serializeForConversation } from './serialize.ts'

export interface ScoringInput {
  readonly conversationId: string
  readonly scorecardId: string
  readonly items: readonly ScoreInput[]
  readonly summaryText: string
  readonly source: ResultSource
  /** Items that automatic scoring couldn't score. */
  readonly unscored?: ScorecardResult['unscored']
  /** Expected version of the scorecard, for automatic scoring. */
  readonly version?: number
  /** Speaker turns that contain the quotes (`quotedTurns`), if the caller has read the transcript. */
  readonly turns?: readonly string[]
  /** User who scored, or null. */
  readonly scoredBy: string | null
  readonly at: Date
}

/**
 * Stores a scorecard result, updates the conversation record and announces a change. The caller has checked access to the conversation.
 * @returns undefined if a human result exists and the new one is automatic: the human result stays
 * @throws AppError `conversation_not_found`, `scorecard_not_found`, `scorecard_not_applicable`; `validation_failed` for
 * an unknown item, a score outside its scale, or a quote that isn't in the transcript
 */
export async function storeScorecardResult(
  tx: Writer,
  ctx: AnnouncementPorts,
  scoring: ScoringInput,
): Promise<{ created: boolean } | undefined> {
  const { org } = ctx
  const { conversationId, scorecardId, at } = scoring
  const standing = await lockVisible(tx, org, 'everything', conversationId)
  if (standing === undefined) throw notFound('conversation')
  const template = await scoringTemplate(tx, org, scorecardId)
  if (template === undefined) throw notFound('scorecard', '/path/scorecardId')
  if (!template.enabled || template.interactionType !== 'conversation') {
    throw conflict(
      'scorecard_not_applicable',
      'The scorecard must be enabled and have the interaction type `conversation`. Enable it or choose another ' +
        'scorecard.',
    )
  }
  if (scoring.version !== undefined && scoring.version !== template.version) {
    throw new Error('The scorecard changed during automatic scoring.')
  }
  const quotes = scoring.items.some(({ evidences }) => evidences.length > 0)
  const turns = !quotes ? [] : (scoring.turns ?? toTurnTexts(await selectSegments(tx, org, conversationId, 'current')))
  const scored = validateScores(template, scoring.items, turns)
  const stored = await upsertResult(tx, org, {
    id: newId(),
    conversationId,
    scorecardId,
    scorecardVersion: template.version,
    transcriptVersion: standing.transcript_version,
    title: template.title,
    summary: {
      ...summarize(scored.map(({ weight, item }) => ({ weight, ...item.numericResult }))),
      summaryText: scoring.summaryText,
    },
    items: scored.map(({ item }) => item),
    unscored: scoring.unscored ?? [],
    source: scoring.source,
    scoredBy: scoring.scoredBy,
    at,
  })
  if (stored === undefined) return undefined
  await serializeElement(tx, org, conversationId, at)
  if (stored.changed) await announceResults(tx, ctx, stored.created ? 'created' : 'updated', [stored])
  return { created: stored.created }
}

/** Updates the results in the conversation record. */
export async function serializeElement(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  at: Date,
): Promise<void> {
  const rows = await selectAllOfConversation(tx, org, 'everything', conversationId)
  await updateScorecardResults(tx, org, conversationId, rows.map(serializeForConversation), at)
}

interface ScoredItem {
  readonly weight: number
  readonly item: ScorecardResult['items'][number]
}

/** Validates the scores. Returns them in the order of the scorecard. */
function validateScores(
  template: ScoringTemplate,
  given: readonly ScoreInput[],
  turns: readonly string[],
): ScoredItem[] {
  const problems: Problem[] = []
  const scores = new Map<string, ScoreInput>()
  for (const [index, score] of given.entries()) {
    const refuse = (field: string, detail: string) => problems.push({ pointer: `/items/${index}/${field}`, detail })
    const item = template.items.find(({ id }) => id === score.uuid)
    if (item === undefined)
      refuse('uuid', 'The scorecard has no item with this ID. Use IDs from `GET /scorecards/{id}/items`.')
    else if (scores.has(score.uuid)) refuse('uuid', '`items` contains this item more than once. Send each item once.')
    else if (score.score < item.scale.min || score.score > item.scale.max) {
      refuse('score', `\`score\` must be ${item.scale.min} to ${item.scale.max}, the scale of the item.`)
    }
    for (const [at, quote] of score.evidences.entries()) {
      if (!isVerbatim(turns, quote))
        refuse(`evidences/${at}`, "The quote isn't in the transcript. Copy it verbatim from a single speaker turn.")
    }
    scores.set(score.uuid, score)
  }
  const [first, ...rest] = problems
  if (first !== undefined) throw invalid(first, ...rest)
  return template.items.flatMap(({ id, title, weight, scale: { min, max } }) => {
    const score = scores.get(id)
    if (score === undefined) return []
    const { description, evidences, confidence } = score
    const numericResult = { score: score.score, min, max }
    return [{ weight, item: { uuid: id, title, description, numericResult, evidences, confidence } }]
  })
}
