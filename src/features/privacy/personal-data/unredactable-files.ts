/**
 * Files that can't be redacted: recordings of conversations in which a person may speak, and knowledge base files that
 * mention the person. They are kept or deleted completely.
 */
import type { Reader, Writer } from '../../../core/db.ts'
import type { JobContext } from '../../../core/jobs.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { discardConversationMedia, selectMedia } from '../../conversations/media/index.ts'
import { announceUpdate, clearMediaUrl, selectRecorded } from '../../conversations/records/index.ts'
import { endWithoutRecording } from '../../conversations/transcription/index.ts'
import { recordService } from '../../platform/audit/index.ts'
import { countFilesWith } from '../../search/knowledge-base/index.ts'
import type { MaskCounts } from '../../text/redaction/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { type ErasureSubject, finderOfPerson, hasTakenPart, toSearchSubstrings } from './person.ts'
import { selectRecordedWith } from './queries-originals.ts'
import { escapeLike } from './queries-people.ts'
import { ERASURE, type Originals } from './schema.ts'

/** Small, because a transcript can have a megabyte. */
const BATCH = 20

/** Recording of a conversation that the person took part in. */
export interface StoredRecording {
  /** ID of the stored file; undefined if no file is stored. */
  readonly id: string | undefined
  /** Whether a link points to an external recording. */
  readonly isLinked: boolean
}

export async function findRecording(tx: Writer, org: OrganizationId, conversationId: string): Promise<StoredRecording> {
  const media = await selectMedia(tx, org, conversationId)
  const known = await selectRecorded(tx, org, conversationId)
  return { id: media?.id, isLinked: (known?.media_url ?? null) !== null }
}

/** Counts for a deleted recording. Parley can't delete external files. */
export const countDeletedRecording = ({
  id,
  isLinked,
}: StoredRecording): { counts: MaskCounts; leftovers: MaskCounts } => ({
  counts: {
    ...(id === undefined ? {} : { recordings_deleted: 1 }),
    ...(isLinked ? { recording_links_deleted: 1 } : {}),
  },
  leftovers: isLinked ? { recordings_elsewhere: 1 } : {},
})

/**
 * Deletes the recording of a conversation unless it's to be kept. The caller has locked the conversation and checked
 * legal holds.
 */
export async function eraseRecording(
  tx: Writer,
  ctx: JobContext,
  erasing: { readonly id: string; readonly originals: Originals },
  conversationId: string,
): Promise<{ counts: MaskCounts; leftovers: MaskCounts }> {
  const recording = await findRecording(tx, ctx.org, conversationId)
  const { id, isLinked } = recording
  if (erasing.originals === 'keep') {
    const leftovers = {
      ...(id === undefined ? {} : { recordings: 1 }),
      ...(isLinked ? { recordings_elsewhere: 1 } : {}),
    }
    return { counts: {}, leftovers }
  }
  if (id === undefined && !isLinked) return { counts: {}, leftovers: {} }
  await discardConversationMedia(tx, ctx, conversationId)
  await clearMediaUrl(tx, ctx.org, conversationId)
  await announceUpdate(tx, ctx, conversationId, ['recording'])
  await endWithoutRecording(tx, ctx, conversationId)
  await recordService(tx, ctx.org, 'erasePerson', ctx.clock.now(), [
    ...(id === undefined ? [] : [{ kind: 'recording', id }]),
    ...(isLinked ? [{ kind: 'recording link', id: conversationId }] : []),
    { kind: ERASURE, id: erasing.id },
  ])
  return countDeletedRecording(recording)
}

/** Counts the files that an erasure would delete. */
export async function countOriginals(
  db: Reader,
  org: OrganizationId,
  about: Pick<ErasureSubject, 'email' | 'names'>,
): Promise<{ recordings: number; recordingLinks: number; files: number }> {
  const subject = { ...about, pseudonym: '' }
  const find = finderOfPerson(subject)
  const files = await countFilesWith(db, org, toSearchSubstrings(subject), (text) => find(text).length > 0)
  // Participation requires the complete email address or a name.
  const words = [escapeLike(subject.email), ...toSearchSubstrings({ email: '', names: subject.names })]
  let [recordings, recordingLinks] = [0, 0]
  let after: string | undefined
  for (;;) {
    const rows = await selectRecordedWith(db, org, words, after, BATCH)
    for (const row of rows) {
      const transcripts = row.transcripts.map((segments) => JSON.parse(segments) as TranscriptSegment[])
      if (!hasTakenPart(subject, row, transcripts)) continue
      if (row.is_kept) recordings++
      if (row.is_linked) recordingLinks++
    }
    after = rows.at(-1)?.id
    if (rows.length < BATCH) return { recordings, recordingLinks, files }
  }
}
