/**
 * Reads `multipart/form-data` (RFC 7578) with one file and text fields. The file is streamed to temporary storage
 * (`spools.ts`), never held in memory, and deleted when the request ends.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid, tooLarge } from '../../core/errors.ts'
import { UploadedFile } from '../../core/operation.ts'
import { type BodyMemory, LARGE_BYTES } from './large-bodies.ts'
import type { Spools } from './spools.ts'

/** Maximum number of text fields, and maximum length of each in bytes. */
const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 16 * 1024
const NAME_MAX = 255

export interface Upload {
  readonly fields: Readonly<Record<string, unknown>>
  /** Deletes the temporary file. */
  readonly done: () => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Temporary storage of files. */
    spools: Spools
  }
}

type UploadLimits = { readonly field: string; readonly maxBytes: number; readonly fieldBytes?: number }

/** Maximum size of a file that operations read as text, and that therefore counts as memory. */
const READ_BYTES_MAX = 32 * 1024 * 1024

/** Maximum size of part boundaries and headers in bytes. */
const FORM_OVERHEAD = 64 * 1024

/** Maximum size of a form with such a file. */
export const formBytesMax = ({ maxBytes, fieldBytes = FIELDS_MAX * FIELD_BYTES_MAX }: UploadLimits): number =>
  maxBytes + fieldBytes + FORM_OVERHEAD

/**
 * Reads an upload. The request must have a principal, because uploads are counted by organization.
 * @param memory memory of the text fields, and of a file that operations may read as text. The caller releases it.
 * @throws AppError `content_too_large`; errors of `Spools`; `validation_failed` for a second file or a malformed form
 */
export async function readUpload(request: FastifyRequest, wanted: UploadLimits, memory: BodyMemory): Promise<Upload> {
  const fieldBytes = wanted.fieldBytes ?? FIELDS_MAX * FIELD_BYTES_MAX
  let left = fieldBytes
  const announced = request.headers['content-length']
  const { organizationId } = request.principal
  const spool = await request.server.spools.open(
    organizationId,
    announced === undefined ? undefined : Number(announced),
  )
  const closeSpool = () => spool.close()
  const total = Number(announced ?? wanted.maxBytes)
  /** Reserves memory while the form is read. Forms without large fields need none. */
  const reserve = async (bytes: number) => (fieldBytes > LARGE_BYTES ? memory.resize(bytes) : undefined)
  let fileBytes = 0
  try {
    // Each byte can belong to a field, until the file begins.
    await reserve(Math.min(total, fieldBytes))
    const fields: Record<string, unknown> = Object.create(null)
    const parts = request.parts({
      limits: {
        files: 1,
        fields: FIELDS_MAX,
        fieldSize: wanted.fieldBytes ?? FIELD_BYTES_MAX,
        fileSize: wanted.maxBytes,
        parts: FIELDS_MAX + 1,
      },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw tooLarge('A text field is too long.', `/${part.fieldname}`)
        left -= typeof part.value === 'string' ? Buffer.byteLength(part.value) : JSON.stringify(part.value).length
        if (left < 0) throw tooLarge(`The text fields must have at most ${fieldBytes} bytes in total.`)
        fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== wanted.field) {
        part.file.resume()
        throw invalid({ pointer: `/${wanted.field}`, detail: `The file must be in the field \`${wanted.field}\`.` })
      }
      await reserve(fieldBytes - left)
      const path = join(spool.folder, 'file')
      const hash = createHash('sha256')
      let size = 0
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          hash.update(chunk)
          size += chunk.length
          try {
            spool.grow(chunk.length)
            next(null, chunk)
          } catch (error) {
            next(error as Error)
          }
        },
      })
      await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }))
      if (part.file.truncated) throw tooLarge(`A file must have at most ${wanted.maxBytes} bytes.`, `/${wanted.field}`)
      const name = basename(part.filename ?? '').slice(0, NAME_MAX)
      fileBytes = size
      // The rest of the form can consist of fields.
      await reserve(fieldBytes - left + Math.max(0, Math.min(left, total - size)))
      fields[wanted.field] = new UploadedFile({ path, name, size, sha256: hash.digest('hex') })
    }
    await memory.resize(fieldBytes - left + (fileBytes <= READ_BYTES_MAX ? fileBytes : 0))
    return { fields, done: closeSpool }
  } catch (error) {
    await closeSpool()
    throw translated(error, wanted.maxBytes)
  }
}

function translated(error: unknown, maxBytes: number): unknown {
  const { code } = error as { code?: string }
  // Errors of Parley or the operating system (disk full) aren't caused by the form.
  if (error instanceof AppError || (code !== undefined && !code.startsWith('FST_'))) return error
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(`A file must have at most ${maxBytes} bytes.`)
  if (code === 'FST_FILES_LIMIT') return invalid({ pointer: '', detail: 'The form must have only one file.' })
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return invalid({ pointer: '', detail: `The form must have at most ${FIELDS_MAX} fields.` })
  }
  return invalid({ pointer: '', detail: "The body isn't a valid multipart form." })
}
