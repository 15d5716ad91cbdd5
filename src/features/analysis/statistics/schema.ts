/** Response schema of the occurrences behind a figure. */
import { z } from 'zod'

/** Figures of the statistics that count or measure parts of the transcript. */
export const OCCURRENCE_FIGURES = [
  'questionsAsked',
  'interruptions',
  'patience',
  'silence',
  'interactivity',
  'internalTalkShare',
] as const
export type OccurrenceFigure = (typeof OCCURRENCE_FIGURES)[number]

/** Maximum number of occurrences in a response. */
export const OCCURRENCES_MAX = 500

const occurrence = z
  .object({
    segment: z.int().describe('Index of the segment in the transcript, from 0.'),
    start: z.number().nullable().describe('Start in seconds. Null if the transcript has no times.'),
    speaker: z.string().describe('Name of the speaker. Empty if unknown.'),
    internal: z.boolean().nullable().describe('Whether the speaker belongs to the organization. Null if unknown.'),
    quote: z.string().describe('Words of the transcript, at most 200 characters.'),
    seconds: z
      .number()
      .nonnegative()
      .nullable()
      .describe(
        'Length in seconds: overlap of an interruption, delay of a reply, pause before the segment, or talk time. Null for others.',
      ),
    answered: z
      .boolean()
      .nullable()
      .describe('Whether the question was answered. Null for other figures, or if speakers are missing.'),
  })
  .meta({ id: 'StatisticsOccurrence' })
export type StatisticsOccurrence = z.output<typeof occurrence>

export const occurrences = z
  .object({
    figure: z.enum(OCCURRENCE_FIGURES).describe('Figure that the occurrences belong to.'),
    total: z.int().nonnegative().describe('Number of all occurrences.'),
    occurrences: z
      .array(occurrence)
      .max(OCCURRENCES_MAX)
      .describe(
        'Occurrences in the order of the conversation, maximum 500. Talk time of internal speakers: longest first.',
      ),
  })
  .meta({ id: 'StatisticsOccurrences' })
