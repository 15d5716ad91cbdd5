import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, text } from '../../../core/wire.ts'
import { isVisible, selectSegmentsInput } from '../../conversations/records/index.ts'
import { quotePlacesTask } from './quote-places.ts'

const QUOTES_MAX = 500

const place = z
  .object({
    segment: z.int().describe('Position of the segment in the transcript, from 0.'),
    speaker: z.string().describe('Name of the speaker; empty if the transcript has no speaker names.'),
    start: z
      .number()
      .nullable()
      .describe('Start of the segment in seconds from the start of the recording; null if unknown.'),
    end: z
      .number()
      .nullable()
      .describe('End of the segment in seconds from the start of the recording; null if unknown.'),
  })
  .meta({ id: 'QuotePlace' })

export const locateQuotes = defineOperation({
  id: 'locateQuotes',
  summary: 'Locate quotes in a transcript',
  description:
    'Returns the first occurrence of each quote in the current version of the transcript. A quote must be verbatim ' +
    "and within one speaker turn; line breaks don't matter. Changes nothing.",
  tag: 'Scorecards',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('conversation'),
    quotes: z
      .array(text({ min: 1, max: 2_000 }))
      .min(1)
      .max(QUOTES_MAX)
      .describe(
        `Quotes to locate, 1 to ${QUOTES_MAX}, at most 2,000 characters each. Example: \`["I will send the offer"]\`.`,
      ),
  }),
  output: z.object({
    data: z
      .array(place.nullable())
      .describe('Location of each quote, in the order of the request; null for quotes that were not found.'),
  }),
  requires: { scope: 'read' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/locate-quotes', safe: true },
  async handle({ id, quotes }, { db, org, principal, requestWorkers, signal }) {
    if (!(await isVisible(db, org, toVisibility(principal), id))) throw notFound('conversation')
    const segments = await selectSegmentsInput(db, org, id, 'current')
    return { data: await requestWorkers.run(quotePlacesTask, [segments, quotes], signal) }
  },
})
