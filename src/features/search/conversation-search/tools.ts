/** Tool that searches the knowledge base. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { excerpt, quoteLines } from '../../../core/tool-text.ts'
import { text } from '../../../core/wire.ts'
import { matches, matchFilters } from './match-kinds.ts'
import { modes } from './meaning.ts'
import { QUESTION_MAX } from './schema.ts'
import { searchKnowledge } from './search-knowledge.ts'

/** Maximum length of a passage in the response. */
const PASSAGE_MAX = 900
const TITLE_MAX = 200

export const tools: readonly Tool[] = [
  defineTool(searchKnowledge, {
    name: 'search_knowledge',
    title: 'Search the knowledge base',
    description:
      'Searches the organization’s documents (price lists, playbooks, files) and returns the most relevant passages with source and headings. For a written answer, use ask_assistant with knowledge_base.',
    args: {
      query: text({ min: 1, max: QUESTION_MAX, trim: true }).describe(
        'Keywords or a question. Example: `enterprise discount rules`.',
      ),
      mode: z
        .enum(modes)
        .default('hybrid')
        .describe('lexical compares words, semantic compares meaning, hybrid combines both.'),
      match: z
        .enum(matchFilters)
        .default('any')
        .describe('`exact`: only passages that hold all words of the query. `any`: related passages after them.'),
    },
    names: { query: 'q' },
    paged: { max: 10 },
    data: {
      passages: z.array(
        z.object({
          source_id: z.string(),
          title: z.string(),
          headings: z.array(z.string()),
          match: z.enum(matches),
          passage: z.string(),
        }),
      ),
      notice: z.string().nullable(),
    },
    present: ({ data, meta: { notice } }) => {
      const passages = data.map(({ source: { id, title }, headings, match, passage }) => ({
        source_id: id,
        title: excerpt(title, TITLE_MAX),
        headings: headings.map((heading) => excerpt(heading, TITLE_MAX)),
        match,
        passage: excerpt(passage, PASSAGE_MAX),
      }))
      const told = passages.map(({ source_id, title, headings, match, passage }) =>
        [
          `### ${[title, ...headings].map((one) => one.replace(/\s+/g, ' ')).join(' › ')}`,
          `source_id ${source_id}${match === 'related' ? ' (related)' : ''}`,
          quoteLines(passage),
        ].join('\n'),
      )
      const found = told.length === 0 ? 'No passages found.' : told.join('\n\n')
      return { text: notice === null ? found : `${found}\n\n${notice}`, data: { passages, notice } }
    },
  }),
]
