/** Table of tasks, with request and response schemas. */
import { z } from 'zod'
import { text } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    tasks: {
      organization_id: string
      id: string
      conversation_id: string
      text: string
      promiser_name: string | null
      promiser_email: string | null
      side: TaskSide | null
      quote: string | null
      segment: number | null
      start_time: number | null
      due_on: string | null
      assignee_id: string
      creator_id: string
      status: TaskStatus
      closed_at: NullableInstant
      closer_id: string | null
      created_at: Instant
      updated_at: Instant
    }
  }
}

/** Maximum lengths in code points. */
export const TEXT_MAX = 500
export const QUOTE_MAX = 1_000
export const NAME_MAX = 200
/** Maximum number of tasks of a conversation. */
export const PER_CONVERSATION_MAX = 200

export const statuses = ['open', 'done', 'dismissed'] as const
export const status = z.enum(statuses)
export type TaskStatus = z.output<typeof status>

export const sides = ['internal', 'external'] as const
export const side = z.enum(sides)
export type TaskSide = z.output<typeof side>

/** Values of the filter by side. */
export const sideFilters = [...sides, 'unknown'] as const

export const taskText = text({ min: 1, max: TEXT_MAX, trim: true })

/** Day of the calendar. It can be past, because promises of older calls are overdue. */
export const dueDay = z.iso
  .date({ error: 'The value must be a day, `YYYY-MM-DD`. Example: `2026-12-01`.' })
  .refine((day) => day >= '1900-01-01', { error: 'The day must not be before 1900-01-01.' })

const person = z.object({
  userUUID: z.string().describe('ID of the user.'),
  name: z.string().describe('Full name, or the email address if the user has no name.'),
})

export const task = z
  .object({
    uuid: z.string().describe('ID of the task.'),
    conversationUUID: z.string().describe('ID of the conversation.'),
    conversationTitle: z.string().describe('Title of the conversation.'),
    opportunityUUID: z.string().nullable().describe('ID of the opportunity of the conversation; null without one.'),
    opportunityTitle: z.string().nullable().describe('Title of the opportunity; null without one.'),
    text: z.string().describe('Promise in the words of the call, or as a person changed it.'),
    promisedBy: z
      .object({
        name: z.string().describe('Name of the person.'),
        email: z.string().nullable().describe('Email address; null if unknown.'),
      })
      .nullable()
      .describe('Person who promised it, or of whom somebody requested it; null if unknown.'),
    side: side
      .nullable()
      .describe('Side of this person. `internal`: of the organization. `external`: another person. Null if unknown.'),
    quote: z.string().nullable().describe('Verbatim words of the promise; null for a task without words of the call.'),
    start: z.number().nullable().describe('Start of the quote in seconds; null without a quote or without times.'),
    segment: z.int().nullable().describe('Segment of the transcript with the quote, from 0; null without a quote.'),
    dueOn: z.string().nullable().describe('Day by which it is due, `YYYY-MM-DD`; null without one.'),
    overdue: z.boolean().describe("Whether the task is open and its due date has passed in the caller's time zone."),
    status: status.describe('`open`, `done`, or `dismissed`: the words contain no promise, or nobody follows it.'),
    assignee: person.describe('User who keeps the promise, or waits for it if an outside person made it.'),
    creator: person.describe('User who created the task.'),
    closedAt: z.string().nullable().describe('Time at which it was done or dismissed, ISO 8601; null if it is open.'),
    closedBy: person.nullable().describe('User who did or dismissed it; null if it is open, or for an API key.'),
    createdAt: z.string().describe('Time of creation, ISO 8601.'),
    updatedAt: z.string().describe('Time of the last change, ISO 8601.'),
  })
  .meta({ id: 'Task' })
export type Task = z.output<typeof task>
