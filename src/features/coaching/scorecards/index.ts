/**
 * Scorecards: templates that evaluate a conversation, chat or email.
 *
 * A **scorecard** applies to interactions of one team, of all teams, or of none. Its criteria select among them by
 * label (see `labels`). Its **items** are ordered questions. Each item has a weight and a scale with descriptions for
 * its ends and its middle. Prompts only apply in expert mode.
 *
 * Scorecards and items have versions. A result records the version it was created with (`scorecard-results`). Deleting
 * a scorecard deletes its items but not its results, which contain all their data.
 *
 * Updating a scorecard by REST requires an organization-level API key (contract, operation 7). Updating it as a tool or
 * in the app requires an admin, like creating and deleting scorecards and all changes of items.
 */
import type { Reader, Writer } from '../../../core/db.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createScorecard } from './create-scorecard.ts'
import { createScorecardItem } from './create-scorecard-item.ts'
import { deleteScorecard } from './delete-scorecard.ts'
import { deleteScorecardItem } from './delete-scorecard-item.ts'
import { getScorecard } from './get-scorecard.ts'
import { getScorecardItem } from './get-scorecard-item.ts'
import { listScorecardItems } from './list-scorecard-items.ts'
import { listScorecards } from './list-scorecards.ts'
import { lockScorecardShared, selectScorecard } from './queries.ts'
import { selectItemsByScorecard } from './queries-items.ts'
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
  getScorecardItem,
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

/** Scorecard data that scoring needs. */
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

/** Loads a scorecard for scoring. Locks it against changes until the transaction ends. */
export async function scoringTemplate(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<ScoringTemplate | undefined> {
  const row = await lockScorecardShared(tx, org, id)
  if (row === undefined) return undefined
  const items = await selectItemsByScorecard(tx, org, [id])
  return {
    id,
    title: row.title,
    version: row.version,
    enabled: row.enabled,
    interactionType: row.interaction_type,
    items: items.map((item) => ({
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

/** Titles of a scorecard and its items, in order. */
export async function scorecardOutline(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<{ title: string; items: readonly { id: string; title: string }[] } | undefined> {
  const [row, items] = await Promise.all([selectScorecard(db, org, id), selectItemsByScorecard(db, org, [id])])
  return row === undefined
    ? undefined
    : { title: row.title, items: items.map((item) => ({ id: item.id, title: item.title })) }
}

/** Title of a scorecard. Locks it against changes until the transaction ends. */
export async function lockScorecardTitle(tx: Writer, org: OrganizationId, id: string): Promise<string | undefined> {
  return (await lockScorecardShared(tx, org, id))?.title
}
