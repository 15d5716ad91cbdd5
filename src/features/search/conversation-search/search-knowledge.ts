import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { pageLinks } from '../../../core/page.ts'
import { CANDIDATES } from './prepare-query.ts'
import { readQuestion } from './question.ts'
import { foundFields, roundScore, searchAnswer, searchFields, searchMeta, toSearchMeta } from './schema.ts'
import { searchSources } from './search-sources.ts'

const passage = z.object({
  source: z
    .object({
      id: z.string().describe('ID of the knowledge source.'),
      title: z.string().describe('Title of the knowledge source.'),
      links: z
        .object({ self: z.string().describe('URL of the knowledge source.') })
        .describe('Link to the knowledge source.'),
    })
    .describe('Knowledge source of the passage.'),
  ...foundFields,
  headings: z.array(z.string()).describe('Headings above the passage, from the outermost to the innermost.'),
  position: z.int().describe('Position of the passage in its source, in reading order from 0.'),
  passage: z.string().describe('Text of the passage, verbatim.'),
})

export const searchKnowledge = defineOperation({
  id: 'searchKnowledge',
  summary: 'Search the knowledge base',
  description:
    'Returns passages of knowledge sources that match a query: exact matches first, then related ones. ' +
    `Up to ${CANDIDATES} passages by words and ${CANDIDATES} by meaning are ranked; \`meta.totalRecords\` counts the exact results among them.`,
  tag: 'Search',
  cost: COSTS.medium,
  input: z.object(searchFields),
  output: z.object({ data: z.array(passage).describe('Passages of the page, exact matches first.'), meta: searchMeta }),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/knowledge-base/search',
    answer: searchAnswer(passage),
    present: ({ data, meta }, wire) => ({
      data: data.map(({ source, ...rest }) => ({
        source: { ...source, links: { self: wire.baseUrl + source.links.self } },
        ...rest,
      })),
      links: pageLinks(wire, meta),
      meta,
    }),
  },
  async handle({ q, mode, match, page, size }, ctx) {
    const window = { limit: size, offset: (page - 1) * size }
    const question = readQuestion(q, { speakers: false })
    const { data, ...how } = await searchSources(ctx, { question, within: 'all', mode, match, ...window })
    return {
      data: data.map(({ source, score, match, found, quote, headings, position, text }) => ({
        source: { ...source, links: { self: `/knowledge-base/sources/${source.id}` } },
        match,
        score: roundScore(score),
        quote: quote.text,
        highlights: [...quote.highlights],
        found: {
          lexical: roundScore(found.lexical),
          semantic: found.semantic === null ? null : roundScore(found.semantic),
        },
        headings: [...headings],
        position,
        passage: text,
      })),
      meta: toSearchMeta(page, size, how),
    }
  },
})
