import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import { invalid, notFound, type Problem } from '../../core/errors.ts'
import { COSTS, type Context, defineOperation, UploadedFile } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId, text } from '../../core/wire.ts'
import {
  changeConversation,
  fillFromRecording,
  isVisible,
  requireChangeable,
  updateAwaited,
} from '../conversations/index.ts'
import { refuseHeld } from '../legal-holds/index.ts'
import {
  attachMedia,
  dropMedia,
  FILE_NAME_MAX,
  FORM_SECONDS,
  fileOf,
  formDeadline,
  MEDIA_BYTES_MAX,
  type NewMedia,
  nameOf,
  recording,
  requestTranscription,
  selectMedia,
  storeMedia,
  toldRecording,
} from '../media/index.ts'
import { readMedia } from './read-media.job.ts'

const upload = z
  .object({ url: z.string(), fields: z.record(z.string(), z.string()), expiresAt: z.string() })
  .describe('A form to send the file with, as multipart/form-data; the file is its last field, "file".')

const answer = z.object({ data: recording, upload: upload.optional() })

export const putConversationMedia = defineOperation({
  id: 'putConversationMedia',
  summary: 'Give a conversation its recording, or another in the place of the one it has.',
  description:
    'An audio or video file of at most 2 GiB, sent along as multipart/form-data and recognized by its content. Where ' +
    'files lie in an object store it may be sent there instead: ask with fileName and fileSize as JSON, send the file ' +
    'with the form that is answered, and confirm it. A conversation without a transcript is transcribed when a ' +
    'transcriber is configured. A recording that a legal hold keeps stays: 409 `legal_hold`.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({
    id: pathId('conversation'),
    file: z.instanceof(UploadedFile).optional(),
    fileName: text({ min: 1, max: FILE_NAME_MAX, trim: true }).optional().describe('Of a file that is sent later.'),
    fileSize: z.int().min(1).max(MEDIA_BYTES_MAX).optional().describe('In bytes, of a file that is sent later.'),
  }),
  output: answer,
  requires: { scope: 'write' },
  rest: {
    method: 'PUT',
    path: '/conversations/{id}/media',
    upload: { field: 'file', maxBytes: MEDIA_BYTES_MAX },
  },
  precheck: async ({ id }, ctx) => {
    await requireChangeable(ctx, id, 'owner')
    if ((await selectMedia(ctx.db, ctx.org, id))?.state === 'kept') await refuseHeld(ctx.db, ctx.org, id)
  },
  async handle({ id, file, fileName, fileSize }, ctx) {
    // Before a large file is moved about for nothing.
    if (!(await isVisible(ctx.db, ctx.org, visibilityOf(ctx.principal), id))) throw notFound('conversation')
    if (file !== undefined) return keepSent(ctx, id, file)
    if (ctx.files.form === undefined) {
      throw invalid({ pointer: '/file', detail: 'The file must be sent along, as multipart/form-data, as "file".' })
    }
    if (fileName !== undefined && fileSize !== undefined) return promise(ctx, id, { fileName, size: fileSize })
    const needed: Problem[] = [
      ...(fileName === undefined ? [{ pointer: '/fileName', detail: 'This is required.' }] : []),
      ...(fileSize === undefined ? [{ pointer: '/fileSize', detail: 'This is required.' }] : []),
    ]
    throw invalid(...(needed as [Problem, ...Problem[]]))
  },
})

async function keepSent(ctx: Context, id: string, file: UploadedFile): Promise<z.input<typeof answer>> {
  const media = await storeMedia(ctx, file)
  try {
    return await put(ctx, id, media, async (tx, transcript) => {
      await fillFromRecording(tx, ctx.org, id, { length: media.duration, language: null })
      if (transcript !== null) return
      await requestTranscription(tx, ctx, id, { hasRecording: true, replaces: null })
      await updateAwaited(tx, ctx.org, id, { transcript: 'pending', processing: 'pending' }, ctx.clock.now())
    })
  } catch (error) {
    await dropMedia(ctx, media)
    throw error
  }
}

async function promise(ctx: Context, id: string, { fileName, size }: { fileName: string; size: number }) {
  const at = ctx.clock.now()
  const media: NewMedia = {
    ...{ id: newId(), state: 'awaited', fileName: nameOf(fileName), size },
    ...{ sha256: null, contentType: null, duration: null, streams: null },
  }
  const form = await ctx.files.form?.(fileOf(ctx.org, media.id), { max: size, seconds: FORM_SECONDS })
  if (form === undefined) throw new Error('The store gave no form.')
  const told = await put(ctx, id, media, async (tx) => {
    const readAt = { startAfter: formDeadline(at) }
    await ctx.jobs.add(tx, ctx.org, readMedia, { conversationId: id, id: media.id }, readAt)
  })
  return { ...told, upload: { ...form, expiresAt: new Date(at.getTime() + FORM_SECONDS * 1_000).toISOString() } }
}

async function put(
  ctx: Context,
  id: string,
  media: NewMedia,
  also: (tx: Writer, transcriptVersion: number | null) => Promise<void>,
): Promise<{ data: z.input<typeof recording> }> {
  return changeConversation(ctx, id, 'owner', async (tx, standing) => {
    if ((await selectMedia(tx, ctx.org, id))?.state === 'kept') await refuseHeld(tx, ctx.org, id)
    await attachMedia(tx, ctx, id, media)
    await also(tx, standing.transcript_version)
    const kept = await selectMedia(tx, ctx.org, id)
    if (kept === undefined) throw new Error('What was attached is not there.')
    return { data: toldRecording(kept) }
  })
}
