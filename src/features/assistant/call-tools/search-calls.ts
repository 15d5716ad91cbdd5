import { z } from 'zod'
import { conversationPage } from '../../../core/app-links.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { estimateTokens } from '../../../core/language-model.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { bindCursor, unbindCursor } from '../../../core/tool-paging.ts'
import { text, uuid } from '../../../core/wire.ts'
import { callFilterFields, countConversations, filtersOfTool, isVisible } from '../../conversations/records/index.ts'
import {
  matches,
  matchFilters,
  modes,
  readQuestion,
  type SearchHit,
  type SearchPage,
  searchPassages,
  sorts,
} from '../../search/conversation-search/index.ts'
import { clipped } from './bounds.ts'
import { brief, listParticipantNames, moreFields, toCallBrief, toCallDetails, toCardSummary } from './card.ts'
import { CURSOR_MAX, fingerprint, printCursor, readCursor } from './cursor.ts'
import { type CallRow, selectCalls, selectNewest } from './queries.ts'

export const QUERY_MAX = 1_000
export const CALLS_MAX = 50
/** Maximum number of matches per call, by level of detail. */
const MOMENTS = { concise: 3, full: 6 }
/** More than any search returns: each method returns its best 200. */
const ALL_MOMENTS = 1_000
/** Token budget for the calls in a result. Calls that don't fit are on the next page. */
const TOKENS = 9_500

export const momentTold = z.object({
  match: z.enum(matches),
  quote: z.string(),
  speaker: z.string(),
  start: z.number().nullable(),
  end: z.number().nullable(),
  segment: z.int(),
  /** Page of the call in the app, at the time of the quote. */
  url: z.string(),
})

export const callTold = brief.extend({
  ...z.object(moreFields).partial().shape,
  participants: z.array(z.string()).optional(),
  summary: z.string().nullable().optional(),
  moments: z.array(momentTold).optional(),
  moments_in_all: z.int().optional(),
})
export type ToolCallHit = z.output<typeof callTold>

const input = z.object({
  query: text({ min: 1, max: QUERY_MAX, trim: true }).optional(),
  call_id: uuid().optional(),
  ...callFilterFields,
  mode: z.enum(modes),
  match: z.enum(matchFilters),
  sort: z.enum(sorts),
  detail: z.enum(['concise', 'full']),
  limit: z.int().min(1).max(CALLS_MAX),
  cursor: z.string().max(CURSOR_MAX).optional(),
})
type Input = z.output<typeof input>

const output = z.object({
  calls: z.array(callTold),
  total: z.int(),
  related_calls: z.int(),
  unknown_words: z.array(z.string()),
  interpreted_as: z.array(z.object({ word: z.string(), as: z.array(z.string()) })),
  next_cursor: z.string().nullable(),
  notice: z.string().nullable(),
})
type Answer = z.output<typeof output>

/**
 * Returns calls with the passages that match the query, best first. Without a query, returns calls by filters, newest
 * first.
 */
export const searchCalls = defineToolOperation({
  id: 'searchCalls',
  summary: 'Search calls by content or filters',
  tag: 'Conversations',
  input,
  output,
  requires: { scope: 'read' },
  handle: (given, ctx) =>
    given.query === undefined ? newest(given, ctx) : search({ ...given, query: given.query }, ctx),
})

const ownCursor = (given: Input): string | undefined =>
  given.cursor === undefined ? undefined : unbindCursor(given.cursor, given)

async function newest(given: Input, ctx: Context): Promise<Answer> {
  const { db, org, principal } = ctx
  const visibility = toVisibility(principal)
  const filters = filtersOfTool(given)
  const after = readCursor('list', ownCursor(given))?.after
  if (given.call_id !== undefined) {
    throw invalid({
      pointer: '/call_id',
      detail: '`call_id` limits a search and requires `query`. To read a call, use get_call_details.',
    })
  }
  const [total, places] = await Promise.all([
    countConversations(db, org, visibility, filters),
    selectNewest(db, org, visibility, filters, { after, limit: given.limit + 1 }),
  ])
  const page = places.slice(0, given.limit)
  const { calls, taken } = await formatCalls(
    ctx,
    page.map(({ id }) => id),
    given,
  )
  const last = page[taken - 1]
  const isMore = last !== undefined && taken < places.length
  const none = { related_calls: 0, unknown_words: [], interpreted_as: [] }
  return {
    calls,
    total,
    ...none,
    next_cursor: isMore ? bindCursor(printCursor({ kind: 'list', after: last }), given) : null,
    notice: null,
  }
}

async function search(given: Input & { query: string }, ctx: Context): Promise<Answer> {
  const visibility = toVisibility(ctx.principal)
  const filters = filtersOfTool(given)
  const before = readCursor('search', ownCursor(given))?.told ?? new Set<string>()
  const only = given.call_id
  if (only !== undefined && !(await isVisible(ctx.db, ctx.org, visibility, only))) {
    throw notFound('conversation', '/call_id')
  }
  const found = await searchPassages(ctx, {
    question: readQuestion(given.query),
    within: { visibility, filters, conversationIds: only === undefined ? undefined : [only] },
    mode: given.mode,
    match: given.match,
    limit: ALL_MOMENTS,
  })
  const byCall = Map.groupBy(found.data, ({ conversation }) => conversation.id)
  const left = [...byCall.keys()].filter((id) => !before.has(fingerprint(id)))
  const page = left.slice(0, given.limit)
  const { calls, taken } = await formatCalls(ctx, page, given, byCall)
  const all = new Set([...before, ...page.slice(0, taken).map(fingerprint)])
  return {
    calls,
    ...totals(byCall.values(), found),
    next_cursor: taken < left.length ? bindCursor(printCursor({ kind: 'search', told: all }), given) : null,
    notice: joinNotices(found),
  }
}

/** Numbers of calls with exact matches and of other calls, and the words that no call contains. */
function totals(byCall: Iterable<readonly SearchHit[]>, { unknownWords, interpretedAs }: SearchPage<SearchHit>) {
  const calls = [...byCall]
  const total = calls.filter((moments) => moments.some(({ match }) => match === 'exact')).length
  const interpreted_as = interpretedAs.map(({ word, as }) => ({ word, as: [...as] }))
  return { total, related_calls: calls.length - total, unknown_words: [...unknownWords], interpreted_as }
}

/** Returns as many calls as fit into the result, in the given order. */
async function formatCalls(
  ctx: Context,
  ids: readonly string[],
  { detail, sort }: Pick<Input, 'detail' | 'sort'>,
  moments: ReadonlyMap<string, readonly SearchHit[]> = new Map(),
): Promise<{ calls: ToolCallHit[]; taken: number }> {
  const rows = await selectCalls(ctx.db, ctx.org, toVisibility(ctx.principal), ids)
  const calls: ToolCallHit[] = []
  let [room, taken] = [TOKENS, 0]
  for (const id of ids) {
    const row = rows.get(id)
    if (row !== undefined) {
      const call = toToolCall(row, ctx.publicUrl(), detail, inOrder(moments.get(id), detail, sort))
      room -= estimateTokens(JSON.stringify(call))
      if (room < 0 && calls.length > 0) break
      calls.push(call)
    }
    // Calls that were deleted or hidden since the search are skipped.
    taken++
  }
  return { calls, taken }
}

interface Shown {
  readonly moments: readonly SearchHit[]
  readonly all: number
}

/** The best matches of a call, in the requested order. */
function inOrder(
  said: readonly SearchHit[] | undefined,
  detail: Input['detail'],
  sort: Input['sort'],
): Shown | undefined {
  if (said === undefined) return undefined
  const best = said.slice(0, MOMENTS[detail])
  const byTime = (a: SearchHit, b: SearchHit) => a.quote.line.segment - b.quote.line.segment
  return { moments: sort === 'time' ? best.toSorted(byTime) : best, all: said.length }
}

function toToolCall(row: CallRow, publicUrl: string, detail: Input['detail'], said: Shown | undefined): ToolCallHit {
  const more = { ...toCallDetails(row), participants: listParticipantNames(row), summary: toCardSummary(row) }
  return {
    ...toCallBrief(row, publicUrl),
    ...(detail === 'full' ? more : {}),
    ...(said === undefined
      ? {}
      : {
          moments: said.moments.map((hit) =>
            serializeMatch(hit, conversationPage(publicUrl, row.id, hit.quote.line.start, hit.quote.line.segment)),
          ),
          moments_in_all: said.all,
        }),
  }
}

const NAME_MAX = 100

function serializeMatch({ match, quote: { text: quote, line } }: SearchHit, url: string): z.output<typeof momentTold> {
  const { speaker, start, end, segment } = line
  return { match, quote, speaker: clipped(speaker, NAME_MAX), start, end, segment, url }
}

function joinNotices({ notice, withoutVectors, includedSpellings }: SearchPage<SearchHit>): string | null {
  const parts = [
    ...(notice === null ? [] : [notice]),
    ...includedSpellings.map(
      ({ term, spellings }) =>
        `Other spellings of ${term} are included: ${spellings.map((one) => `“${one}”`).join(', ')}.`,
    ),
    ...(withoutVectors === 0 ? [] : [`${withoutVectors} passages were searched by words only.`]),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}
