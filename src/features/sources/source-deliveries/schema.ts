/** Table of deliveries, and response schemas. */
import { z } from 'zod'
import { sourceRecording } from '../source-recordings/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    source_deliveries: {
      organization_id: string
      id: string
      source_id: string
      delivery_key: string | null
      received_at: Instant
      repeats: number
      headers: string
      body: string | null
      body_bytes: number
      state: DeliveryState
      reason: string | null
      recording_ids: string[]
      has_words: boolean
      read_at: NullableInstant
    }
  }
}

export const deliveryState = z.enum(['received', 'read', 'ignored', 'refused', 'failed', 'handshake'])
export type DeliveryState = z.output<typeof deliveryState>

export const sourceDelivery = z
  .object({
    uuid: z.string().describe('ID of the delivery.'),
    sourceUUID: z.string().describe('ID of the source.'),
    deliveryKey: z.string().nullable().describe('ID of the delivery at the source. Null if it has none.'),
    receivedAt: z.string().describe('When it arrived first.'),
    repeats: z
      .int()
      .describe('Number of times that it arrived again. Repetitions are acknowledged and change nothing.'),
    status: deliveryState.describe(
      '`received`: waits to be read. `read`: announced calls, which `recordings` lists. `ignored`: announced none. ' +
        '`refused`: not authentic. `failed`: not readable. `handshake`: a check of the address, which was answered.',
    ),
    reason: z.string().nullable().describe('Why it was ignored or refused, or why it failed. Null otherwise.'),
    bodyBytes: z.int().describe('Size of the body in bytes.'),
    hasBody: z.boolean().describe('Whether the body is still stored, so that the delivery can be replayed.'),
    recordings: z.array(sourceRecording).describe('Calls that the delivery announced, with their state.'),
  })
  .meta({ id: 'SourceDelivery' })

export const sourceDeliveryWithBody = sourceDelivery.extend({
  headers: z.record(z.string(), z.string()).describe('Headers of the request, without signatures and credentials.'),
  body: z
    .string()
    .nullable()
    .describe('Body as it arrived, at most 262,144 characters of it. Null if it is no longer stored.'),
})
