/** Tools that search and read calls. */
import { z } from 'zod'
import { recordingSeconds } from '../../../core/recording-times.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt } from '../../../core/tool-text.ts'
import { text, uuid } from '../../../core/wire.ts'
import { callDetailArguments, callFilterArguments } from '../../conversations/records/index.ts'
import { matchFilters, modes, sorts } from '../../search/conversation-search/index.ts'
import { getCallDetails, PARTS, SEGMENT_MAX, SEGMENTS_MAX } from './get-call-details.ts'
import { CALLS_MAX, QUERY_MAX, searchCalls } from './search-calls.ts'
import { callText, detailsText } from './serialize.ts'

/** Self-explanatory results have no description, because assistants load the complete tool list. */
const some = z.array(z.unknown()).optional()

/** Maximum length of a word in the text of a result. */
const WORD_MAX = 60

const searchCallsTool = defineTool(searchCalls, {
  name: 'search_calls',
  title: 'Search calls',
  description:
    'Searches calls. With `query`: calls whose transcripts match, with verbatim quotes, best first; "exact ' +
    'phrase", -word and speaker:anna narrow the search. Without: calls by filters, newest first. Read a call with ' +
    'get_call_details. For a question about several calls, use ask_assistant.',
  args: {
    query: text({ min: 1, max: QUERY_MAX, trim: true })
      .optional()
      .describe('Words or a question to search transcripts for. Example: `renewal price`.'),
    ...callFilterArguments,
    ...callDetailArguments,
    call_id: uuid().optional().describe('ID of a call. Searches only this call. Requires `query`.'),
    mode: z.enum(modes).default('hybrid').describe('Search method: by words, by meaning, or both.'),
    match: z
      .enum(matchFilters)
      .default('any')
      .describe('`exact`: only quotes that hold all words of the query. `any`: related quotes after them.'),
    sort: z
      .enum(sorts)
      .default('relevance')
      .describe('Order of the quotes within a call: by `relevance` or by `time`.'),
    detail: z
      .enum(['concise', 'full'])
      .default('concise')
      .describe('`full` adds participants, labels, summary and more quotes.'),
    limit: z.int().min(1).max(CALLS_MAX).default(10).describe('Maximum number of calls per page.'),
    cursor: z.string().optional().describe('`next_cursor` from the previous response, with the same arguments.'),
  },
  data: {
    calls: z.array(z.looseObject({ call_id: z.string(), title: z.string() })),
    total: z.int(),
    related_calls: z.int(),
    unknown_words: z.array(z.string()),
    interpreted_as: z.array(z.object({ word: z.string(), as: z.array(z.string()) })),
    next_cursor: z.string().nullable(),
    notice: z.string().nullable(),
  },
  present: (found, { query }) => {
    const { calls, total, related_calls: related, unknown_words: unknown, next_cursor: next, notice } = found
    const near = [...new Set(found.interpreted_as.flatMap(({ as }) => as))]
    const tail = [
      // A search considers only the best passages, so the total doesn't include every possible match.
      query === undefined
        ? `Total: ${total}.`
        : `Total: ${total} exact, ${related} related, among the best matching passages.`,
      ...(unknown.length === 0
        ? []
        : [`No call contains: ${unknown.map((word) => excerpt(word, WORD_MAX)).join(', ')}.`]),
      ...(near.length === 0 ? [] : [`Showing results for: ${near.map((word) => excerpt(word, WORD_MAX)).join(', ')}.`]),
      ...(notice === null ? [] : [notice]),
      ...(next === null ? [] : [`More: cursor \`${next}\`.`]),
    ]
    const told = calls.length === 0 && total + related === 0 ? 'No calls found.' : calls.map(callText).join('\n\n')
    return { text: `${told}\n\n${tail.join(' ')}`, data: found }
  },
})

const getCallDetailsTool = defineTool(getCallDetails, {
  name: 'get_call_details',
  title: 'Get a call',
  description:
    'Returns a call with the requested parts. The transcript comes in windows of numbered segments with speaker ' +
    'and seconds. Start where search_calls found a quote, and continue with `next_cursor`. Use the seconds for ' +
    'create_snippet.',
  args: {
    call_id: idArgument('call', 'search_calls'),
    include: z
      .array(z.enum(PARTS))
      .max(PARTS.length)
      .default(['summary', 'participants'])
      .describe('Parts to return; `insights` are field values.'),
    from_segment: z
      .int()
      .min(0)
      .max(SEGMENT_MAX)
      .optional()
      .describe('Index of the first transcript segment to return.'),
    from_seconds: recordingSeconds().optional().describe('Time in seconds at which to start the transcript.'),
    cursor: z.string().optional().describe('`next_cursor` from the previous response.'),
    limit: z.int().min(1).max(SEGMENTS_MAX).default(100).describe('Maximum number of transcript segments.'),
  },
  names: { call_id: 'id' },
  data: {
    call: z.looseObject({ call_id: z.string(), title: z.string() }),
    summary: z.string().optional(),
    participants: some,
    scorecards: some,
    insights: some,
    crm_records: some,
    segments: z.array(z.looseObject({ segment: z.int(), text: z.string() })).optional(),
    segments_in_all: z.int().optional(),
    next_cursor: z.string().nullable().optional(),
    notes: z.array(z.string()),
  },
  present: (details) => ({ text: detailsText(details), data: details }),
})

export const tools: readonly Tool[] = [searchCallsTool, getCallDetailsTool]
