/**
 * `multipart/form-data` (RFC 7578) with one file and text fields beside it. The file is spooled to a folder of its own
 * while it arrives (`spools.ts`), never held in memory, and gone when the request ends.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid, tooLarge } from '../../core/errors.ts'
import { UploadedFile } from '../../core/operation.ts'
import type { Spools } from './spools.ts'

/** Text fields beside the file: how many, and how long each may be in bytes. */
const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 16 * 1024
const NAME_MAX = 255

export interface Upload {
  readonly fields: Readonly<Record<string, unknown>>
  /** Removes what was spooled. */
  readonly done: () => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Where files are while they arrive. */
    spools: Spools
  }
}

type Wanted = { readonly field: string; readonly maxBytes: number; readonly fieldBytes?: number }

/** Boundaries and headers of the parts of a form. */
const FORM_OVERHEAD = 64 * 1024

/** Longest body that a form with such a file can have. */
export const formBytesMax = ({ maxBytes, fieldBytes = FIELDS_MAX * FIELD_BYTES_MAX }: Wanted): number =>
  maxBytes + fieldBytes + FORM_OVERHEAD

/**
 * The request must have a principal: files of one organization are counted together.
 * @throws AppError `content_too_large`; refusals of `Spools`; `validation_failed` for a second file or a body that is not as
 * announced
 */
export async function readUpload(request: FastifyRequest, wanted: Wanted): Promise<Upload> {
  const fieldBytes = wanted.fieldBytes ?? FIELDS_MAX * FIELD_BYTES_MAX
  let left = fieldBytes
  const announced = request.headers['content-length']
  const { organizationId } = request.principal
  const spool = await request.server.spools.open(
    organizationId,
    announced === undefined ? undefined : Number(announced),
  )
  const done = () => spool.close()
  try {
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
        if (left < 0) throw tooLarge(`The text fields may have at most ${fieldBytes} bytes together.`)
        fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== wanted.field) {
        part.file.resume()
        throw invalid({ pointer: `/${wanted.field}`, detail: `The file must be sent as "${wanted.field}".` })
      }
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
      if (part.file.truncated) throw tooLarge(`A file may have at most ${wanted.maxBytes} bytes.`, `/${wanted.field}`)
      const name = basename(part.filename ?? '').slice(0, NAME_MAX)
      fields[wanted.field] = new UploadedFile({ path, name, size, sha256: hash.digest('hex') })
    }
    return { fields, done }
  } catch (error) {
    await done()
    throw translated(error, wanted.maxBytes)
  }
}

function translated(error: unknown, maxBytes: number): unknown {
  const { code } = error as { code?: string }
  // Ours, or the machine's (no space left): neither is the sender's fault to be told in these words.
  if (error instanceof AppError || (code !== undefined && !code.startsWith('FST_'))) return error
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(`A file may have at most ${maxBytes} bytes.`)
  if (code === 'FST_FILES_LIMIT') return invalid({ pointer: '', detail: 'One file is taken, not several.' })
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return invalid({ pointer: '', detail: `At most ${FIELDS_MAX} fields are taken.` })
  }
  return invalid({ pointer: '', detail: 'The body is not the multipart form it says it is.' })
}
