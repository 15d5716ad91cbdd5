import type { OrganizationId } from '../../../core/principal.ts'
import type { LabelRow } from './queries.ts'
import type { Label } from './schema.ts'

export function serializeLabel(row: LabelRow, org: OrganizationId): Label {
  return {
    uuid: row.id,
    name: row.name,
    description: row.description,
    aiFlow: row.ai_flow,
    allTeams: row.all_teams,
    teamsUUID: row.team_ids,
    options: row.options,
    updatedAt: row.updated_at,
    organizationUUID: org,
  }
}
