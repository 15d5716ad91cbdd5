/** Request and response fields shared by all searches. */
import { z } from 'zod'
import { linksSchema, metaSchema, pageFields, pageMeta } from '../../../core/page.ts'
import { queryString, text } from '../../../core/wire.ts'
import { matches, matchFilters } from './match-kinds.ts'
import { modes } from './meaning.ts'
import type { SearchPage } from './prepare-query.ts'

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
  match: z
    .enum(matchFilters)
    .default('any')
    .describe(
      '`exact` returns only results that hold all words of the query. `any` adds related results after them. Defaults to `any`. Example: `exact`.',
    ),
  ...pageFields({ default: 10, max: 50 }),
}

const range = z.object({
  start: z.int().describe('Offset of the first code point.'),
  end: z.int().describe('Offset after the last code point.'),
})

/** Fields that all search results share. */
export const foundFields = {
  match: z
    .enum(matches)
    .describe(
      '`exact`: the passage holds all words of the query, in any grammatical form. `related`: it holds some of them or has a similar meaning.',
    ),
  score: z
    .number()
    .describe(
      'Relevance, 0 to 1: from 0.5 for exact results, below for related ones. Comparable only within one response.',
    ),
  quote: z.string().describe('The one or two sentences that match the query best, verbatim.'),
  highlights: z
    .array(range)
    .describe('Matching words of the quote: `start` and exclusive `end`, in Unicode code points.'),
  found: z
    .object({
      lexical: z.number().describe('BM25 score. 0 if no word matches.'),
      semantic: z.number().nullable().describe('Cosine similarity. Null if it was not computed.'),
    })
    .describe(
      'Scores before ranking. `lexical`: BM25 score, 0 if no word matches. `semantic`: cosine similarity, null if it was not computed.',
    ),
}

export const searchMeta = metaSchema
  .extend({
    totalRecords: z.int().describe('Number of exact results on all pages.'),
    relatedRecords: z.int().describe('Number of related results on all pages. They follow the exact ones.'),
    unknownWords: z.array(z.string()).describe('Words of the query that nothing in the searched texts contains.'),
    interpretedAs: z
      .array(
        z.object({
          word: z.string().describe('Word of the query that nothing contains.'),
          as: z.array(z.string()).describe('Similar words that were searched instead.'),
        }),
      )
      .describe('Unknown words, and the similar words that were searched instead, as somebody says them.'),
    includedSpellings: z
      .array(
        z.object({
          term: z.string().describe('Glossary term in the query.'),
          spellings: z.array(z.string()).describe('Other spellings of the term in the results.'),
        }),
      )
      .describe(
        'Glossary terms that the query names, and their other spellings in the best results, as somebody says them.',
      ),
    mode: z.enum(modes).describe('Search mode that was used.'),
    notice: z
      .string()
      .nullable()
      .describe('Why semantic search was not possible; null if it was possible or not requested.'),
    withoutVectors: z
      .int()
      .describe('Number of results on all pages without a vector, which were found by words only.'),
  })
  .describe('Position of the page, number of results, and notes on the search.')

export const searchAnswer = <T extends z.ZodType>(thing: T) =>
  z.object({
    data: z.array(thing).describe('Passages of the page, exact matches first.'),
    links: linksSchema,
    meta: searchMeta,
  })

export const toSearchMeta = (page: number, size: number, found: Omit<SearchPage<unknown>, 'data'>) => {
  const { total, related, unknownWords, interpretedAs, includedSpellings, mode, notice, withoutVectors } = found
  return {
    ...pageMeta(page, size, total + related),
    ...{ totalRecords: total, relatedRecords: related, unknownWords: [...unknownWords] },
    interpretedAs: interpretedAs.map(({ word, as }) => ({ word, as: [...as] })),
    includedSpellings: includedSpellings.map(({ term, spellings }) => ({ term, spellings: [...spellings] })),
    ...{ mode, notice, withoutVectors },
  }
}

export const roundScore = (score: number): number => Math.round(score * 10_000) / 10_000
