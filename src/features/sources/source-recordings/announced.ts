/** Announced data of a call that isn't imported yet, sealed. */
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type AnnouncedCall, joinLegs, mergeLegs, SourceFault } from '../source-kinds/index.ts'
import type { RecordingRow } from './queries.ts'

export type SealContext = Pick<Ports, 'sealer'> & { readonly org: OrganizationId }

const toPurpose = (recordingId: string): string => `source recording ${recordingId}`

export const sealAnnounced = ({ sealer, org }: SealContext, id: string, call: AnnouncedCall): string =>
  sealer.seal(org, toPurpose(id), JSON.stringify(call))

/** @throws SourceFault if nothing is stored, or if the service secret changed */
export function openAnnounced({ sealer, org }: SealContext, row: RecordingRow): AnnouncedCall {
  if (row.announced === null) {
    throw new SourceFault('lasting', 'The data of the call is no longer stored. Let the source deliver it again.')
  }
  try {
    return JSON.parse(sealer.open(org, toPurpose(row.id), row.announced)) as AnnouncedCall
  } catch {
    throw new SourceFault('lasting', "The data of the call can't be read. Let the source deliver it again.")
  }
}

/** Announced data, as far as it is stored and can be read. */
export function readAnnounced(ctx: SealContext, row: RecordingRow): AnnouncedCall | undefined {
  if (row.announced === null) return undefined
  try {
    return openAnnounced(ctx, row)
  } catch {
    // The service secret changed.
    return undefined
  }
}

/**
 * Combines two announcements of a call. The later one wins, because its addresses are valid for longer. Parts that are
 * imported already are left out.
 */
export function mergeAnnounced(
  before: AnnouncedCall | undefined,
  after: AnnouncedCall,
  {
    has_transcript: hasTranscript,
    has_recording: hasRecording,
  }: Pick<RecordingRow, 'has_transcript' | 'has_recording'>,
): AnnouncedCall {
  const legs =
    before?.legs === undefined && after.legs === undefined ? undefined : mergeLegs(before?.legs ?? [], after.legs ?? [])
  const merged = { ...before, ...after }
  const { transcript, recording, objects, ...facts } = legs === undefined ? merged : joinLegs({ ...merged, legs })
  const allObjects = [
    ...new Map([...(before?.objects ?? []), ...(objects ?? [])].map((one) => [one.name, one])).values(),
  ]
  return {
    ...facts,
    ...(transcript === undefined || hasTranscript ? {} : { transcript }),
    ...(recording === undefined || hasRecording ? {} : { recording }),
    ...(allObjects.length === 0 ? {} : { objects: allObjects }),
  }
}

export const hasParts = ({ transcript, recording }: AnnouncedCall): boolean =>
  transcript !== undefined || recording !== undefined
