import { z } from 'zod'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { pageLinks, pageMeta } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { queryList, uuid } from '../../core/wire.ts'
import { filterFields, filtersOf } from '../conversations/index.ts'
import { readQuestion } from './question.ts'
import { foundFields, metaOf, rounded, searchAnswer, searchFields, searchMeta } from './schema.ts'
import { type Moment, searchMoments } from './search-moments.ts'

const seconds = z.number().nullable()
const line = z.object({ segment: z.int(), speaker: z.string(), start: seconds, end: seconds, text: z.string() })

const moment = z.object({
  conversation: z.object({
    id: z.string(),
    title: z.string(),
    startedAt: z.string(),
    teamUUID: z.string().nullable(),
    owner: z.object({ uuid: z.string(), email: z.string(), firstName: z.string(), lastName: z.string() }),
    links: z.object({ self: z.string() }),
  }),
  ...foundFields,
  speaker: z.string().describe('Who says the quote; empty when nobody knows.'),
  start: seconds.describe('When what holds the quote begins, in seconds; null where the transcript has no times.'),
  end: seconds,
  segment: z.int().describe('Place in the transcript, from 0, of what holds the quote.'),
  segments: z.object({ first: z.int(), last: z.int() }).describe('From where to where the moment goes.'),
  passage: z.array(line).describe('All of the moment; a long segment in several lines.'),
})

export const searchConversations = defineOperation({
  id: 'searchConversations',
  summary: 'Search what was said in conversations, the best moments first.',
  description:
    'Takes the filters of GET /conversations. In q, speaker:anna or speaker:"Anna K" asks for moments in which they speak. One moment is told once. At most 200 passages of each way are looked at; meta.totalRecords counts the moments among them.',
  tag: 'Search',
  cost: COSTS.medium,
  input: z.object({
    ...searchFields,
    ...filterFields,
    'filter[conversation.id]': queryList(uuid(), { max: 500 }).describe('In one of these conversations.'),
  }),
  output: z.object({ data: z.array(moment), meta: searchMeta }),
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
    const { q, mode, page, size } = input
    const within = {
      visibility: visibilityOf(ctx.principal),
      filters: filtersOf(input, { hideEmpty: false }),
      conversationIds: input['filter[conversation.id]'],
    }
    const window = { limit: size, offset: (page - 1) * size }
    const { data, total, ...how } = await searchMoments(ctx, { question: readQuestion(q), within, mode, ...window })
    return { data: data.map(momentOf), meta: { ...pageMeta(page, size, total), ...metaOf(how) } }
  },
})

function momentOf({ conversation, score, found, quote, lines }: Moment): z.input<typeof moment> {
  const { segment, speaker, start, end } = quote.line
  return {
    conversation: { ...conversation, links: { self: `/conversations/${conversation.id}` } },
    score: rounded(score),
    quote: quote.text,
    highlights: [...quote.highlights],
    found: { lexical: rounded(found.lexical), semantic: found.semantic === null ? null : rounded(found.semantic) },
    ...{ speaker, start, end, segment },
    segments: { first: lines[0].segment, last: (lines.at(-1) ?? lines[0]).segment },
    passage: [...lines],
  }
}
