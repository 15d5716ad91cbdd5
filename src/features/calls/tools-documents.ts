/** The pair that connectors of assistant clients look for, in just the form that they expect: the text is the data. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { text } from '../../core/wire.ts'
import { fetchDocument } from './fetch-document.ts'
import { QUERY_MAX } from './search-calls.ts'
import { searchDocuments } from './search-documents.ts'

export const documentTools: readonly Tool[] = [
  defineTool(searchDocuments, {
    name: 'search',
    title: 'Search everything',
    description:
      'Finds calls and knowledge base documents by a query, the best first. fetch reads one by its id. search_calls and search_knowledge do the same with filters and quotes.',
    args: { query: text({ min: 1, max: QUERY_MAX, trim: true }).describe('Words or a question.') },
    data: { results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) },
    present: (found) => ({ text: JSON.stringify(found), data: found }),
  }),
  defineTool(fetchDocument, {
    name: 'fetch',
    title: 'Fetch a document',
    description:
      'The text of one document that search found: a call with its summary and transcript, or a knowledge base source.',
    args: { id: z.string().max(80).describe('Id, from search.') },
    data: {
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: z.record(z.string(), z.string()),
    },
    present: (document) => ({ text: JSON.stringify(document), data: document }),
  }),
]
