/**
 * The tools `search` and `fetch` in the format that connectors of assistant clients require: the text is the JSON data.
 */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { anyJson, text } from '../../../core/wire.ts'
import { fetchDocument } from './fetch-document.ts'
import { QUERY_MAX } from './search-calls.ts'
import { searchDocuments } from './search-documents.ts'

export const documentTools: readonly Tool[] = [
  defineTool(searchDocuments, {
    name: 'search',
    title: 'Search everything',
    description:
      'Searches calls and knowledge base documents, best matches first. Read a result with fetch. search_calls and ' +
      'search_knowledge offer filters and quotes.',
    args: {
      query: text({ min: 1, max: QUERY_MAX, trim: true }).describe(
        'Words or a question to search for. Example: `renewal price`.',
      ),
    },
    data: { results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })) },
    present: (found) => ({ text: JSON.stringify(found), data: found }),
  }),
  defineTool(fetchDocument, {
    name: 'fetch',
    title: 'Fetch a document',
    description:
      'Returns the text of a document from search: a call with summary and transcript, or a knowledge base source.',
    args: { id: z.string().max(80).describe('ID of the document, from search.') },
    data: {
      id: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string(),
      metadata: z.record(z.string(), anyJson),
    },
    present: (document) => ({ text: JSON.stringify(document), data: document }),
  }),
]
