/** Converts rows to API records. */
import type { z } from 'zod'
import { type StoredRow, serializeValue } from './model.ts'
import type { storedValue } from './schema.ts'

export const serializeStoredValue = (row: StoredRow): z.output<typeof storedValue> => ({
  ...serializeValue(row),
  ...{ itemUUID: row.item_id, itemVersion: row.item_version, responseType: row.response_type, state: row.state },
  ...{ transcriptVersion: row.transcript_version, model: row.model },
  ...{ foundAt: row.found_at, decidedAt: row.decided_at, decidedBy: row.decided_by },
  updatedAt: [row.found_at, row.decided_at ?? ''].toSorted().at(-1) ?? row.found_at,
  history: [...row.history],
})
