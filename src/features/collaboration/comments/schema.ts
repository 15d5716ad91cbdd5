/** Tables of comments, with request and response schemas. */
import { z } from 'zod'
import { recordingPart } from '../../../core/recording-times.ts'
import { text } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    comments: {
      organization_id: string
      id: string
      conversation_id: string
      thread_id: string
      author_id: string
      private: boolean
      body: string | null
      start_time: number | null
      end_time: number | null
      transcript_version: number | null
      first_segment: number | null
      first_offset: number | null
      last_segment: number | null
      last_offset: number | null
      quote: string | null
      speaker: string | null
      created_at: Instant
      edited_at: NullableInstant
      resolved_at: NullableInstant
      resolved_by: string | null
      updated_at: Instant
    }
    comment_mentions: { organization_id: string; comment_id: string; user_id: string }
    comment_reactions: {
      organization_id: string
      comment_id: string
      user_id: string
      reaction: Reaction
      created_at: Instant
    }
  }
}

/** Maximum length of a comment, and of the words it is tied to, in code points. */
export const TEXT_MAX = 4_000
export const QUOTE_MAX = 2_000
export const MENTIONS_MAX = 20
/** Maximum number of comments of a conversation, and of replies in a thread. */
export const COMMENTS_MAX = 2_000
export const REPLIES_MAX = 200

export const reactions = ['thumbs_up', 'heart', 'celebrate', 'laugh', 'eyes', 'question'] as const
export const reaction = z.enum(reactions)
export type Reaction = z.output<typeof reaction>

/** Path parameter that selects a reaction. An unknown one results in 404, whether or not the comment exists. */
export const reactionPath = (description: string) => reaction.describe(description).meta({ noun: 'reaction' })

const position = () => z.int().min(0).max(10_000_000)

export const commentText = text({ min: 1, max: TEXT_MAX, trim: true }).describe(
  `Text, 1 to ${TEXT_MAX} characters. To mention a user, write \`@\` with the full name or email address, or \`<@ID>\`. ` +
    `Maximum ${MENTIONS_MAX} mentions. Example: \`@Lena Sorokin, could you follow up on this?\`.`,
)

export const timeInput = recordingPart({
  defaultsTo: 'the end of the sentence spoken at `start`',
  example: '548.5',
}).describe('Part of the recording that the comment is about. The words spoken in it are stored with the comment.')
export type TimeInput = z.output<typeof timeInput>

export const wordsInput = z
  .object({
    transcriptVersion: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe('Version of the transcript that the positions refer to. Defaults to the current one. Example: `1`.'),
    firstSegment: position().describe('First segment, from 0. Example: `12`.'),
    firstOffset: position()
      .optional()
      .describe('Start in the first segment, in code points. Defaults to 0. Example: `6`.'),
    lastSegment: position().optional().describe('Last segment, from 0. Defaults to the first segment. Example: `12`.'),
    lastOffset: position()
      .optional()
      .describe('End in the last segment, in code points, exclusive. Defaults to its end. Example: `42`.'),
  })
  .describe(`Words of the transcript that the comment is about, up to ${QUOTE_MAX} characters.`)
export type WordsInput = z.output<typeof wordsInput>

const person = z.object({
  userUUID: z.string().describe('ID of the user.'),
  name: z.string().describe('Full name, or the email address if the user has no name.'),
})
export type CommentPerson = z.output<typeof person>

const anchor = z
  .object({
    start: z.number().nullable().describe('Start in seconds. Null if the transcript has no times.'),
    end: z.number().nullable().describe('End in seconds. Null if the transcript has no times.'),
    quote: z.string().nullable().describe('Words that the comment was written about. Null without a transcript.'),
    speaker: z.string().nullable().describe('Speaker of the first word; empty if unknown. Null without a quote.'),
    wordsStatus: z
      .enum(['unchanged', 'edited', 'removed'])
      .nullable()
      .describe(
        '`unchanged`: the words are in the current transcript. `edited`: a correction changed some of them. `removed`: ' +
          'they are no longer there, and only the time is known. Null without a quote.',
      ),
    currentQuote: z
      .string()
      .nullable()
      .describe('Words at that place in the current transcript. Null unless `wordsStatus` is `edited`.'),
    firstSegment: z
      .int()
      .nullable()
      .describe('First segment in the current transcript, from 0. Null if the words were removed or unknown.'),
    firstOffset: z.int().nullable().describe('Start in the first segment, in code points.'),
    lastSegment: z.int().nullable().describe('Last segment in the current transcript, from 0.'),
    lastOffset: z.int().nullable().describe('End in the last segment, in code points, exclusive.'),
  })
  .describe('Part of the conversation that the thread is about; null for the whole conversation.')
export type CommentAnchor = z.output<typeof anchor>

const common = {
  uuid: z.string().describe('ID of the comment.'),
  conversationUUID: z.string().describe('ID of the conversation.'),
  threadUUID: z.string().describe('ID of the first comment of the thread.'),
  author: person.describe('User who wrote the comment.'),
  private: z.boolean().describe('Whether only the author sees the comment.'),
  deleted: z.boolean().describe('Whether the text was deleted. The comment remains because the thread has replies.'),
  text: z.string().describe('Text, with the names of mentioned users. Empty if deleted.'),
  mentions: z
    .array(
      z.object({
        userUUID: z.string().describe('ID of the mentioned user.'),
        start: z.int().describe('Start of the mention in `text`, in code points.'),
        end: z.int().describe('End of the mention in `text`, in code points, exclusive.'),
      }),
    )
    .describe('Mentions in the text, in order.'),
  reactions: z
    .array(
      z.object({
        reaction: reaction.describe('Kind of the reaction, such as `heart`.'),
        count: z.int().describe('Number of users with this reaction.'),
        mine: z.boolean().describe('Whether the caller has this reaction.'),
      }),
    )
    .describe('Reactions to the comment.'),
  createdAt: z.string().describe('Time of creation, ISO 8601.'),
  editedAt: z.string().nullable().describe('Time of the last change of the text, ISO 8601; null if there was none.'),
  updatedAt: z
    .string()
    .describe(
      'Time of the last change of the comment, its reactions and, if it is the first comment of a thread, the thread. ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.',
    ),
  mayEdit: z.boolean().describe('Whether the caller can change the text.'),
  mayDelete: z.boolean().describe('Whether the caller can delete the comment.'),
}

export const comment = z.object(common).meta({ id: 'Comment' })
export type Comment = z.output<typeof comment>

export const commentThread = z
  .object({
    ...common,
    anchor: anchor
      .nullable()
      .describe('Part of the conversation that the thread is about; null for the whole conversation.'),
    resolved: z.boolean().describe('Whether the thread is resolved.'),
    resolvedAt: z.string().nullable().describe('Time of resolution, ISO 8601; null if the thread is open.'),
    resolvedBy: person.nullable().describe('User who resolved the thread; null for an organization-level API key.'),
    replies: z.array(comment).describe('Replies to the first comment, oldest first.'),
  })
  .meta({ id: 'CommentThread' })
export type CommentThread = z.output<typeof commentThread>
