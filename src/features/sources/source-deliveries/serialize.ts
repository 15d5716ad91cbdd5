/** Converts deliveries to responses. */
import type { z } from 'zod'
import type { Reader, Writer } from '../../../core/db.ts'
import {
  type RecordingRow,
  type SealContext,
  selectRecordingsById,
  serializeSourceRecording,
} from '../source-recordings/index.ts'
import type { DeliveryRow } from './queries.ts'
import type { sourceDelivery } from './schema.ts'

export async function serializeDeliveries(
  db: Reader | Writer,
  ctx: SealContext,
  rows: readonly DeliveryRow[],
): Promise<z.input<typeof sourceDelivery>[]> {
  const recordings = await selectRecordingsById(db, ctx.org, [...new Set(rows.flatMap((row) => row.recording_ids))])
  const byId = new Map(recordings.map((recording) => [recording.id, recording]))
  return rows.map((row) => serializeDelivery(ctx, row, byId))
}

const serializeDelivery = (
  ctx: SealContext,
  row: DeliveryRow,
  recordings: ReadonlyMap<string, RecordingRow>,
): z.input<typeof sourceDelivery> => ({
  uuid: row.id,
  sourceUUID: row.source_id,
  deliveryKey: row.delivery_key,
  receivedAt: row.received_at,
  repeats: row.repeats,
  status: row.state,
  reason: row.reason,
  bodyBytes: row.body_bytes,
  hasBody: row.has_body,
  recordings: row.recording_ids.flatMap((id) => {
    const recording = recordings.get(id)
    return recording === undefined ? [] : [serializeSourceRecording(ctx, recording)]
  }),
})
