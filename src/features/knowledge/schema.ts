/** The table of knowledge base sources, and the shapes requests and answers share. */
import { z } from 'zod'
import { text } from '../../core/wire.ts'

declare module '../../core/db.ts' {
  interface Tables {
    knowledge_sources: {
      organization_id: string
      id: string
      title: string
      title_folded: string
      source_type: SourceType
      format: Format
      status: Status
      failure: string | null
      content: string | null
      file_name: string | null
      file_arrived: boolean
      file_removed_at: NullableInstant
      file_size: number
      chunk_count: number
      truncated: boolean
      revision: number
      created_at: Instant
      updated_at: Instant
    }
  }
}

/** As errors and audit entries call it. */
export const NOUN = 'knowledge base source'

export const TITLE_MAX = 500
export const CONTENT_MAX = 524_288
export const FILE_BYTES_MAX = 100 * 1024 * 1024
export const FILE_NAME_MAX = 255

/** The longest content there may be, every character of it escaped as JSON allows, and what stands around it. */
export const CONTENT_BODY_LIMIT = (CONTENT_MAX + TITLE_MAX) * 12 + 64 * 1024

export const manualFormat = z.enum(['text/markdown', 'text/html', 'text/plain'])
export type ManualFormat = z.infer<typeof manualFormat>
const format = z.enum([...manualFormat.options, 'application/pdf'])
export type Format = z.infer<typeof format>
export const sourceType = z.enum(['manual', 'file'])
export type SourceType = z.infer<typeof sourceType>
export const status = z.enum(['indexing', 'indexed', 'failed'])
export type Status = z.infer<typeof status>

export const title = () => text({ min: 1, max: TITLE_MAX, trim: true })

/** Kept as it was given; blanks alone are nothing to index. */
export const content = () =>
  text({ max: CONTENT_MAX })
    .refine((given) => given.trim() !== '', {
      message: `This must have 1 to ${CONTENT_MAX} characters, not only blanks.`,
    })
    .meta({ minLength: 1, maxLength: CONTENT_MAX })

const attributes = z.object({
  title: z.string(),
  source_type: sourceType,
  content: z.string().nullable().describe('As it was given; null for files.'),
  format,
  status,
  error: z.string().nullable().describe('Why it failed, in words; null while it has not.'),
  file_name: z.string().nullable(),
  file_size: z.int().describe('In bytes.'),
  file_removed_at: z
    .string()
    .nullable()
    .describe('When the file was taken away because of a person who is in it; what search finds stays, without them.'),
  truncated: z.boolean().describe('The file has more text than is indexed.'),
  chunk_count: z.int().describe('Passages that search finds it by.'),
  created_at: z.string(),
  updated_at: z.string(),
})

export const source = z.object({ type: z.literal('kb_sources'), id: z.string(), attributes })
export const listedSource = source.extend({ attributes: attributes.omit({ content: true }) })

export const sourceAnswer = z.object({ data: source })
