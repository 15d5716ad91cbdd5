import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { AppError, invalid, type Problem } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { COSTS, type Context, defineOperation, UploadedFile } from '../../../core/operation.ts'
import { text } from '../../../core/wire.ts'
import { awaitSourceFile } from './await-source-file.job.ts'
import { extractSource } from './extract-source.job.ts'
import { readSample } from './file-content.ts'
import { FORM_SECONDS, formDeadline, titleOfFile, toFileKey } from './model.ts'
import { insertSource, type NewSource } from './queries.ts'
import { formatOfName, recognize } from './recognize.ts'
import { FILE_BYTES_MAX, FILE_NAME_MAX, NOUN, source, TITLE_MAX, title } from './schema.ts'
import { serializeSource } from './serialize-source.ts'

const upload = z
  .object({
    url: z.string().describe('URL to send the form to with POST.'),
    fields: z.record(z.string(), z.string()).describe('Form fields to send unchanged, before the file.'),
    expires_at: z.string().describe('Time at which the form expires.'),
  })
  .describe(
    'Form for a direct upload to the object store as multipart/form-data. Send the file as the last field, named `file`. ' +
      'Omitted if the request contains the file.',
  )

const output = z.object({ source, upload: upload.optional() })

export const uploadKnowledgeSource = defineOperation({
  id: 'uploadKnowledgeSource',
  summary: 'Create a knowledge source from a file',
  description:
    'Send a PDF, Markdown, HTML or text file as multipart/form-data. Parley indexes it after the response. If Parley stores ' +
    'files in an object store, you can upload directly: send `file_name` and `file_size` as JSON, upload the file with the ' +
    'returned form, then call `POST /knowledge-base/sources/{id}/uploaded`. Requires the admin role.',
  tag: 'Knowledge base',
  cost: COSTS.high,
  input: z.object({
    file: z
      .instanceof(UploadedFile)
      .optional()
      .describe(
        `File to index, maximum ${FILE_BYTES_MAX / 1024 ** 2} MiB. Parley recognizes the format by the content. Required ` +
          'unless you upload directly.',
      ),
    title: title()
      .optional()
      .describe(`Title of the source, 1 to ${TITLE_MAX} characters. Defaults to the file name without its extension.`),
    file_name: text({ min: 1, max: FILE_NAME_MAX, trim: true })
      .optional()
      .describe(
        `Name of a file that you upload directly, 1 to ${FILE_NAME_MAX} characters. Example: \`price-list.pdf\`.`,
      ),
    file_size: z
      .int()
      .min(1)
      .max(FILE_BYTES_MAX)
      .optional()
      .describe(`Size in bytes of a file that you upload directly, 1 to ${FILE_BYTES_MAX}. Example: \`482133\`.`),
  }),
  output,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/knowledge-base/sources/upload',
    status: 201,
    upload: { field: 'file', maxBytes: FILE_BYTES_MAX },
    present: ({ source, upload }) => ({ data: source, ...(upload === undefined ? {} : { upload }) }),
    answer: z.object({ data: source.describe('Source as it is stored now.'), upload: upload.optional() }),
  },
  async handle({ file, title, file_name, file_size }, ctx) {
    if (file !== undefined) return { source: await takeFile(ctx, file, title) }
    if (ctx.files.form === undefined) {
      throw invalid({ pointer: '/file', detail: 'Send the file as multipart/form-data in the field `file`.' })
    }
    if (file_name !== undefined && file_size !== undefined) {
      return promiseFile(ctx, { name: file_name, size: file_size }, title)
    }
    const needed: Problem[] = [
      ...(file_name === undefined
        ? [{ pointer: '/file_name', detail: '`file_name` is required for a direct upload.' }]
        : []),
      ...(file_size === undefined
        ? [{ pointer: '/file_size', detail: '`file_size` is required for a direct upload.' }]
        : []),
    ]
    throw invalid(...(needed as [Problem, ...Problem[]]))
  },
})

async function takeFile(ctx: Context, file: UploadedFile, title: string | undefined) {
  if (file.size === 0) throw invalid({ pointer: '/file', detail: 'The file is empty. Upload a file with content.' })
  const name = toFileName(file.name)
  const format = await recognize(await readSample(file.path), name)
  if (format === undefined) throw unsupported()
  const row = newFile({ name, size: file.size, title, format, arrived: true, at: ctx.clock.now() })
  const stored = toFileKey(ctx.org, row.id)
  await ctx.files.put(stored, createReadStream(file.path), { max: FILE_BYTES_MAX })
  try {
    return await ctx.transact(async (tx) => {
      const made = await insertSource(tx, ctx.org, row)
      await ctx.jobs.add(tx, ctx.org, extractSource, { id: row.id })
      ctx.addAuditTarget(NOUN, row.id)
      return serializeSource(made)
    })
  } catch (error) {
    await ctx.files.delete(stored)
    throw error
  }
}

async function promiseFile(ctx: Context, file: { name: string; size: number }, title: string | undefined) {
  const at = ctx.clock.now()
  const row = newFile({ ...file, title, format: formatOfName(file.name), arrived: false, at })
  const form = await ctx.files.form?.(toFileKey(ctx.org, row.id), { max: file.size, seconds: FORM_SECONDS })
  if (form === undefined) throw new Error('The file store returned no upload form.')
  const made = await ctx.transact(async (tx) => {
    const inserted = await insertSource(tx, ctx.org, row)
    await ctx.jobs.add(tx, ctx.org, awaitSourceFile, { id: row.id }, { startAfter: formDeadline(at) })
    ctx.addAuditTarget(NOUN, row.id)
    return serializeSource(inserted)
  })
  return { source: made, upload: { ...form, expires_at: new Date(at.getTime() + FORM_SECONDS * 1_000).toISOString() } }
}

interface FileInput {
  name: string
  size: number
  title: string | undefined
  format: NewSource['format']
  arrived: boolean
  at: Date
}

function newFile({ name, size, title = titleOfFile(name, TITLE_MAX), format, arrived, at }: FileInput): NewSource {
  return {
    id: newId(),
    title,
    titleFolded: fold(title),
    sourceType: 'file',
    format,
    status: 'indexing',
    content: null,
    fileName: name,
    fileArrived: arrived,
    fileSize: size,
    chunkCount: 0,
    at,
  }
}

/** Removes characters that a text column can't store. File names of forms aren't validated before. */
const toFileName = (given: string) =>
  [...given.toWellFormed().replaceAll('\u0000', '')].slice(0, FILE_NAME_MAX).join('') || 'file'

const unsupported = () =>
  new AppError('unsupported_media_type', 'unsupported_file', 'Unsupported file', [
    { pointer: '/file', detail: 'The file must be a PDF, or Markdown, HTML or plain text in UTF-8 or UTF-16.' },
  ])
