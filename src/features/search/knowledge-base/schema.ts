/** Table of knowledge base sources, and their request and response schemas. */
import { z } from 'zod'
import { text } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    knowledge_sources: {
      organization_id: string
      id: string
      title: string
      title_folded: string
      source_type: SourceType
      format: SourceFormat
      status: SourceStatus
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

/** Name of the resource in errors and audit entries. */
export const NOUN = 'knowledge base source'

export const TITLE_MAX = 500
export const CONTENT_MAX = 524_288
export const FILE_BYTES_MAX = 100 * 1024 * 1024
export const FILE_NAME_MAX = 255

/**
 * Maximum body size in bytes: content and title of maximum length with every character escaped, plus the JSON around
 * it.
 */
export const CONTENT_BODY_LIMIT = (CONTENT_MAX + TITLE_MAX) * 12 + 64 * 1024

export const manualFormat = z.enum(['text/markdown', 'text/html', 'text/plain'])
export type ManualFormat = z.infer<typeof manualFormat>
const format = z.enum([...manualFormat.options, 'application/pdf'])
export type SourceFormat = z.infer<typeof format>
export const sourceType = z.enum(['manual', 'file'])
export type SourceType = z.infer<typeof sourceType>
export const status = z.enum(['indexing', 'indexed', 'failed'])
export type SourceStatus = z.infer<typeof status>

export const title = () => text({ min: 1, max: TITLE_MAX, trim: true })

/** Content that is stored unchanged. White space alone is rejected because it can't be indexed. */
export const content = () =>
  text({ max: CONTENT_MAX })
    .refine((given) => given.trim() !== '', {
      message: `\`content\` must have 1 to ${CONTENT_MAX} characters and not only white space.`,
    })
    .meta({ minLength: 1, maxLength: CONTENT_MAX })

const attributes = z.object({
  title: z.string().describe('Title of the source.'),
  source_type: sourceType.describe('`manual` for inline content, `file` for an uploaded file.'),
  content: z.string().nullable().describe('Inline content as stored. Null for files.'),
  format: format.describe('Media type of the content or file.'),
  status: status.describe('State of indexing: `indexing`, then `indexed` or `failed`.'),
  error: z.string().nullable().describe("Explanation of a failure. Null if indexing hasn't failed."),
  file_name: z.string().nullable().describe('Name of the uploaded file. Null for inline content.'),
  file_size: z.int().describe('Size of the content or file in bytes.'),
  file_removed_at: z
    .string()
    .nullable()
    .describe(
      "Time at which the file was deleted to erase a person's data. Its indexed text stays, without the person. Null if " +
        'the file is stored, or for inline content.',
    ),
  truncated: z.boolean().describe('Whether the file has more text than Parley indexes.'),
  chunk_count: z.int().describe('Number of passages in the search index.'),
  created_at: z.string().describe('Time of creation, ISO 8601.'),
  updated_at: z.string().describe('Time of the last change.'),
})

export const source = z.object({
  type: z.literal('kb_sources').describe('Type of the resource. Always `kb_sources`.'),
  id: z.string().describe('ID of the source.'),
  attributes: attributes.describe('Data of the source.'),
})
export const listedSource = source.extend({
  attributes: attributes.omit({ content: true }).describe('Data of the source, without its content.'),
})

export const sourceAnswer = z.object({ data: source.describe('Source as it is stored now.') })
