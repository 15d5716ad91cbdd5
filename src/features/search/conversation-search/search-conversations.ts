import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { pageLinks } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { userReference } from '../../../core/user-reference.ts'
import { queryList, uuid } from '../../../core/wire.ts'
import { filterFields, parseFilters } from '../../conversations/records/index.ts'
import { CANDIDATES } from './prepare-query.ts'
import { readQuestion } from './question.ts'
import { foundFields, roundScore, searchAnswer, searchFields, searchMeta, toSearchMeta } from './schema.ts'
import { type SearchHit, searchPassages } from './search-moments.ts'
import { sorts } from './sort.ts'

const seconds = z.number().nullable()
const line = z.object({
  segment: z.int().describe('Position of the segment in the transcript, from 0.'),
  speaker: z.string().describe('Name of the speaker; empty if unknown.'),
  start: seconds.describe('Start in seconds; null if the transcript has no times.'),
  end: seconds.describe('End in seconds; null if the transcript has no times.'),
  text: z.string().describe('Verbatim text from the transcript.'),
})

const moment = z.object({
  conversation: z
    .object({
      id: z.string().describe('ID of the conversation.'),
      title: z.string().describe('Title of the conversation.'),
      startedAt: z
        .string()
        .describe('When the conversation started, ISO 8601. The import time if the start is unknown.'),
      duration: z.number().nullable().describe('Duration in seconds; null if unknown.'),
      teamUUID: z.string().nullable().describe('ID of the team; null if the conversation has none.'),
      owner: userReference.describe('User who owns the conversation.'),
      links: z.object({ self: z.string().describe('URL of the conversation.') }).describe('Link to the conversation.'),
    })
    .describe('Conversation that contains the passage.'),
  ...foundFields,
  speaker: z.string().describe('Speaker of the quote; empty if unknown.'),
  start: seconds.describe('Start of the segment with the quote, in seconds; null if the transcript has no times.'),
  end: seconds.describe('End of the segment with the quote, in seconds; null if the transcript has no times.'),
  segment: z.int().describe('Position of the segment with the quote in the transcript, from 0.'),
  segments: z
    .object({
      first: z.int().describe('Position of the first segment in the transcript, from 0.'),
      last: z.int().describe('Position of the last segment in the transcript, from 0.'),
    })
    .describe('Positions of the first and last segment of the passage.'),
  passage: z.array(line).describe('Lines of the passage. A long segment has several lines.'),
})

export const searchConversations = defineOperation({
  id: 'searchConversations',
  summary: 'Search conversations',
  description:
    'Returns passages of transcripts that match a query: exact matches first, then related ones, each the most relevant first. Supports the filters of ' +
    '`GET /conversations`. In `q`, `speaker:anna` or `speaker:"Anna K"` selects what a speaker says. Of overlapping ' +
    `passages, only the best is returned. Up to ${CANDIDATES} passages by words and ${CANDIDATES} by meaning are ranked; \`meta.totalRecords\` counts the exact results among them.`,
  tag: 'Search',
  cost: COSTS.medium,
  input: z.object({
    ...searchFields,
    sort: z
      .enum(sorts)
      .default('relevance')
      .describe(
        'Order of the results: `relevance`, or `time` for the results of each conversation in the order in which they were said. Exact results are always first. Defaults to `relevance`. Example: `time`.',
      ),
    ...filterFields,
    'filter[conversation.id]': queryList(uuid(), { max: 500 }).describe(
      'IDs of conversations to search, from `GET /conversations/list`, separated by commas. Maximum 500. Defaults to all that the caller can access. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
  }),
  output: z.object({ data: z.array(moment).describe('Passages of the page, exact matches first.'), meta: searchMeta }),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/search',
    answer: searchAnswer(moment),
    present: ({ data, meta }, wire) => ({
      data: data.map(({ conversation, ...rest }) => ({
        conversation: { ...conversation, links: { self: wire.baseUrl + conversation.links.self } },
        ...rest,
      })),
      links: pageLinks(wire, meta),
      meta,
    }),
  },
  async handle(input, ctx) {
    const { q, mode, match, sort, page, size } = input
    const within = {
      visibility: toVisibility(ctx.principal),
      filters: parseFilters(input, { hideEmpty: false }),
      conversationIds: input['filter[conversation.id]'],
    }
    const window = { limit: size, offset: (page - 1) * size }
    const { data, ...how } = await searchPassages(ctx, {
      ...{ question: readQuestion(q), within, mode, match, sort },
      ...window,
    })
    return { data: data.map(serializeHit), meta: toSearchMeta(page, size, how) }
  },
})

function serializeHit({ conversation, score, match, found, quote, lines }: SearchHit): z.input<typeof moment> {
  const { segment, speaker, start, end } = quote.line
  return {
    conversation: { ...conversation, links: { self: `/conversations/${conversation.id}` } },
    match,
    score: roundScore(score),
    quote: quote.text,
    highlights: [...quote.highlights],
    found: {
      lexical: roundScore(found.lexical),
      semantic: found.semantic === null ? null : roundScore(found.semantic),
    },
    ...{ speaker, start, end, segment },
    segments: { first: lines[0].segment, last: (lines.at(-1) ?? lines[0]).segment },
    passage: [...lines],
  }
}
