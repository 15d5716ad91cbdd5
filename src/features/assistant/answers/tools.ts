/** Tool that answers questions from calls. */
import { z } from 'zod'
import { conversationPage, knowledgePage } from '../../../core/app-links.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { cell, clock, excerpt } from '../../../core/tool-text.ts'
import { uuid } from '../../../core/wire.ts'
import { callFilterArguments } from '../../conversations/records/index.ts'
import { askCalls, CALLS_MAX } from './ask-calls.ts'
import { type Citation, prompt } from './schema.ts'

const TITLE_MAX = 200

const toToolCitation = ({
  conversation_id,
  source_id,
  title,
  speaker,
  start,
  end,
  quote,
  segment,
  passage,
  key,
}: Citation) => ({
  ...{ call_id: conversation_id, source_id, speaker, start, end, quote, segment, passage, key },
  title: excerpt(title, TITLE_MAX),
})

/** Has the times that create_snippet requires. */
const toolCitation = z.looseObject({
  ...{ call_id: z.string().nullable(), quote: z.string(), segment: z.int().nullable() },
  ...{ start: z.number().nullable(), end: z.number().nullable() },
})

function cited(
  { call_id, source_id, title, speaker, start, segment, quote }: ReturnType<typeof toToolCitation>,
  publicUrl: string,
): string {
  const who = [start === null ? '' : clock(start), cell(speaker)].filter((part) => part !== '').join(' ')
  const where =
    call_id === null
      ? `source_id ${source_id}, ${knowledgePage(publicUrl, source_id ?? '')}`
      : `call_id ${call_id}, ${conversationPage(publicUrl, call_id, start, segment)}`
  return `> ${who === '' ? '' : `${who}: `}${quote.replace(/\s+/g, ' ')} (${cell(title)}, ${where})`
}

export const tools: readonly Tool[] = [
  defineTool(askCalls, {
    name: 'ask_assistant',
    title: 'Ask about calls',
    description:
      'Answers a question from calls with verbatim quotes. If they contain no answer, it returns `answered: ' +
      "false`: don't invent one. Pass up to 25 call_ids, or filters such as opportunity_id. Without either, it " +
      'uses all calls that the user can see.',
    args: {
      prompt: prompt().describe('Question to answer. Example: `What did they say about the price?`'),
      call_ids: z
        .array(uuid())
        .min(1)
        .max(CALLS_MAX)
        .optional()
        .describe('IDs of the calls to answer from, from search_calls.'),
      ...callFilterArguments,
      knowledge_base: z
        .boolean()
        .optional()
        .describe('Set to true to answer from the knowledge base instead of calls.'),
    },
    data: {
      answered: z.boolean(),
      mode: z.enum(['records', 'passages', 'model']).nullable(),
      verdict: z.enum(['yes', 'no', 'disputed']).nullable(),
      output: z.string(),
      citations: z.array(toolCitation),
      calls_used: z.array(z.string()),
      related: z.array(z.looseObject({ call_id: z.string().nullable(), quote: z.string() })),
      notice: z.string().nullable(),
    },
    present: ({ answered, mode, verdict, output, citations, conversations_used, related, notice }, _, ctx) => {
      const formatCitation = (one: ReturnType<typeof toToolCitation>) => cited(one, ctx.publicUrl())
      const quotes = citations.map(toToolCitation)
      const near = related.map(toToolCitation)
      const others = near.length === 0 ? '' : `Related, not an answer:\n${near.map(formatCitation).join('\n')}`
      const parts = [output, quotes.map(formatCitation).join('\n'), others, notice ?? '']
      return {
        text: parts.filter((part) => part !== '').join('\n\n'),
        data: {
          answered,
          mode,
          verdict,
          output,
          citations: quotes,
          calls_used: conversations_used,
          related: near,
          notice,
        },
      }
    },
  }),
]
