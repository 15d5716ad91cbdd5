import type { OrganizationId } from '../../../core/principal.ts'
import type { ScorecardRow } from './queries.ts'
import type { ScorecardItemRow } from './queries-items.ts'
import type { Scorecard, ScorecardItem } from './schema.ts'

export function serializeScorecard(row: ScorecardRow, org: OrganizationId): Scorecard {
  return {
    id: row.id,
    title: row.title,
    organizationId: org,
    ...(row.team_id === null ? {} : { teamId: row.team_id }),
    allTeams: row.all_teams,
    enabled: row.enabled,
    interactionType: row.interaction_type,
    detailedInstructions: row.detailed_instructions,
    scorecardPrompt: row.scorecard_prompt,
    expertMode: row.expert_mode,
    isDefaultTemplate: row.is_default_template,
    criteria: row.criteria,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function serializeScorecardItem(row: ScorecardItemRow): ScorecardItem {
  return {
    id: row.id,
    scorecardId: row.scorecard_id,
    title: row.title,
    type: row.type,
    position: row.position,
    weight: row.weight,
    version: row.version,
    expertPrompt: row.expert_prompt,
    metadata: row.metadata,
    updatedAt: row.updated_at,
  }
}
