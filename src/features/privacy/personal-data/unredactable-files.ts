/**
 * Files that can't be redacted: recordings of conversations in which a person may speak, and knowledge base files that
 * mention the person. They are kept or deleted completely.
 */
import type { Reader, Writer } from '../../../core/db.ts'
import type { JobContext } from '../../../core/jobs.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { discardMediaOf, selectMedia } from '../../conversations/media/index.ts'
import { forgetMediaUrl, selectRecorded } from '../../conversations/records/index.ts'
import { endWithoutRecording } from '../../conversations/transcription/index.ts'
import { recordService } from '../../platform/audit/index.ts'
import { countFilesWith } from '../../search/knowledge-base/index.ts'
import type { Counts } from '../../text/redaction/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { finderOfPerson, needlesOf, type Subject, tookPart } from './person.ts'
import { selectRecordedWith } from './queries-originals.ts'
import { escaped } from './queries-people.ts'
import { ERASURE, type Originals } from './schema.ts'

/** Small, because a transcript can have a megabyte. */
const BATCH = 20

/** Recording of a conversation that the person took part in. */
export interface Recording {
  /** ID of the stored file; undefined if no file is stored. */
  readonly id: string | undefined
  /** Whether a link points to an external recording. */
  readonly isLinked: boolean
}

export async function recordingOf(tx: Writer, org: OrganizationId, conversationId: string): Promise<Recording> {
  const media = await selectMedia(tx, org, conversationId)
  const known = await selectRecorded(tx, org, conversationId)
  return { id: media?.id, isLinked: (known?.media_url ?? null) !== null }
}

/** Counts for a deleted recording. Parley can't delete external files. */
export const toldGone = ({ id, isLinked }: Recording): { counts: Counts; leftovers: Counts } => ({
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
): Promise<{ counts: Counts; leftovers: Counts }> {
  const recording = await recordingOf(tx, ctx.org, conversationId)
  const { id, isLinked } = recording
  if (erasing.originals === 'keep') {
    const leftovers = {
      ...(id === undefined ? {} : { recordings: 1 }),
      ...(isLinked ? { recordings_elsewhere: 1 } : {}),
    }
    return { counts: {}, leftovers }
  }
  if (id === undefined && !isLinked) return { counts: {}, leftovers: {} }
  await discardMediaOf(tx, ctx, conversationId)
  await forgetMediaUrl(tx, ctx.org, conversationId)
  await endWithoutRecording(tx, ctx, conversationId)
  await recordService(tx, ctx.org, 'erasePerson', ctx.clock.now(), [
    ...(id === undefined ? [] : [{ kind: 'recording', id }]),
    ...(isLinked ? [{ kind: 'recording link', id: conversationId }] : []),
    { kind: ERASURE, id: erasing.id },
  ])
  return toldGone(recording)
}

/** Counts the files that an erasure would delete. */
export async function originalsOf(
  db: Reader,
  org: OrganizationId,
  about: Pick<Subject, 'email' | 'names'>,
): Promise<{ recordings: number; recordingLinks: number; files: number }> {
  const subject = { ...about, pseudonym: '' }
  const find = finderOfPerson(subject)
  const files = await countFilesWith(db, org, needlesOf(subject), (text) => find(text).length > 0)
  // Participation requires the complete email address or a name.
  const words = [escaped(subject.email), ...needlesOf({ email: '', names: subject.names })]
  let [recordings, recordingLinks] = [0, 0]
  let after: string | undefined
  for (;;) {
    const rows = await selectRecordedWith(db, org, words, after, BATCH)
    for (const row of rows) {
      const transcripts = row.transcripts.map((segments) => JSON.parse(segments) as TranscriptSegment[])
      if (!tookPart(subject, row, transcripts)) continue
      if (row.is_kept) recordings++
      if (row.is_linked) recordingLinks++
    }
    after = rows.at(-1)?.id
    if (rows.length < BATCH) return { recordings, recordingLinks, files }
  }
}
