/** Table of coaching assignments, with request and response schemas. */
import { z } from 'zod'
import { recordingPart } from '../../../core/recording-times.ts'
import { text } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    coaching_assignments: {
      organization_id: string
      id: string
      conversation_id: string
      snippet_id: string | null
      folder_id: string | null
      assignee_id: string
      assigner_id: string
      question: string
      start_time: number | null
      end_time: number | null
      due_on: string | null
      answer: string | null
      answer_comment_id: string | null
      answered_at: NullableInstant
      done_at: NullableInstant
      created_at: Instant
      updated_at: Instant
    }
  }
}

/** Maximum lengths in code points. */
export const QUESTION_MAX = 2_000
export const ANSWER_MAX = 4_000
/** Maximum number of assignments of a user that aren't done, and of a conversation. */
export const OPEN_MAX = 200
export const PER_CONVERSATION_MAX = 500

export const statuses = ['open', 'answered', 'done'] as const
export const status = z.enum(statuses)
export type CoachingStatus = z.output<typeof status>

export const questionText = text({ min: 1, max: QUESTION_MAX, trim: true }).describe(
  `Question or task for the colleague, 1 to ${QUESTION_MAX} characters. Example: \`What would you ask here instead?\`.`,
)

export const answerText = text({ min: 1, max: ANSWER_MAX, trim: true }).describe(
  `Answer, 1 to ${ANSWER_MAX} characters. Example: \`I would ask who else decides.\`.`,
)

/** Day of the calendar in this century. */
export const dueDate = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
    error: 'The value must be a date of this century. Example: `2026-12-01`.',
  })
  .describe('Day by which the assignment is due, `YYYY-MM-DD`, not in the past. Example: `2026-12-01`.')

export const timeInput = recordingPart({ defaultsTo: 'no end', example: '570' }).describe(
  'Part of the recording to look at.',
)
export type TimeInput = z.output<typeof timeInput>

const person = z.object({
  userUUID: z.string().describe('ID of the user.'),
  name: z.string().describe('Full name, or the email address if the user has no name.'),
})

export const coachingAssignment = z
  .object({
    uuid: z.string().describe('ID of the assignment.'),
    conversationUUID: z
      .string()
      .describe(
        'ID of the conversation. For a folder, the one of the first clip at creation, or of the first clip that the caller has access to.',
      ),
    conversationTitle: z.string().describe('Title of the conversation.'),
    snippetUUID: z
      .string()
      .nullable()
      .describe(
        'ID of the assigned clip, or of the first clip of the folder; null for a call, and for a deleted clip.',
      ),
    snippetTitle: z.string().nullable().describe('Title of the clip; null without a clip.'),
    folderUUID: z
      .string()
      .nullable()
      .describe(
        'ID of the assigned library folder; null without one, for a deleted folder, and if the caller has no access to it.',
      ),
    folderName: z.string().nullable().describe('Name of the folder; null without a folder.'),
    start: z.number().nullable().describe('Start in seconds; null for the whole conversation.'),
    end: z.number().nullable().describe('End in seconds; null for the whole conversation, and without an end.'),
    question: z.string().describe('Question or task for the assignee.'),
    assignee: person.describe('User who answers the question.'),
    assigner: person.describe('User who asked the question.'),
    dueOn: z.string().nullable().describe('Day by which it is due, `YYYY-MM-DD`; null without one.'),
    overdue: z
      .boolean()
      .describe("Whether the due date has passed in the caller's time zone and the assignment isn't done."),
    status: status.describe('`open`: without an answer. `answered`: has an answer. `done`: marked as done.'),
    answer: z.string().nullable().describe('Text of the answer; null without one.'),
    answerComment: z
      .object({
        commentUUID: z.string().describe('ID of the comment.'),
        threadUUID: z.string().describe('ID of its thread.'),
        text: z.string().describe('Text of the comment, with the names of mentioned users.'),
      })
      .nullable()
      .describe('Comment that answers the question; null without one, and for a deleted comment.'),
    answeredAt: z.string().nullable().describe('Time of the first answer, ISO 8601; null without an answer.'),
    doneAt: z.string().nullable().describe('Time at which it was marked as done, ISO 8601; null if it is not done.'),
    createdAt: z.string().describe('Time of creation, ISO 8601.'),
    updatedAt: z.string().describe('Time of the last change, ISO 8601.'),
    mayAnswer: z.boolean().describe('Whether the caller can answer.'),
    mayEdit: z.boolean().describe('Whether the caller can change the question and the due date, and delete it.'),
  })
  .meta({ id: 'CoachingAssignment' })
export type CoachingAssignment = z.output<typeof coachingAssignment>
