import { z } from 'zod'
import { text } from '../../../core/wire.ts'

/** Maximum size of a part in bytes. Browsers send about 60 kB for five seconds. */
export const PART_BYTES_MAX = 16 * 1024 * 1024
export const TAKES_MAX = 100
export const PARTS_MAX = 10_000
/** Maximum number of unfinished sessions of a user. */
export const SESSIONS_MAX = 20
export const TITLE_MAX = 512
export const STATEMENT_MAX = 1_000

export const sourceName = z.enum(['microphone', 'tab'])
export type SourceName = z.output<typeof sourceName>

export const statementInput = text({ min: 1, max: STATEMENT_MAX, trim: true })
export const titleInput = text({ min: 1, max: TITLE_MAX, trim: true })

export const takeNumber = z
  .int()
  .min(0)
  .max(TAKES_MAX - 1)

export const partNumber = z
  .int()
  .min(0)
  .max(PARTS_MAX - 1)

export const recordingSession = z.object({
  id: z.string().describe('ID of the recording session.'),
  title: z.string().nullable().describe('Title of the future conversation; null if none was given.'),
  sources: z.array(sourceName).describe('Recorded sources: `microphone`, `tab`, or both.'),
  consent: z
    .object({
      confirmedBy: z.string().describe('ID of the user who confirmed it.'),
      confirmedAt: z.string().describe('Time of the confirmation, as an ISO 8601 date-time in UTC.'),
      statement: z.string().describe('Statement that the user confirmed.'),
    })
    .describe('Confirmation that everybody agreed to be recorded.'),
  takes: z
    .array(
      z.object({
        take: z.int().describe('Number of the take, from 0.'),
        parts: z.int().describe('Number of stored parts.'),
        bytes: z.int().describe('Size of the stored parts in bytes.'),
      }),
    )
    .describe('Stored takes, in order.'),
  createdAt: z.string().describe('Time of creation, as an ISO 8601 date-time in UTC.'),
  updatedAt: z
    .string()
    .describe('Time of the last new part, as an ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.'),
})

export const sessionAnswer = z.object({ data: recordingSession.describe('Recording session with its stored takes.') })
