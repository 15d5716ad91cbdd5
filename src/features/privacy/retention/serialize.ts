import type { z } from 'zod'
import type { PolicyRow } from './queries.ts'
import type { policy } from './schema.ts'

export const serializePolicy = (row: PolicyRow): z.input<typeof policy> => ({
  uuid: row.id,
  name: row.name,
  enabled: row.enabled,
  afterDays: row.after_days,
  action: row.action,
  labels: row.labels,
  teamsUUID: row.team_ids,
  private: row.private,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  lastRunAt: row.last_run_at,
  lastRun: row.last_run,
})
