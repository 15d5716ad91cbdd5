/** Converts connections to responses, without credentials. */
import type { z } from 'zod'
import type { ConnectionRow } from './queries.ts'
import type { crmConnection } from './schema.ts'

type Told = z.input<typeof crmConnection>

export function connectionTold(row: ConnectionRow, now: Date): Told {
  const isPaused = row.paused_until !== null && Date.parse(row.paused_until) > now.getTime()
  return {
    uuid: row.id,
    name: row.name,
    kind: row.kind,
    url: row.url,
    credentialsChangedAt: row.credentials_changed_at,
    teamUUID: row.team_id,
    entities: row.entities.map(({ code, fields, read_until: readUntil, records }) => ({
      ...{ code: code as Told['entities'][number]['code'], fields, readUntil, records },
    })),
    syncMinutes: row.sync_minutes,
    sync: {
      state: row.sync_state,
      startedAt: row.sync_started_at,
      finishedAt: row.sync_finished_at,
      records: row.sync_records,
      fault: row.sync_fault as Told['sync']['fault'],
    },
    pausedUntil: isPaused ? row.paused_until : null,
    pausedFor: isPaused ? (row.paused_for as Told['pausedFor']) : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
