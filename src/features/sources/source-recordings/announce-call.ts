/** Records that a source announced a call, and requests its import. Deliveries and looks meet here. */
import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { codePoints } from '../../../core/wire.ts'
import { type AnnouncedCall, SourceFault } from '../source-kinds/index.ts'
import { hasParts, mergeAnnounced, readAnnounced, sealAnnounced } from './announced.ts'
import { clearDeliveryBody, lockOrInsertRecording, type RecordingRow, updateRecording } from './queries.ts'

const input = z.object({ id: z.guid(), ticket: z.int() })

export const importSourceRecordingKind = {
  id: 'import_source_recording',
  input,
  // Retries only cover processes that stop. Faults of the source are retried by the job itself, over days.
  retries: 20,
  timeout: 3_600,
  outside: true,
  singleCall: true,
} as const satisfies JobKind<typeof input>

const EXTERNAL_ID_MAX = 256

type AnnounceContext = Pick<Ports, 'jobs' | 'sealer' | 'clock'> & { readonly org: OrganizationId }

/** Origin of an announcement. */
type AnnouncementOrigin =
  | { readonly by: 'look' }
  /** `wordsIn`: ID of the delivery whose body contains the transcript itself, if any. */
  | { readonly by: 'delivery'; readonly wordsIn: string | undefined }

/**
 * Idempotent: a call that is imported, or whose conversation was erased, isn't imported again.
 * @returns ID of the row of the call
 * @throws SourceFault if the ID of the call is invalid
 */
export async function announceCall(
  tx: Writer,
  ctx: AnnounceContext,
  sourceId: string,
  call: AnnouncedCall,
  origin: AnnouncementOrigin,
): Promise<string> {
  const { externalId } = call
  const length = codePoints(externalId)
  if (length < 1 || length > EXTERNAL_ID_MAX || /\p{Cc}/u.test(externalId) || !externalId.isWellFormed()) {
    throw new SourceFault(
      'lasting',
      `The ID of the call at the source must have 1 to ${EXTERNAL_ID_MAX} characters without control characters.`,
    )
  }
  const at = ctx.clock.now()
  const row = await lockOrInsertRecording(tx, ctx.org, { id: newId(), sourceId, externalId, at })
  if (isErased(row)) return row.id
  const earlier = readAnnounced(ctx, row)
  const merged = mergeAnnounced(earlier, call, row)
  if (!hasParts(merged)) return row.id
  // A delivery can contain a new address of the same file. A look repeats what is known.
  if (origin.by === 'look' && earlier !== undefined && row.state !== 'failed' && hasAllParts(earlier, merged)) {
    return row.id
  }
  const deliveryId = origin.by === 'delivery' ? origin.wordsIn : undefined
  if (deliveryId !== undefined && row.delivery_id !== null && row.delivery_id !== deliveryId) {
    await clearDeliveryBody(tx, ctx.org, row.delivery_id)
  }
  const ticket = row.ticket + 1
  await updateRecording(
    tx,
    ctx.org,
    row.id,
    {
      ...{ state: 'waiting', ticket, announced: sealAnnounced(ctx, row.id, merged), tries: 0, next_try_at: at },
      ...(deliveryId === undefined ? {} : { delivery_id: deliveryId }),
    },
    at,
  )
  await ctx.jobs.add(tx, ctx.org, importSourceRecordingKind, { id: row.id, ticket })
  return row.id
}

const hasAllParts = (earlier: AnnouncedCall, merged: AnnouncedCall): boolean =>
  (merged.transcript === undefined || earlier.transcript !== undefined) &&
  (merged.recording === undefined || earlier.recording !== undefined) &&
  merged.legs?.length === earlier.legs?.length

/** Whether a part was imported and the conversation no longer exists. */
export const isErased = (row: RecordingRow): boolean =>
  (row.has_transcript || row.has_recording) && row.conversation_id === null
