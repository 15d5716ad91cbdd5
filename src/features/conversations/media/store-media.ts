/** Stores uploaded files as recordings of conversations. */
import { createReadStream } from 'node:fs'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { type AppError, invalid } from '../../../core/errors.ts'
import { type MediaFacts, type MediaReader, UnreadableMedia, type UnreadableReason } from '../../../core/media.ts'
import type { Ports, UploadedFile } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { discardMedia } from './discard-media.job.ts'
import { formDeadline, toFileName, toMediaKey } from './model.ts'
import { deleteMedia, type NewMedia, putMedia } from './queries.ts'
import { MEDIA_BYTES_MAX } from './schema.ts'

type MediaContext = Pick<Ports, 'clock' | 'jobs' | 'files' | 'media'> & { readonly org: OrganizationId }

/**
 * Recognizes an uploaded file and writes it to the file store, before any database row is written.
 * @throws AppError `validation_failed` if the file is not a recording; nothing is stored then
 */
export async function storeMedia(
  ctx: MediaContext & { readonly signal?: AbortSignal },
  file: UploadedFile,
): Promise<NewMedia> {
  if (file.size === 0) throw invalid({ pointer: '/file', detail: 'The file is empty. Upload an audio or video file.' })
  const facts = await read(ctx, file)
  const id = newId()
  const { size, sha256 } = await ctx.files.put(toMediaKey(ctx.org, id), createReadStream(file.path), {
    max: MEDIA_BYTES_MAX,
  })
  return { id, state: 'kept', fileName: toFileName(file.name), size, sha256, ...factsAsStored(facts) }
}

export const factsAsStored = ({ contentType, duration, streams }: MediaFacts) => ({
  contentType,
  duration,
  streams: JSON.stringify(streams),
})

async function read(ctx: MediaContext & { readonly signal?: AbortSignal }, file: UploadedFile): Promise<MediaFacts> {
  try {
    return await ctx.media.read(file.path, ctx.signal)
  } catch (error) {
    if (error instanceof UnreadableMedia) throw unreadableFileError(error.reason)
    throw error
  }
}

const REFUSALS: Readonly<Record<UnreadableReason, string>> = {
  not_media: 'The file is damaged, or is not an audio or video file.',
  unknown_form: "Parley can't read the format of the file. Use MP4, WebM, MP3, WAV, Ogg or FLAC.",
  too_complex: 'Reading the file takes too long. Convert it to MP4 or MP3 and try again.',
}

/** Why a file can't be a recording, without storing it. Undefined if it can. */
export async function findMediaFault(media: MediaReader, path: string): Promise<string | undefined> {
  try {
    await media.read(path)
    return undefined
  } catch (error) {
    if (error instanceof UnreadableMedia) return REFUSALS[error.reason]
    throw error
  }
}

const unreadableFileError = (reason: UnreadableReason): AppError =>
  invalid({ pointer: '/file', detail: REFUSALS[reason] })

/**
 * Sets the recording of a conversation and schedules deletion of the previous one. The caller must lock the
 * conversation.
 */
export async function attachMedia(
  tx: Writer,
  ctx: MediaContext,
  conversationId: string,
  media: NewMedia,
): Promise<void> {
  const before = await putMedia(tx, ctx.org, conversationId, media, ctx.clock.now())
  if (before !== undefined) await ctx.jobs.add(tx, ctx.org, discardMedia, { id: before })
}

/** Deletes a stored file that didn't become a recording. */
export const dropMedia = (ctx: MediaContext, { id }: Pick<NewMedia, 'id'>): Promise<void> =>
  ctx.files.delete(toMediaKey(ctx.org, id))

/** Deletes the recording of a conversation to be erased. A job deletes the file after the transaction is committed. */
export async function discardConversationMedia(
  tx: Writer,
  ctx: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  conversationId: string,
): Promise<void> {
  const gone = await deleteMedia(tx, ctx.org, conversationId)
  if (gone === undefined) return
  await ctx.jobs.add(tx, ctx.org, discardMedia, { id: gone.id })
  if (gone.state !== 'awaited') return
  // Until the upload form expires, the file can still arrive.
  const startAfter = formDeadline(new Date(gone.created_at))
  await ctx.jobs.add(tx, ctx.org, discardMedia, { id: gone.id }, { startAfter })
}
