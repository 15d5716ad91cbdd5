import type { z } from 'zod'
import type { ErasureRow, RedactionRunRow } from './queries.ts'
import type { erasure, redactionRun } from './schema.ts'

export const serializeRun = (row: RedactionRunRow): z.input<typeof redactionRun> => ({
  uuid: row.id,
  status: row.status,
  seen: row.seen,
  changed: row.changed,
  held: row.held,
  counts: row.counts,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

export const serializeErasure = (row: ErasureRow): z.input<typeof erasure> => ({
  uuid: row.id,
  status: row.status,
  mode: row.mode,
  originals: row.originals,
  counts: row.counts,
  leftovers: row.leftovers,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})
