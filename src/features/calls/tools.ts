/** Looking for calls and reading them, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { text, uuid } from '../../core/wire.ts'
import { callDetailArguments, callFilterArguments } from '../conversations/index.ts'
import { modes } from '../search/index.ts'
import { getCallDetails, PARTS, SECONDS_MAX, SEGMENT_MAX, SEGMENTS_MAX } from './get-call-details.ts'
import { CALLS_MAX, QUERY_MAX, searchCalls } from './search-calls.ts'
import { callText, detailsText } from './told.ts'

/** What speaks for itself is not described: a model pays for every word of the list. */
const some = z.array(z.unknown()).optional()

const searchCallsTool = defineTool(searchCalls, {
  name: 'search_calls',
  title: 'Find calls',
  description:
    'With a query: the calls in which it was said, each with verbatim quotes, speaker and seconds, the best first; "words in a row", -word and speaker:anna narrow it. ' +
    'Without: calls by the filters, newest first. get_call_details reads one, ask_assistant answers a question about several.',
  args: {
    query: text({ min: 1, max: QUERY_MAX, trim: true })
      .optional()
      .describe('What was said, in words or as a question.'),
    ...callFilterArguments,
    ...callDetailArguments,
    call_id: uuid().optional().describe('Look only in this call.'),
    mode: z.enum(modes).default('hybrid').describe('By words, by meaning, or both.'),
    detail: z
      .enum(['concise', 'full'])
      .default('concise')
      .describe('full adds people, labels, summary and more quotes.'),
    limit: z.int().min(1).max(CALLS_MAX).default(10).describe('Calls at once.'),
    cursor: z.string().optional().describe('next_cursor of the answer before; the other arguments as before.'),
  },
  data: {
    calls: z.array(z.looseObject({ call_id: z.string(), title: z.string() })),
    total: z.int(),
    next_cursor: z.string().nullable(),
    notice: z.string().nullable(),
  },
  present: (found, { query }) => {
    const { calls, total, next_cursor: next, notice } = found
    const tail = [
      // A search looks at the best passages alone, so this is no count of all that could be said to fit.
      query === undefined ? `${total} in all.` : `${total} in all, among the passages that fit best.`,
      ...(notice === null ? [] : [notice]),
      ...(next === null ? [] : [`More: cursor \`${next}\`.`]),
    ]
    const told = calls.length === 0 && total === 0 ? 'No calls were found.' : calls.map(callText).join('\n\n')
    return { text: `${told}\n\n${tail.join(' ')}`, data: found }
  },
})

const getCallDetailsTool = defineTool(getCallDetails, {
  name: 'get_call_details',
  title: 'Read a call',
  description:
    'One call with the parts asked for. The transcript comes in windows of numbered segments with speaker and seconds: begin where search_calls found a quote, and go on with next_cursor. create_snippet takes such seconds.',
  args: {
    call_id: idOf('call', 'search_calls'),
    include: z
      .array(z.enum(PARTS))
      .max(PARTS.length)
      .default(['summary', 'participants'])
      .describe('Parts to tell; insights are the fields that were filled.'),
    from_segment: z.int().min(0).max(SEGMENT_MAX).optional().describe('Transcript from this segment.'),
    from_seconds: z.number().min(0).max(SECONDS_MAX).optional().describe('Transcript from this second.'),
    cursor: z.string().optional().describe('next_cursor, for the next window.'),
    limit: z.int().min(1).max(SEGMENTS_MAX).default(100).describe('Segments at once.'),
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
