import { z } from 'zod'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { text } from '../../../core/wire.ts'
import { filtersOfTool } from '../../conversations/records/index.ts'
import { readQuestion, searchPassages, searchSources } from '../../search/conversation-search/index.ts'
import { clipped } from './bounds.ts'
import { type DocumentId, documentUrl, printDocumentId } from './documents.ts'
import { selectCalls, selectNewest } from './queries.ts'
import { QUERY_MAX } from './search-calls.ts'

/** Maximum number of results per method. The methods alternate in the response. */
const BEST = 10
const DOCUMENTS_MAX = 20
/** Maximum number of passages to consider. */
const FOUND_MAX = 100
const TITLE_MAX = 200

/** Searches transcripts, titles and the knowledge base with a single query, as connectors require. */
export const searchDocuments = defineToolOperation({
  id: 'searchDocuments',
  summary: 'Search calls and knowledge base sources',
  tag: 'Search',
  input: z.object({ query: text({ min: 1, max: QUERY_MAX, trim: true }) }),
  output: z.object({ results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) }),
  requires: { scope: 'read' },
  async handle({ query }, ctx) {
    const { db, org, principal } = ctx
    const visibility = toVisibility(principal)
    const how = { mode: 'hybrid', match: 'any', limit: FOUND_MAX } as const
    const [said, known, titled] = await Promise.all([
      searchPassages(ctx, { question: readQuestion(query), within: { visibility }, ...how }),
      searchSources(ctx, { question: readQuestion(query, { speakers: false }), within: 'all', ...how }),
      selectNewest(db, org, visibility, filtersOfTool({ title: query }), { after: undefined, limit: BEST }),
    ])
    const titles = await selectCalls(
      db,
      org,
      visibility,
      titled.map(({ id }) => id),
    )
    const found = [
      said.data.map(({ conversation: { id, title } }) => ({ kind: 'call' as const, id, title })),
      known.data.map(({ source: { id, title } }) => ({ kind: 'source' as const, id, title })),
      [...titles.values()].map(({ id, title }) => ({ kind: 'call' as const, id, title })),
    ]
    const results = inTurns(found.map((way) => distinct(way).slice(0, BEST))).slice(0, DOCUMENTS_MAX)
    return {
      results: results.map(({ title, ...document }) => ({
        id: printDocumentId(document),
        title: clipped(title, TITLE_MAX),
        url: documentUrl(ctx.publicUrl(), document),
      })),
    }
  },
})

type TitledDocument = DocumentId & { readonly title: string }

const distinct = (all: readonly TitledDocument[]): TitledDocument[] => [
  ...new Map(all.map((one) => [printDocumentId(one), one])).values(),
]

/** Returns the first result of each method, then the second of each, and so on, without duplicates. */
function inTurns(ways: readonly (readonly TitledDocument[])[]): TitledDocument[] {
  const longest = Math.max(...ways.map(({ length }) => length))
  const all = Array.from({ length: longest }, (_, turn) => ways.flatMap((way) => way[turn] ?? []))
  return distinct(all.flat())
}
