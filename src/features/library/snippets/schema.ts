/** Table of snippets, with request and response schemas. */
import { z } from 'zod'
import { RECORDING_SECONDS_MAX, recordingSeconds } from '../../../core/recording-times.ts'
import { text } from '../../../core/wire.ts'
import { talkStrip } from '../../conversations/records/index.ts'
import { expiryField, lastViewedAtField, viewCountField } from '../shared-links/index.ts'

declare module '../../../core/db.ts' {
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
      /** Expiry of the public link. */
      expires_at: NullableInstant
      questions_allowed: boolean
      view_count: number
      last_viewed_at: NullableInstant
      created_at: Instant
      updated_at: Instant
    }
  }
}

/** Maximum length of a title in code points. */
export const TITLE_MAX = 512

export const title = text({ max: TITLE_MAX, trim: true })
export const notes = text({ max: 8_000 })

/** `video` of the contract. */
export const videoInput = z.object({
  start_time: recordingSeconds().describe(
    'Start of the clip, in seconds from the start of the recording. Example: `65.5`.',
  ),
  end_time: recordingSeconds().describe(
    'End of the clip, in seconds from the start of the recording. Reduced to the end of the conversation if it is later. Example: `130`.',
  ),
  duration: z
    .number()
    .max(RECORDING_SECONDS_MAX)
    .optional()
    .describe('Optional check: must equal `end_time` minus `start_time`, within 1 second. Example: `64.5`.'),
})
export type VideoInput = z.output<typeof videoInput>

/** Index of the contract: an integer as a string. */
const index = z.string().regex(/^\d{1,9}$/, 'The value must be a whole number from 0 to 999999999, as a string.')
const range = z.object({
  start_idx: index.describe('Start of the range, from 0, as a string of digits. Example: `12`.'),
  end_idx: index.describe('End of the range, as a string of digits. Not less than `start_idx`. Example: `15`.'),
})

/** `reference` of the contract. docs/library.md describes what the indexes count. */
export const reference = z.object({
  characters: range.optional().describe('Offsets in the text of the transcript; `end_idx` is exclusive.'),
  speakers: range.optional().describe('Positions of segments in the transcript, from 0; both are inclusive.'),
  transcript_version: z
    .enum(['V1', 'V2'])
    .describe('Version of the transcript: `V1` has a time per sentence, `V2` a time per word.'),
})
export type Reference = z.output<typeof reference>

/** `Snippet` of the contract. */
export const snippet = z
  .object({
    id: z.string().describe('ID of the snippet.'),
    url: z.string().describe('Share link of the clip.'),
    share_code: z.string().describe('Code at the end of the share link.'),
    user_uuid: z.string().describe('ID of the creator.'),
    creator_name: z.string().describe('Full name of the creator, or the email address.'),
    conversation_id: z.string().describe('ID of the conversation.'),
    conversation_title: z.string().describe('Title of the conversation.'),
    conversation_duration: z.number().nullable().describe('Length of the conversation in seconds. Null if unknown.'),
    has_recording: z.boolean().describe('Whether the conversation has a recording that can be played.'),
    talk_strip: talkStrip
      .nullable()
      .describe('Speech of both sides over the conversation. Null before the analysis, or if unknown.'),
    internal: z.boolean().describe('Whether the link requires sign-in. If false, anyone with the link can open it.'),
    notify_views: z.boolean().describe('Whether the creator gets an email at the first view by somebody else.'),
    expiresAt: expiryField,
    viewCount: viewCountField,
    lastViewedAt: lastViewedAtField,
    questionsAllowed: z
      .boolean()
      .describe(
        'Whether people who open the public link can ask questions about the clip. Always false if `internal` is true.',
      ),
    title: z.string().describe('Title of the clip.'),
    notes: z.string().describe('Notes for colleagues; the shared page does not show them.'),
    in_library: z.boolean().describe('Whether the snippet is in a library that the caller can access.'),
    video: z
      .object({
        start_time: z.number().describe('Start in seconds from the start of the recording.'),
        end_time: z.number().describe('End in seconds from the start of the recording.'),
        duration: z.number().describe('Duration of the clip in seconds.'),
      })
      .describe('Time of the clip, in seconds from the start of the recording.'),
    reference: reference.nullable().describe('Position of the clip in the transcript; null if none was set.'),
    created_at: z.string().describe('Time of creation, ISO 8601.'),
    updated_at: z.string().describe('Time of the last change, ISO 8601.'),
  })
  .meta({ id: 'Snippet' })
export type Snippet = z.output<typeof snippet>

export const snippetOutput = z.object({ data: snippet })
