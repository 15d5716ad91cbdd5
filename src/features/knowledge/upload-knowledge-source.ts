import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { AppError, invalid, type Problem } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import { COSTS, type Context, defineOperation, UploadedFile } from '../../core/operation.ts'
import { text } from '../../core/wire.ts'
import { awaitSourceFile } from './await-source-file.job.ts'
import { sourceOf } from './element.ts'
import { extractSource } from './extract-source.job.ts'
import { sampleOf } from './file-content.ts'
import { FORM_SECONDS, fileOf, formDeadline, titleOfFile } from './model.ts'
import { insertSource, type NewSource } from './queries.ts'
import { formatOfName, recognize } from './recognize.ts'
import { FILE_BYTES_MAX, FILE_NAME_MAX, NOUN, source, TITLE_MAX, title } from './schema.ts'

const upload = z
  .object({ url: z.string(), fields: z.record(z.string(), z.string()), expires_at: z.string() })
  .describe('A form to send the file with, as multipart/form-data; the file is its last field, "file".')

const output = z.object({ source, upload: upload.optional() })

export const uploadKnowledgeSource = defineOperation({
  id: 'uploadKnowledgeSource',
  summary: 'Create a knowledge base source from a PDF, Markdown, HTML or text file.',
  description:
    'The file is sent along as multipart/form-data and indexed after the answer. Where files lie in an object store it ' +
    'may be sent there instead: ask with file_name and file_size as JSON, send the file with the form that is answered, ' +
    'and confirm it.',
  tag: 'Knowledge base',
  cost: COSTS.high,
  input: z.object({
    file: z.instanceof(UploadedFile).optional().describe('Recognized by its content.'),
    title: title().optional().describe('Default: the name of the file.'),
    file_name: text({ min: 1, max: FILE_NAME_MAX, trim: true }).optional().describe('Of a file that is sent later.'),
    file_size: z.int().min(1).max(FILE_BYTES_MAX).optional().describe('In bytes, of a file that is sent later.'),
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
    answer: z.object({ data: source, upload: upload.optional() }),
  },
  async handle({ file, title, file_name, file_size }, ctx) {
    if (file !== undefined) return { source: await takeFile(ctx, file, title) }
    if (ctx.files.form === undefined) {
      throw invalid({ pointer: '/file', detail: 'The file must be sent along, as multipart/form-data, as "file".' })
    }
    if (file_name !== undefined && file_size !== undefined) {
      return promiseFile(ctx, { name: file_name, size: file_size }, title)
    }
    const needed: Problem[] = [
      ...(file_name === undefined ? [{ pointer: '/file_name', detail: 'This is required.' }] : []),
      ...(file_size === undefined ? [{ pointer: '/file_size', detail: 'This is required.' }] : []),
    ]
    throw invalid(...(needed as [Problem, ...Problem[]]))
  },
})

async function takeFile(ctx: Context, file: UploadedFile, title: string | undefined) {
  if (file.size === 0) throw invalid({ pointer: '/file', detail: 'The file is empty.' })
  const name = nameOf(file.name)
  const format = await recognize(await sampleOf(file.path), name)
  if (format === undefined) throw unsupported()
  const row = newFile({ name, size: file.size, title, format, arrived: true, at: ctx.clock.now() })
  const stored = fileOf(ctx.org, row.id)
  await ctx.files.put(stored, createReadStream(file.path), { max: FILE_BYTES_MAX })
  try {
    return await ctx.transact(async (tx) => {
      const made = await insertSource(tx, ctx.org, row)
      await ctx.jobs.add(tx, ctx.org, extractSource, { id: row.id })
      ctx.names(NOUN, row.id)
      return sourceOf(made)
    })
  } catch (error) {
    await ctx.files.delete(stored)
    throw error
  }
}

async function promiseFile(ctx: Context, file: { name: string; size: number }, title: string | undefined) {
  const at = ctx.clock.now()
  const row = newFile({ ...file, title, format: formatOfName(file.name), arrived: false, at })
  const form = await ctx.files.form?.(fileOf(ctx.org, row.id), { max: file.size, seconds: FORM_SECONDS })
  if (form === undefined) throw new Error('The store gave no form.')
  const made = await ctx.transact(async (tx) => {
    const inserted = await insertSource(tx, ctx.org, row)
    await ctx.jobs.add(tx, ctx.org, awaitSourceFile, { id: row.id }, { startAfter: formDeadline(at) })
    ctx.names(NOUN, row.id)
    return sourceOf(inserted)
  })
  return { source: made, upload: { ...form, expires_at: new Date(at.getTime() + FORM_SECONDS * 1_000).toISOString() } }
}

interface GivenFile {
  name: string
  size: number
  title: string | undefined
  format: NewSource['format']
  arrived: boolean
  at: Date
}

function newFile({ name, size, title = titleOfFile(name, TITLE_MAX), format, arrived, at }: GivenFile): NewSource {
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

/** A form's file name was never checked: what no text column holds is left out. */
const nameOf = (given: string) =>
  [...given.toWellFormed().replaceAll('\u0000', '')].slice(0, FILE_NAME_MAX).join('') || 'file'

const unsupported = () =>
  new AppError('unsupported_media_type', 'unsupported_file', 'Unsupported file', [
    { pointer: '/file', detail: 'The file must be a PDF, Markdown, HTML or plain text in UTF-8 or UTF-16.' },
  ])
