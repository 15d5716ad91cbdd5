/**
 * Scorecards: what a conversation, chat or e-mail is judged by.
 *
 * A **scorecard** is a template. It applies to the interactions of one team, of all teams, or of none by itself, and its
 * criteria say which of those (see labels). Its **items** are the questions, in an order without gaps; each has a scale
 * with words for its ends and its middle, and a weight in the whole. In expert mode the prompts are used as they are.
 *
 * Scorecard and item count their changes: a result tells by which version it came about (`scorecard-results`). A
 * scorecard that is deleted takes its items along and leaves its results, which carry all they need.
 *
 * Changing a scorecard by REST needs an org-level key (contract, operation 7); as a tool and in the app, as making and
 * deleting one and whatever is done to its items, an admin.
 */
import type { Reader, Writer } from '../../core/db.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createScorecard } from './create-scorecard.ts'
import { createScorecardItem } from './create-scorecard-item.ts'
import { deleteScorecard } from './delete-scorecard.ts'
import { deleteScorecardItem } from './delete-scorecard-item.ts'
import { getScorecard } from './get-scorecard.ts'
import { getScorecardItem } from './get-scorecard-item.ts'
import { listScorecardItems } from './list-scorecard-items.ts'
import { listScorecards } from './list-scorecards.ts'
import { holdScorecard, selectScorecard } from './queries.ts'
import { ITEMS_MAX, selectItems } from './queries-items.ts'
import type { NumericScale } from './schema.ts'
import { changeScorecard, updateScorecard } from './update-scorecard.ts'
import { updateScorecardItem } from './update-scorecard-item.ts'

export { type JudgingTemplate, judgingTemplates } from './judging.ts'
export { ITEMS_MAX } from './queries-items.ts'
export type { Scorecard, ScorecardItem } from './schema.ts'
export { tools } from './tools.ts'
export {
  changeScorecard,
  createScorecard,
  createScorecardItem,
  deleteScorecard,
  deleteScorecardItem,
  getScorecard,
  listScorecardItems,
  listScorecards,
  updateScorecardItem,
}

export const operations: readonly AnyOperation[] = [
  listScorecards,
  createScorecard,
  getScorecard,
  updateScorecard,
  deleteScorecard,
  listScorecardItems,
  createScorecardItem,
  getScorecardItem,
  updateScorecardItem,
  deleteScorecardItem,
]

/** What scoring needs to know of a scorecard. */
export interface ScoringTemplate {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly enabled: boolean
  readonly interactionType: string
  readonly items: readonly {
    readonly id: string
    readonly title: string
    readonly weight: number
    readonly scale: NumericScale
  }[]
}

/** The scorecard as it is until the transaction ends: nobody changes it meanwhile. */
export async function scoringTemplate(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<ScoringTemplate | undefined> {
  const row = await holdScorecard(tx, org, id)
  if (row === undefined) return undefined
  const { rows } = await selectItems(tx, org, id, { limit: ITEMS_MAX, offset: 0 })
  return {
    id,
    title: row.title,
    version: row.version,
    enabled: row.enabled,
    interactionType: row.interaction_type,
    items: rows.map((item) => ({
      id: item.id,
      title: item.title,
      weight: item.weight,
      scale: item.metadata.numericMetadata,
    })),
  }
}

export async function scorecardExists(db: Reader, org: OrganizationId, id: string): Promise<boolean> {
  return (await selectScorecard(db, org, id)) !== undefined
}

/** What a scorecard and its items are called, in order. */
export async function scorecardOutline(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<{ title: string; items: readonly { id: string; title: string }[] } | undefined> {
  const [row, { rows }] = await Promise.all([
    selectScorecard(db, org, id),
    selectItems(db, org, id, { limit: ITEMS_MAX, offset: 0 }),
  ])
  return row === undefined
    ? undefined
    : { title: row.title, items: rows.map((item) => ({ id: item.id, title: item.title })) }
}
