import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { invalid, notFound, type Problem } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation, UploadedFile } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, text } from '../../../core/wire.ts'
import { refuseHeld } from '../legal-holds/index.ts'
import {
  attachMedia,
  dropMedia,
  FILE_NAME_MAX,
  FORM_SECONDS,
  formDeadline,
  MEDIA_BYTES_MAX,
  type NewMedia,
  recording,
  requestTranscription,
  selectMedia,
  serializeRecording,
  storeMedia,
  toFileName,
  toMediaKey,
} from '../media/index.ts'
import {
  announceUpdate,
  changeConversation,
  fillFromRecording,
  isVisible,
  requireChangeable,
  updateAwaited,
} from '../records/index.ts'
import { readMedia } from './read-media.job.ts'

const upload = z
  .object({
    url: z.string().describe('URL to send the form to.'),
    fields: z.record(z.string(), z.string()).describe('Form fields to send before the file.'),
    expiresAt: z.string().describe('When the form expires.'),
  })
  .describe(
    'Form for uploading the file to the object store. Send `fields` as multipart/form-data to `url`, with the file ' +
      'as the last field, `file`.',
  )

const answer = z.object({ data: recording.describe('Recording of the conversation.'), upload: upload.optional() })

export const putConversationMedia = defineOperation({
  id: 'putConversationMedia',
  summary: 'Upload or replace a recording',
  description:
    'Accepts an audio or video file of at most 2 GiB as multipart/form-data. Parley detects the format from the ' +
    'content of the file. If Parley stores files in an object store, you can upload the file there instead: send ' +
    '`fileName` and `fileSize` as JSON, upload the file with the form in the response, then call `POST ' +
    '/conversations/{id}/media/uploaded`. If the conversation has no transcript and a transcription service is ' +
    'configured, Parley transcribes the recording. Fails with 409 `legal_hold` if the existing recording is under ' +
    'a legal hold.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({
    id: pathId('conversation'),
    file: z.instanceof(UploadedFile).optional().describe('Audio or video file, at most 2 GiB.'),
    fileName: text({ min: 1, max: FILE_NAME_MAX, trim: true })
      .optional()
      .describe('Name of the file that you upload to the object store. Example: `call.mp4`.'),
    fileSize: z
      .int()
      .min(1)
      .max(MEDIA_BYTES_MAX)
      .optional()
      .describe('Size in bytes of the file that you upload to the object store, 1 to 2 GiB. Example: `52428800`.'),
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
    // Checked before a large file is moved.
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    if (file !== undefined) return storeSentMedia(ctx, id, file)
    if (ctx.files.form === undefined) {
      throw invalid({
        pointer: '/file',
        detail: 'The request contains no file. Send it as multipart/form-data in the field `file`.',
      })
    }
    if (fileName !== undefined && fileSize !== undefined) return promise(ctx, id, { fileName, size: fileSize })
    const needed: Problem[] = [
      ...(fileName === undefined
        ? [{ pointer: '/fileName', detail: '`fileName` is required to upload the file separately.' }]
        : []),
      ...(fileSize === undefined
        ? [{ pointer: '/fileSize', detail: '`fileSize` is required to upload the file separately.' }]
        : []),
    ]
    throw invalid(...(needed as [Problem, ...Problem[]]))
  },
})

async function storeSentMedia(ctx: Context, id: string, file: UploadedFile): Promise<z.input<typeof answer>> {
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
    ...{ id: newId(), state: 'awaited', fileName: toFileName(fileName), size },
    ...{ sha256: null, contentType: null, duration: null, streams: null },
  }
  const form = await ctx.files.form?.(toMediaKey(ctx.org, media.id), { max: size, seconds: FORM_SECONDS })
  if (form === undefined) throw new Error('The object store returned no upload form.')
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
    await announceUpdate(tx, ctx, id, ['recording'])
    await also(tx, standing.transcript_version)
    const kept = await selectMedia(tx, ctx.org, id)
    if (kept === undefined) throw new Error("The attached recording doesn't exist.")
    return { data: serializeRecording(kept) }
  })
}
