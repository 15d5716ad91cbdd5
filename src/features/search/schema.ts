/** What requests and answers of searches share. */
import { z } from 'zod'
import { linksSchema, metaSchema, pageFields } from '../../core/page.ts'
import { queryString, text } from '../../core/wire.ts'
import type { Found } from './asked.ts'
import { modes } from './meaning.ts'

export const QUESTION_MAX = 1_000

export const searchFields = {
  q: queryString(QUESTION_MAX)
    .pipe(text({ min: 1, max: QUESTION_MAX, trim: true }))
    .meta({ type: 'string', minLength: 1, maxLength: QUESTION_MAX })
    .describe(
      'What is looked for, in words or as a question. "Words in a row" must stand there so; -word and -"words in a row" must not.',
    ),
  mode: z
    .enum(modes)
    .default('hybrid')
    .describe('By words (lexical), by meaning (semantic), or by both together (hybrid).'),
  ...pageFields({ default: 10, max: 50 }),
}

const range = z.object({ start: z.int(), end: z.int() })

/** What was found has in common, wherever it was. */
export const foundFields = {
  score: z.number().describe('0 to 1. Compares what one answer holds, not answers.'),
  quote: z.string().describe('The sentence or two that hold most of what was asked for, verbatim.'),
  highlights: z
    .array(range)
    .describe('The words of the quote that were asked for: from and up to, counted in Unicode characters.'),
  found: z
    .object({ lexical: z.number(), semantic: z.number().nullable() })
    .describe(
      'How it was found: its BM25 score, 0 without a word of the question; its cosine, null where not measured.',
    ),
}

export const searchMeta = metaSchema.extend({
  mode: z.enum(modes).describe('How it was really looked for.'),
  notice: z.string().nullable().describe('Why that is not as asked, in words; null when it is.'),
  withoutVectors: z.int().describe('How many of all found have no vector yet: those are found by words alone.'),
})

export const searchAnswer = <T extends z.ZodType>(thing: T) =>
  z.object({ data: z.array(thing), links: linksSchema, meta: searchMeta })

export const metaOf = ({ mode, notice, withoutVectors }: Omit<Found<unknown>, 'data' | 'total'>) => ({
  mode,
  notice,
  withoutVectors,
})

export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000
