/** Converts connections to responses, without credentials. */
import type { z } from 'zod'
import type { CrmConnectionRow } from './queries.ts'
import type { crmConnection } from './schema.ts'

type CrmConnectionInput = z.input<typeof crmConnection>

export function serializeCrmConnection(row: CrmConnectionRow, now: Date): CrmConnectionInput {
  const isPaused = row.paused_until !== null && Date.parse(row.paused_until) > now.getTime()
  return {
    uuid: row.id,
    name: row.name,
    kind: row.kind,
    url: row.url,
    credentialsChangedAt: row.credentials_changed_at,
    teamUUID: row.team_id,
    entities: row.entities.map(({ code, fields, read_until: readUntil, records }) => ({
      ...{ code: code as CrmConnectionInput['entities'][number]['code'], fields, readUntil, records },
    })),
    syncMinutes: row.sync_minutes,
    sync: {
      state: row.sync_state,
      startedAt: row.sync_started_at,
      finishedAt: row.sync_finished_at,
      records: row.sync_records,
      fault: row.sync_fault as CrmConnectionInput['sync']['fault'],
    },
    pausedUntil: isPaused ? row.paused_until : null,
    pausedFor: isPaused ? (row.paused_for as CrmConnectionInput['pausedFor']) : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
