/** Response schemas of changes between the last two periods. */
import { z } from 'zod'
import { CHANGE_VERDICTS } from './significance.ts'

export const CHANGE_FIGURES = [
  'conversations',
  'talkShare',
  'questionsAsked',
  'longestMonologue',
  'averageScore',
] as const
export type ChangeFigure = (typeof CHANGE_FIGURES)[number]

export const changeVerdict = z
  .enum(CHANGE_VERDICTS)
  .describe(
    'Whether the change can be distinguished from chance, at a level of 1%. `probable`: probably a real change. ' +
      '`uncertain`: could be chance. `insufficient`: too few conversations. `incomplete`: a number of conversations in a ' +
      'period that is incomplete.',
  )

export const figureChange = z
  .object({
    figure: z.enum(CHANGE_FIGURES).describe('Figure of the report.'),
    latest: z.number().nullable().describe('Value in the latest period; null if it is unknown.'),
    previous: z.number().nullable().describe('Value in the period before; null if it is unknown.'),
    latestConversations: z.int().describe('Number of conversations with the figure in the latest period.'),
    previousConversations: z.int().describe('Number of conversations with the figure in the period before.'),
    verdict: changeVerdict,
  })
  .meta({ id: 'FigureChange' })
export type FigureChange = z.output<typeof figureChange>

/** Periods of a change. */
export const changedPeriods = {
  latest: z.iso.date().describe('First day of the latest week or month with conversations, in UTC.'),
  previous: z.iso.date().describe('First day of the week or month before, in UTC.'),
}
