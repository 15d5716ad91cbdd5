/** Table of snippets, and what requests and answers say of one. */
import { z } from 'zod'
import { text } from '../../core/wire.ts'

declare module '../../core/db.ts' {
  interface Tables {
    snippets: {
      organization_id: string
      id: string
      conversation_id: string
      user_id: string
      /** Admin who took over the link. */
      link_taken_over_by: string | null
      title: string
      notes: string
      internal: boolean
      notify_views: boolean
      notified_at: NullableInstant
      start_time: number
      end_time: number
      reference: Reference | null
      reference_version: number | null
      share_code: string
      created_at: Instant
      updated_at: Instant
    }
  }
}

/** Code points. */
export const TITLE_MAX = 512

export const title = text({ max: TITLE_MAX, trim: true })
export const notes = text({ max: 8_000 })

/** Seconds that any clip may reach to: as much as a transcript may have. */
const TIME_MAX = 1_000_000

const seconds = () => z.number().min(0).max(TIME_MAX)

/** Contract: `video`. */
export const videoInput = z.object({
  start_time: seconds().describe('Seconds from the start of the recording.'),
  end_time: seconds().describe('Cut to the end of the conversation, when that is known.'),
  duration: z.number().max(TIME_MAX).optional().describe('When sent, the difference of the two within a second.'),
})
export type VideoInput = z.output<typeof videoInput>

/** Contract: strings of integers. */
const index = z.string().regex(/^\d{1,9}$/, 'This must be a whole number from 0 to 999999999, as a string.')
const range = z.object({ start_idx: index, end_idx: index })

/** Contract: `reference`. What the indexes count is told in docs/library.md. */
export const reference = z.object({
  characters: range.optional().describe('Offsets into the string form of the transcript, the second one exclusive.'),
  speakers: range.optional().describe('Segments of the transcript, from 0, both inclusive.'),
  transcript_version: z.enum(['V1', 'V2']),
})
export type Reference = z.output<typeof reference>

/** Contract: "Snippet". */
export const snippet = z
  .object({
    id: z.string(),
    url: z.string(),
    share_code: z.string(),
    user_uuid: z.string(),
    conversation_id: z.string(),
    conversation_title: z.string().describe('What it is a clip of.'),
    internal: z.boolean().describe('True: whoever opens the link must sign in.'),
    notify_views: z.boolean(),
    title: z.string(),
    notes: z.string(),
    in_library: z.boolean().describe('It lies in the library, where the caller can see it.'),
    video: z.object({ start_time: z.number(), end_time: z.number(), duration: z.number() }),
    reference: reference.nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Snippet' })
export type Snippet = z.output<typeof snippet>

export const snippetOutput = z.object({ data: snippet })
