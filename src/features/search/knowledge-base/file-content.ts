/** Text of an uploaded file, or the reason for a failure. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { JobContext } from '../../../core/jobs.ts'
import { type ExtractedText, UnreadableDocument } from '../../../core/text-extraction.ts'
import { parseStructure } from './content.ts'
import { cleanText, type ExtractionFailure, TEXT_MAX, toFileKey } from './model.ts'
import type { SourceRow } from './queries.ts'
import { detectEncoding, recognize, SAMPLE_BYTES } from './recognize.ts'
import type { SourceFormat } from './schema.ts'

/** Maximum length of HTML in characters: pages contain more markup than text. */
const HTML_MAX = 4 * TEXT_MAX

export interface FileContent extends ExtractedText {
  readonly format: SourceFormat
}

type FilePorts = Pick<JobContext, 'files' | 'org' | 'textExtraction' | 'signal'>

/** @throws Error if the file can't be read from the store, so that the job is retried */
export async function readStoredFile(
  ctx: FilePorts,
  { id, file_name }: Pick<SourceRow, 'id' | 'file_name'>,
): Promise<FileContent | ExtractionFailure> {
  const stored = await ctx.files.get(toFileKey(ctx.org, id))
  if (stored === undefined) throw new Error('The file of a knowledge base source is not in the store.')
  // The PDF reader needs random access, so the file is copied to a local folder.
  const folder = await mkdtemp(join(tmpdir(), 'parley-source-'))
  try {
    const path = join(folder, 'file')
    await pipeline(stored.body, createWriteStream(path, { mode: 0o600 }), { signal: ctx.signal })
    return await readFile(ctx, path, file_name ?? '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readFile(ctx: FilePorts, path: string, name: string): Promise<FileContent | ExtractionFailure> {
  const wanted = { maxLength: TEXT_MAX, signal: ctx.signal }
  try {
    const sample = await readSample(path)
    const format = await recognize(sample, name)
    if (format === undefined) return 'unsupported'
    if (format === 'application/pdf') {
      const read = await ctx.textExtraction.pdf(path, wanted)
      return { format, ...read, text: cleanText(read.text) }
    }
    const given = await decodeFile(path, sample, format === 'text/html' ? HTML_MAX : TEXT_MAX)
    if (given === undefined) return 'not_unicode'
    if (format === 'text/html') {
      const read = await ctx.textExtraction.html(given.text, wanted)
      return { format, ...read, truncated: read.truncated || given.truncated }
    }
    return { format, ...parseStructure(given.text, format), truncated: given.truncated }
  } catch (error) {
    if (error instanceof UnreadableDocument) return error.reason
    throw error
  }
}

/** Reads the first bytes of a file, as many as format recognition needs. */
export async function readSample(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** @returns undefined if the file is not valid in the detected encoding */
async function decodeFile(
  path: string,
  sample: Buffer,
  max: number,
): Promise<{ text: string; truncated: boolean } | undefined> {
  const decoder = new TextDecoder(detectEncoding(sample), { fatal: true })
  let text = ''
  try {
    for await (const chunk of createReadStream(path)) {
      text += decoder.decode(chunk as Buffer, { stream: true })
      if (text.length > max) return { text: cleanText(text.slice(0, max)), truncated: true }
    }
    return { text: cleanText(text + decoder.decode()), truncated: false }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
