/** Request and response schemas of transcript lines. */
import { z } from 'zod'
import { linksSchema, metaSchema } from '../../../core/page.ts'
import { RECORDING_SECONDS_MAX } from '../../../core/recording-times.ts'
import { queryString } from '../../../core/wire.ts'

const seconds = z.number().nullable()

/** Maximum position of a segment. */
const SEGMENT_MAX = 1_000_000

/** An optional number in a query parameter. */
const optionalNumber = (max: number, kind: 'number' | 'integer') =>
  queryString(40)
    .transform((value, issues) => {
      const number = value.trim() === '' ? Number.NaN : Number(value)
      if (number >= 0 && number <= max && (kind === 'number' || Number.isInteger(number))) return number
      const what = kind === 'integer' ? 'a whole number' : 'a number'
      issues.addIssue({ code: 'custom', message: `The value must be ${what} from 0 to ${max}.` })
      return z.NEVER
    })
    .meta({ type: kind, minimum: 0, maximum: max })
    .optional()

export const querySecond = () => optionalNumber(RECORDING_SECONDS_MAX, 'number')
export const querySegment = () => optionalNumber(SEGMENT_MAX, 'integer')
export const segmentNumber = () => z.int().min(0).max(SEGMENT_MAX)

export const line = z
  .object({
    segment: z.int().describe('Position of the segment in the transcript, from 0.'),
    speaker: z
      .object({
        id: z.string().optional().describe('ID of the speaker in the source, if it has one.'),
        name: z.string().describe('Name of the speaker; empty if unknown.'),
        email: z.string().optional().describe('Email address of the speaker. Missing if unknown.'),
        internal: z
          .boolean()
          .optional()
          .describe('Whether the speaker belongs to the organization; missing if unknown.'),
      })
      .describe('Speaker of the segment.'),
    start: seconds.describe('Start in seconds from the start of the recording; null if the transcript has no times.'),
    end: seconds.describe('End in seconds from the start of the recording; null if the transcript has no times.'),
    text: z.string().describe('Text of the segment.'),
    words: z
      .array(
        z.object({
          text: z.string().describe('Text of the word, with its punctuation.'),
          startTimestamp: seconds.describe('Start in seconds from the start of the recording. Null if unknown.'),
          endTimestamp: seconds.describe('End in seconds from the start of the recording. Null if unknown.'),
        }),
      )
      .nullable()
      .describe('Words of `text`, which are joined by spaces. Null if the words have no times.'),
    highlights: z
      .array(
        z.object({
          start: z.int().describe('Start of the match in `text`, in Unicode code points.'),
          end: z.int().describe('End of the match in `text`, exclusive, in Unicode code points.'),
        }),
      )
      .describe('Matches of `q` in `text`: `start` and exclusive `end`, in Unicode code points. Empty without `q`.'),
  })
  .meta({ id: 'TranscriptLine' })
export type TranscriptLine = z.output<typeof line>

const turn = z.object({
  speaker: z.int().describe('Position in `speakers`, from 0. -1 for speakers that `speakers` omits.'),
  segment: z.int().describe('Position of the first segment of the turn, from 0.'),
  start: z.number().describe('Start in seconds from the start of the recording.'),
  end: z.number().describe('End in seconds from the start of the recording.'),
})
export type TranscriptTurn = z.output<typeof turn>

export const meta = metaSchema
  .extend({
    transcriptVersion: z.int().nullable().describe('Version of the transcript; null if there is none.'),
    segmentCount: z.int().describe('Number of segments of the whole transcript.'),
    timed: z.boolean().describe('Whether at least one segment has a time.'),
    speakers: z
      .array(
        z.object({
          name: z.string().describe('Name of the speaker. Empty if unknown.'),
          segments: z.int().describe('Number of segments of this speaker.'),
          internal: z
            .boolean()
            .nullable()
            .describe(
              'Whether the speaker belongs to the organization. Null if the transcript has no such information.',
            ),
        }),
      )
      .describe('Up to 500 speakers of the whole transcript, in the order in which they first speak.'),
    turns: z
      .array(turn)
      .optional()
      .describe(
        'Turns of the whole transcript in order of time. Only with `turns=true`; excludes lines without times.',
      ),
  })
  .describe('Position of the page, and figures of the whole transcript.')
export type TranscriptMeta = z.output<typeof meta>

export const linesOutput = z.object({ data: z.array(line), meta })
export const linesAnswer = z.object({ data: z.array(line), links: linksSchema, meta })
