/** Formats insights for tool results. */
import { z } from 'zod'
import { truncateToTokens } from '../../../core/tool-fit.ts'
import { clock, excerpt, lines, quoteLines, table } from '../../../core/tool-text.ts'
import type { Insight, InsightItem } from './schema.ts'

export const PROMPT_TOLD = 300
const SOURCES_TOLD = 25
/** Maximum length of one answer in tokens, so that it fits the result together with its sources. */
const RESULT_TOLD = 5_000
const SOURCE_TOLD = 150

type Result = Insight['results'][number]

const source = z.looseObject({ type: z.string(), id: z.string(), quote: z.string(), start: z.number().nullable() })

export const resultData = z.looseObject({
  prompt: z.string(),
  status: z.string(),
  withheld: z.boolean(),
  answer: z.string(),
  sources: z.array(source),
})

const serializeSource = ({ type, id, title, quote, start }: InsightItem) => ({
  type: type === 'CONVERSATION' ? 'call' : 'knowledge_source',
  ...{ id, title: excerpt(title, 80), quote: truncateToTokens(quote, SOURCE_TOLD), start },
})

export const serializeResult = ({
  prompt,
  status,
  synthesis = '',
  withheld,
  notice,
  items = [],
  conversationsUsed,
}: Result) => ({
  ...{ prompt: excerpt(prompt, PROMPT_TOLD), status, withheld, notice },
  answer: truncateToTokens(synthesis, RESULT_TOLD),
  sources: items.slice(0, SOURCES_TOLD).map(serializeSource),
  sources_in_all: items.length,
  calls_read: conversationsUsed.length,
})
export type FormattedResult = ReturnType<typeof serializeResult>

const WITHHELD = "Withheld because the answer uses a call that you can't access."

export function resultText(told: FormattedResult): string {
  const { prompt, status, withheld, notice, answer, sources, sources_in_all, calls_read } = told
  const said = withheld ? WITHHELD : answer === '' ? 'No answer.' : quoteLines(answer)
  const head = lines({ Question: prompt, Status: status, 'Calls used that you can access': calls_read })
  const rows = sources.map(({ type, id, title, quote, start }, at) => [
    ...[at + 1, `${type} ${id}`, title, start === null ? '' : `${clock(start)} (${start} s)`, quote],
  ])
  const more = sources_in_all - sources.length
  return [
    head,
    said,
    ...(notice === null ? [] : [notice]),
    ...(rows.length === 0 ? [] : [table(['Source', 'Type and id', 'Title', 'Time', 'Quote'], rows)]),
    ...(more === 0 ? [] : [`[${more} more sources omitted.]`]),
  ].join('\n\n')
}
