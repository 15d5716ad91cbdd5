/** From a file that was sent along to the recording of a conversation. */
import { createReadStream } from 'node:fs'
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import { type AppError, invalid } from '../../core/errors.ts'
import { type MediaFacts, UnreadableMedia, type UnreadableReason } from '../../core/media.ts'
import type { Ports, UploadedFile } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { discardMedia } from './discard-media.job.ts'
import { fileOf, formDeadline, nameOf } from './model.ts'
import { deleteMedia, type NewMedia, putMedia } from './queries.ts'
import { MEDIA_BYTES_MAX } from './schema.ts'

type Given = Pick<Ports, 'clock' | 'jobs' | 'files' | 'media'> & { readonly org: OrganizationId }

/**
 * Recognizes a file that was sent along and lays it into the store, before anything is written of it.
 * @throws AppError `validation_failed` for what is no recording; nothing is kept of it
 */
export async function storeMedia(
  ctx: Given & { readonly signal?: AbortSignal },
  file: UploadedFile,
): Promise<NewMedia> {
  if (file.size === 0) throw invalid({ pointer: '/file', detail: 'The file is empty.' })
  const facts = await read(ctx, file)
  const id = newId()
  const { size, sha256 } = await ctx.files.put(fileOf(ctx.org, id), createReadStream(file.path), {
    max: MEDIA_BYTES_MAX,
  })
  return { id, state: 'kept', fileName: nameOf(file.name), size, sha256, ...factsAsStored(facts) }
}

export const factsAsStored = ({ contentType, duration, streams }: MediaFacts) => ({
  contentType,
  duration,
  streams: JSON.stringify(streams),
})

async function read(ctx: Given & { readonly signal?: AbortSignal }, file: UploadedFile): Promise<MediaFacts> {
  try {
    return await ctx.media.read(file.path, ctx.signal)
  } catch (error) {
    if (error instanceof UnreadableMedia) throw refusalOf(error.reason)
    throw error
  }
}

const REFUSALS: Readonly<Record<UnreadableReason, string>> = {
  not_media: 'The file is neither audio nor video, or it is broken.',
  unknown_form: 'The file is of a form that this machine cannot read. MP4, WebM, MP3, WAV, Ogg and FLAC can be.',
  too_complex: 'The file takes too long to be read.',
}

const refusalOf = (reason: UnreadableReason): AppError => invalid({ pointer: '/file', detail: REFUSALS[reason] })

/** Makes it the recording of a conversation, which is locked; one there was goes. */
export async function attachMedia(tx: Writer, ctx: Given, conversationId: string, media: NewMedia): Promise<void> {
  const before = await putMedia(tx, ctx.org, conversationId, media, ctx.clock.now())
  if (before !== undefined) await ctx.jobs.add(tx, ctx.org, discardMedia, { id: before })
}

/** What was stored and became no recording after all. */
export const dropMedia = (ctx: Given, { id }: Pick<NewMedia, 'id'>): Promise<void> =>
  ctx.files.delete(fileOf(ctx.org, id))

/** For whoever erases a conversation, before its rows go: the file goes once the transaction is committed. */
export async function discardMediaOf(
  tx: Writer,
  ctx: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  conversationId: string,
): Promise<void> {
  const gone = await deleteMedia(tx, ctx.org, conversationId)
  if (gone === undefined) return
  await ctx.jobs.add(tx, ctx.org, discardMedia, { id: gone.id })
  if (gone.state !== 'awaited') return
  // While its form is good the file may still come.
  const startAfter = formDeadline(new Date(gone.created_at))
  await ctx.jobs.add(tx, ctx.org, discardMedia, { id: gone.id }, { startAfter })
}
