/** What requests and answers say of lines. */
import { z } from 'zod'
import { linksSchema, metaSchema } from '../../core/page.ts'
import { queryString } from '../../core/wire.ts'

const seconds = z.number().nullable()

/** Seconds that a transcript may reach to, and segments it may have. */
const TIME_MAX = 1_000_000
const SEGMENT_MAX = 1_000_000

/** A number of the query that may be left out. */
const optionalNumber = (max: number, kind: 'number' | 'integer') =>
  queryString(40)
    .transform((value, issues) => {
      const number = value.trim() === '' ? Number.NaN : Number(value)
      if (number >= 0 && number <= max && (kind === 'number' || Number.isInteger(number))) return number
      const what = kind === 'integer' ? 'a whole number' : 'a number'
      issues.addIssue({ code: 'custom', message: `This must be ${what} from 0 to ${max}.` })
      return z.NEVER
    })
    .meta({ type: kind, minimum: 0, maximum: max })
    .optional()

export const querySecond = () => optionalNumber(TIME_MAX, 'number')
export const querySegment = () => optionalNumber(SEGMENT_MAX, 'integer')
export const segmentNumber = () => z.int().min(0).max(SEGMENT_MAX)

export const line = z
  .object({
    segment: z.int().describe('Place in the transcript, from 0.'),
    speaker: z.object({
      id: z.string().optional(),
      name: z.string().describe('Empty when the transcript names nobody.'),
      email: z.string().optional(),
      internal: z.boolean().optional(),
    }),
    start: seconds.describe('Seconds from the start of the recording; null when the transcript has no times.'),
    end: seconds,
    text: z.string(),
    words: z
      .array(z.object({ text: z.string(), startTimestamp: seconds, endTimestamp: seconds }))
      .nullable()
      .describe('Of which `text` is made, joined by blanks; null where words have no times of their own.'),
    highlights: z
      .array(z.object({ start: z.int(), end: z.int() }))
      .describe('Where `q` stands in `text`: from and up to, in Unicode characters. Empty without `q`.'),
  })
  .meta({ id: 'TranscriptLine' })
export type TranscriptLine = z.output<typeof line>

export const meta = metaSchema.extend({
  transcriptVersion: z.int().nullable().describe('Null without a transcript.'),
  segmentCount: z.int().describe('Of the whole transcript.'),
  timed: z.boolean().describe('Whether any segment has a time.'),
  speakers: z
    .array(z.object({ name: z.string(), segments: z.int() }))
    .describe('Those of the whole transcript by name, in the order in which they first speak; 500 at most.'),
})
export type TranscriptMeta = z.output<typeof meta>

export const linesAnswer = z.object({ data: z.array(line), links: linksSchema, meta })
