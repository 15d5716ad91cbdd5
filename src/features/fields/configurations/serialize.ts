/** Converts rows to API records. */
import type { z } from 'zod'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ConfigurationRow } from './queries.ts'
import type { AssignmentRow } from './queries-assignments.ts'
import type { fieldAssignment, fieldConfiguration } from './schema.ts'

export const serializeConfiguration = (
  org: OrganizationId,
  row: ConfigurationRow,
): z.output<typeof fieldConfiguration> => ({
  uuid: row.id,
  name: row.name,
  organizationUUID: org,
  teamsUUID: row.team_ids,
  allTeams: row.all_teams,
  isDefaultTemplate: row.is_default_template,
  criteria: row.criteria,
  updatedAt: row.updated_at,
})

export const serializeAssignment = (row: AssignmentRow): z.output<typeof fieldAssignment> => ({
  uuid: row.id,
  intelligenceItemUUID: row.item_id,
  teamUUID: row.team_id,
  category: row.category,
  displayOrder: row.display_order,
})
