import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId, text } from '../../core/wire.ts'
import { isVisible, selectSegments } from '../conversations/index.ts'
import { placesOf } from './model.ts'

const QUOTES_MAX = 500

const place = z
  .object({
    segment: z.int().describe('Position in the transcript, from 0.'),
    speaker: z.string().describe('Empty when the transcript names nobody.'),
    start: z.number().nullable().describe('Seconds from the start of the recording.'),
    end: z.number().nullable(),
  })
  .meta({ id: 'QuotePlace' })

export const locateQuotes = defineOperation({
  id: 'locateQuotes',
  summary: 'Tell where in the transcript of a conversation quotes of it begin.',
  description:
    'By the current version, and where they are said first. A quote stands in one turn, letter by letter, however the ' +
    'transcript breaks its lines; null for what was not said so.',
  tag: 'Scorecards',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('conversation'),
    quotes: z
      .array(text({ min: 1, max: 2_000 }))
      .min(1)
      .max(QUOTES_MAX),
  }),
  output: z.object({ data: z.array(place.nullable()).describe('In the order of the quotes.') }),
  requires: { scope: 'read' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/locate-quotes', safe: true },
  async handle({ id, quotes }, { db, org, principal }) {
    if (!(await isVisible(db, org, visibilityOf(principal), id))) throw notFound('conversation')
    const segments = await selectSegments(db, org, id, 'current')
    return {
      data: placesOf(segments, quotes).map((at) => {
        const segment = at === undefined ? undefined : segments[at]
        if (at === undefined || segment === undefined) return null
        const { speaker, start, end } = segment
        return { segment: at, speaker: speaker.name, start, end }
      }),
    }
  },
})
