/** Loads the scorecards that may apply to a conversation. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Criteria } from '../../conversations/labels/index.ts'
import { selectForConversations } from './queries.ts'
import { selectItemsByScorecard } from './queries-items.ts'
import type { NumericScale } from './schema.ts'

/** Maximum number of scorecards per conversation. The oldest apply. */
const JUDGING_MAX = 50

export interface JudgingTemplate {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly criteria: Criteria
  readonly detailedInstructions: string
  readonly scorecardPrompt: string
  readonly expertMode: boolean
  readonly items: readonly {
    readonly id: string
    readonly title: string
    readonly weight: number
    readonly expertPrompt: string
    readonly scale: NumericScale
  }[]
}

/** Enabled conversation scorecards of a team that have items. Callers check the criteria. */
export async function judgingTemplates(
  db: Reader,
  org: OrganizationId,
  teamId: string | null,
): Promise<JudgingTemplate[]> {
  const rows = await selectForConversations(db, org, teamId, JUDGING_MAX)
  if (rows.length === 0) return []
  const items = Map.groupBy(
    await selectItemsByScorecard(
      db,
      org,
      rows.map(({ id }) => id),
    ),
    (item) => item.scorecard_id,
  )
  return rows.flatMap((row) => {
    const own = items.get(row.id)
    if (own === undefined) return []
    return {
      ...{ id: row.id, title: row.title, version: row.version, criteria: row.criteria, expertMode: row.expert_mode },
      ...{ detailedInstructions: row.detailed_instructions, scorecardPrompt: row.scorecard_prompt },
      items: own.map(({ id, title, weight, expert_prompt, metadata }) => ({
        ...{ id, title, weight, expertPrompt: expert_prompt, scale: metadata.numericMetadata },
      })),
    }
  })
}
