import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { charactersWithin } from '../../../core/tool-fit.ts'
import { clock } from '../../../core/tool-text.ts'
import { anyJson } from '../../../core/wire.ts'
import { getConversationSummary } from '../../analysis/summaries/index.ts'
import { selectSegmentsInput } from '../../conversations/records/index.ts'
import { textOfSource } from '../../search/conversation-search/index.ts'
import { getKnowledgeSource } from '../../search/knowledge-base/index.ts'
import { CUT, clipped, oneLine } from './bounds.ts'
import { listParticipantNames, toCallBrief } from './card.ts'
import { documentUrl, printDocumentId, readDocumentId } from './documents.ts'
import { summaryText } from './parts.ts'
import { selectCalls } from './queries.ts'
import { invalidStart, type ToolSegment, windowTask } from './window.ts'

const TITLE_MAX = 200
/** Maximum size of the text in tokens. */
const TRANSCRIPT_MAX = 8_000
const SOURCE_MAX = 10_500

const output = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.record(z.string(), anyJson),
})
type Document = z.output<typeof output>

/** Returns the document with an ID from `searchDocuments`, for connectors. */
export const fetchDocument = defineToolOperation({
  id: 'fetchDocument',
  summary: 'Get a call or knowledge base source',
  tag: 'Search',
  input: z.object({ id: z.string().max(80) }),
  output,
  requires: { scope: 'read' },
  async handle({ id }, ctx) {
    const document = readDocumentId(id)
    const found = document?.kind === 'source' ? await source(document.id, ctx) : await call(document?.id, ctx)
    if (document === undefined || found === undefined) throw notFound('document', '/id')
    return { id: printDocumentId(document), url: documentUrl(ctx.publicUrl(), document), ...found }
  },
})

type DocumentContent = Pick<Document, 'title' | 'text' | 'metadata'>

async function call(id: string | undefined, ctx: Context): Promise<DocumentContent | undefined> {
  if (id === undefined) return undefined
  const { db, org, principal } = ctx
  const row = (await selectCalls(db, org, toVisibility(principal), [id])).get(id)
  if (row === undefined) return undefined
  const { title, started_at, owner, minutes } = toCallBrief(row, ctx.publicUrl())
  const { transcript_version: version } = row
  const [summary, all] = await Promise.all([
    getConversationSummary.handle({ id }, ctx),
    version === null ? [] : selectSegmentsInput(db, org, id, version),
  ])
  const from = { segment: 0, offset: 0 }
  const limits = { tokens: TRANSCRIPT_MAX, count: Number.MAX_SAFE_INTEGER }
  const window = await ctx.requestWorkers.run(windowTask, [all, from, limits], ctx.signal)
  if ('fault' in window) throw invalidStart(window)
  const { segments, next, count } = window
  const rest =
    next === undefined
      ? ''
      : `\n${CUT} The transcript continues at segment ${next.segment} of ${count}. To read the rest, call get_call_details with call_id ${id} and from_segment ${next.segment}.`
  const said = segments.length === 0 ? 'No transcript.' : segments.map(formatSegmentLine).join('\n') + rest
  const people = listParticipantNames(row)
  return {
    title,
    text: `Summary\n${summaryText(summary)}\n\nTranscript\n${said}`,
    metadata: {
      type: 'call',
      call_id: id,
      started_at,
      owner,
      ...(minutes === null ? {} : { minutes }),
      participants: people,
      complete: next === undefined,
    },
  }
}

const formatSegmentLine = ({ start, speaker, text }: ToolSegment): string =>
  [start === null ? '' : clock(start), speaker === '' ? oneLine(text) : `${speaker}: ${oneLine(text)}`]
    .filter((part) => part !== '')
    .join(' ')

async function source(id: string, ctx: Context): Promise<DocumentContent> {
  const { attributes } = await getKnowledgeSource.handle({ id }, ctx)
  // For files and HTML, the extracted text replaces the stored content.
  const isText = attributes.content !== null && attributes.format !== 'text/html'
  const content = isText ? (attributes.content ?? '') : await textOfSource(ctx, id)
  const told = content.slice(0, charactersWithin(content, SOURCE_MAX))
  const left = content.length - told.length
  return {
    title: clipped(attributes.title, TITLE_MAX),
    text: left === 0 ? told : `${told}\n${CUT} ${left} more characters omitted.`,
    metadata: {
      type: 'source',
      source_id: id,
      format: attributes.format,
      created_at: attributes.created_at,
      updated_at: attributes.updated_at,
      complete: left === 0,
    },
  }
}
