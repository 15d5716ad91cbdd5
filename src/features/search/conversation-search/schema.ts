/** Request and response fields shared by all searches. */
import { z } from 'zod'
import { linksSchema, metaSchema, pageFields } from '../../../core/page.ts'
import { queryString, text } from '../../../core/wire.ts'
import { modes } from './meaning.ts'
import type { Found } from './prepare-query.ts'

export const QUESTION_MAX = 1_000

export const searchFields = {
  q: queryString(QUESTION_MAX)
    .pipe(text({ min: 1, max: QUESTION_MAX, trim: true }))
    .meta({ type: 'string', minLength: 1, maxLength: QUESTION_MAX })
    .describe(
      `Search query, 1 to ${QUESTION_MAX} characters: keywords or a question. \`"exact phrase"\` must occur; \`-word\` and \`-"exact phrase"\` must not. Example: \`pricing objections -discount\`.`,
    ),
  mode: z
    .enum(modes)
    .default('hybrid')
    .describe(
      'Search mode: `lexical` compares words, `semantic` compares meaning, `hybrid` combines both. Defaults to `hybrid`. Example: `lexical`.',
    ),
  ...pageFields({ default: 10, max: 50 }),
}

const range = z.object({
  start: z.int().describe('Offset of the first code point.'),
  end: z.int().describe('Offset after the last code point.'),
})

/** Fields that all search results share. */
export const foundFields = {
  score: z.number().describe('Relevance, 0 to 1. Comparable only within one response.'),
  quote: z.string().describe('The one or two sentences that match the query best, verbatim.'),
  highlights: z
    .array(range)
    .describe('Matching words of the quote: `start` and exclusive `end`, in Unicode code points.'),
  found: z
    .object({ lexical: z.number(), semantic: z.number().nullable() })
    .describe(
      'Scores before ranking. `lexical`: BM25 score, 0 if no word matches. `semantic`: cosine similarity, null if it was not computed.',
    ),
}

export const searchMeta = metaSchema.extend({
  mode: z.enum(modes).describe('Search mode that was used.'),
  notice: z
    .string()
    .nullable()
    .describe('Why semantic search was not possible; null if it was possible or not requested.'),
  withoutVectors: z.int().describe('Number of results on all pages without a vector, which were found by words only.'),
})

export const searchAnswer = <T extends z.ZodType>(thing: T) =>
  z.object({ data: z.array(thing), links: linksSchema, meta: searchMeta })

export const metaOf = ({ mode, notice, withoutVectors }: Omit<Found<unknown>, 'data' | 'total'>) => ({
  mode,
  notice,
  withoutVectors,
})

export const rounded = (score: number): number => Math.round(score * 10_000) / 10_000
