/**
 * What cannot be rewritten: the recording of a conversation in which a person may be heard, and files of the knowledge base
 * that mention them. They go or stay as a whole.
 */
import type { Reader, Writer } from '../../core/db.ts'
import type { JobContext } from '../../core/jobs.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { recordService } from '../audit/index.ts'
import { forgetMediaUrl, selectRecorded } from '../conversations/index.ts'
import { countFilesWith } from '../knowledge/index.ts'
import { discardMediaOf, selectMedia } from '../media/index.ts'
import type { Counts } from '../redaction/index.ts'
import { endWithoutRecording } from '../transcription/index.ts'
import type { TranscriptSegment } from '../transcripts/index.ts'
import { finderOfPerson, needlesOf, type Subject, tookPart } from './person.ts'
import { selectRecordedWith } from './queries-originals.ts'
import { escaped } from './queries-people.ts'
import { ERASURE, type Originals } from './schema.ts'

/** A transcript may have a megabyte. */
const BATCH = 20

/** The recording of a conversation that somebody took part in. */
export interface Recording {
  /** Of the file that is kept here. */
  readonly id: string | undefined
  /** It lies elsewhere, and a link leads there. */
  readonly isLinked: boolean
}

export async function recordingOf(tx: Writer, org: OrganizationId, conversationId: string): Promise<Recording> {
  const media = await selectMedia(tx, org, conversationId)
  const known = await selectRecorded(tx, org, conversationId)
  return { id: media?.id, isLinked: (known?.media_url ?? null) !== null }
}

/** What is told of a recording that has gone. Where a link leads we take nothing away. */
export const toldGone = ({ id, isLinked }: Recording): { counts: Counts; leftovers: Counts } => ({
  counts: {
    ...(id === undefined ? {} : { recordings_deleted: 1 }),
    ...(isLinked ? { recording_links_deleted: 1 } : {}),
  },
  leftovers: isLinked ? { recordings_elsewhere: 1 } : {},
})

/** Takes the recording of a conversation away, unless it is to stay. The conversation is locked, and no hold keeps it. */
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

/** How many would go, as an erasure finds them. */
export async function originalsOf(
  db: Reader,
  org: OrganizationId,
  about: Pick<Subject, 'email' | 'names'>,
): Promise<{ recordings: number; recordingLinks: number; files: number }> {
  const subject = { ...about, pseudonym: '' }
  const find = finderOfPerson(subject)
  const files = await countFilesWith(db, org, needlesOf(subject), (text) => find(text).length > 0)
  // Who took part is known by the whole address, or by a name.
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
