/** Serializes opportunities. */
import type { z } from 'zod'
import type { OpportunityRow } from './queries.ts'
import type { opportunity } from './schema.ts'

export const serializeOpportunity = (row: OpportunityRow): z.input<typeof opportunity> => ({
  id: row.id,
  opportunity_id: row.external_id,
  title: row.title,
  team_id: row.team_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
