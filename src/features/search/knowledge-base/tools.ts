/** Tools of the knowledge base. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { charactersWithin } from '../../../core/tool-fit.ts'
import { excerpt, lines, quoteLines, table } from '../../../core/tool-text.ts'
import { text } from '../../../core/wire.ts'
import { createKnowledgeSource } from './create-knowledge-source.ts'
import { deleteKnowledgeSource } from './delete-knowledge-source.ts'
import { getKnowledgeSource } from './get-knowledge-source.ts'
import { listKnowledgeSources } from './list-knowledge-sources.ts'
import {
  CONTENT_MAX,
  content,
  type listedSource,
  manualFormat,
  sourceType,
  status,
  TITLE_MAX,
  title,
} from './schema.ts'
import { updateKnowledgeSource } from './update-knowledge-source.ts'

const TITLE_TOLD = 120
/** Maximum content in one response, in tokens. */
const WINDOW = 9_000
/** Maximum length of any content in UTF-16 units. */
const LENGTH_MAX = 2 * CONTENT_MAX

type ListedSource = z.output<typeof listedSource>

const toToolSource = ({ id, attributes: { title, source_type, format, status, error, updated_at } }: ListedSource) => ({
  ...{ id, title, source_type, format, status, error, updated_at },
})

const formatSourceHeader = ({ id, attributes }: ListedSource) =>
  lines({
    Source: attributes.title,
    Id: id,
    Kind:
      attributes.source_type === 'file'
        ? `file ${attributes.file_name ?? ''}${attributes.file_removed_at === null ? '' : ' (deleted; its indexed text stays)'}`
        : 'inline content',
    Format: attributes.format,
    Status: attributes.status,
    Error: attributes.error,
    'Indexed passages': attributes.chunk_count,
    Truncated: attributes.truncated ? 'yes, the file has more text than Parley indexes' : '',
    Updated: attributes.updated_at,
  })

/** Part of the content from an offset, and the offset of the next part. */
function sliceContent(content: string, offset: number) {
  const rest = content.slice(offset)
  const length = charactersWithin(rest, WINDOW)
  return {
    // Returned offsets are at character boundaries; other offsets can be inside a surrogate pair.
    content: rest.slice(0, length).toWellFormed(),
    next_offset: length < rest.length ? offset + length : null,
  }
}

function contentText({ content, next_offset }: ReturnType<typeof sliceContent>, offset: number, total: number): string {
  if (content === '') return 'The content ends before this offset.'
  const more = next_offset === null ? '' : `\n\nMore: offset \`${next_offset}\`.`
  return `Content, characters ${offset} to ${offset + content.length} of ${total}:\n\n${quoteLines(content)}${more}`
}

const sourceId = idArgument('source', 'list_knowledge_sources')
const changed = { id: z.string(), status: z.string() }
const confirmSourceChange = (what: string) => (one: ListedSource) => ({
  text: `${what}\n${formatSourceHeader(one)}`,
  data: { id: one.id, ...one.attributes },
})

export const tools: readonly Tool[] = [
  defineTool(listKnowledgeSources, {
    name: 'list_knowledge_sources',
    title: 'List knowledge sources',
    page: { path: '/knowledge', field: 'sources' },
    description:
      'Lists the sources of the knowledge base, such as price lists and playbooks, newest first. Use search_knowledge to find passages and get_knowledge_source to read a source.',
    args: {
      title: text({ max: TITLE_MAX })
        .optional()
        .describe('Text that the title contains, ignoring case. Example: `price list`.'),
      source_type: sourceType.optional().describe('Type of source: manual for inline text, or file. Defaults to both.'),
      status: status.optional().describe('State of indexing. Defaults to all. Example: `indexed`.'),
    },
    names: { title: 'filter[title]', source_type: 'filter[source_type]', status: 'filter[status]' },
    paged: { max: 100 },
    data: { sources: z.array(z.looseObject({ id: z.string(), title: z.string(), status: z.string() })) },
    present: ({ data }) => {
      const sources = data.map((one) => ({ ...toToolSource(one), title: excerpt(one.attributes.title, TITLE_TOLD) }))
      return {
        text: table(
          ['Source', 'Id', 'Kind', 'Format', 'Status', 'Updated'],
          sources.map((one) => [
            ...[one.title, one.id, one.source_type, one.format],
            ...[one.error === null ? one.status : `${one.status}: ${one.error}`, one.updated_at],
          ]),
        ),
        data: { sources },
      }
    },
  }),
  defineTool(getKnowledgeSource, {
    name: 'get_knowledge_source',
    title: 'Get a knowledge source',
    page: { path: '/knowledge' },
    description:
      'Returns a knowledge source with a part of its content. For files it returns no content; use search_knowledge for their passages.',
    args: {
      source_id: sourceId,
      offset: z
        .int()
        .min(0)
        .max(LENGTH_MAX)
        .default(0)
        .describe('`next_offset` from the previous response. Defaults to 0, the start.'),
    },
    input: ({ source_id }) => ({ id: source_id }),
    names: { source_id: 'id' },
    data: {
      id: z.string(),
      title: z.string(),
      format: z.string(),
      status: z.string(),
      content: z.string().nullable(),
      next_offset: z.int().nullable(),
    },
    present: (one, { offset }) => {
      const { content } = one.attributes
      if (content === null) {
        return {
          text: `${formatSourceHeader(one)}\n\nThis tool doesn't return the content of files. Use search_knowledge to find passages.`,
          data: { ...toToolSource(one), content, next_offset: null },
        }
      }
      const part = sliceContent(content, offset)
      return {
        text: `${formatSourceHeader(one)}\n\n${contentText(part, offset, content.length)}`,
        data: { ...toToolSource(one), ...part },
      }
    },
  }),
  defineTool(createKnowledgeSource, {
    name: 'create_knowledge_source',
    title: 'Add a knowledge source',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    page: { path: '/knowledge' },
    description:
      'Adds text to the knowledge base and indexes it immediately. Call list_knowledge_sources first to avoid duplicates.',
    args: {
      title: title().describe(`Title of the source, 1 to ${TITLE_MAX} characters. Example: \`Price list 2026\`.`),
      content: content().describe(`Text of the source, maximum ${CONTENT_MAX} characters. Example: \`# Prices\`.`),
      format: manualFormat.default('text/markdown').describe('Format of content. Defaults to text/markdown.'),
    },
    data: changed,
    present: confirmSourceChange('Created the source.'),
  }),
  defineTool(updateKnowledgeSource, {
    name: 'update_knowledge_source',
    title: 'Update a knowledge source',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    page: { path: '/knowledge' },
    description:
      'Updates a knowledge source. Omitted arguments keep their values. `content` replaces all existing content, so read it first. For files, only the title can change.',
    args: {
      source_id: sourceId,
      title: title().optional().describe(`New title, 1 to ${TITLE_MAX} characters. Example: \`Price list 2026\`.`),
      content: content().optional().describe('New text. Replaces all existing content. Example: `# Prices`.'),
      format: manualFormat.optional().describe('Format of content. Example: `text/plain`.'),
    },
    names: { source_id: 'id' },
    data: changed,
    present: confirmSourceChange('Updated the source.'),
  }),
  defineTool(deleteKnowledgeSource, {
    name: 'delete_knowledge_source',
    title: 'Delete a knowledge source',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description: "Deletes a knowledge source and its file permanently and removes it from search. You can't undo this.",
    args: { source_id: sourceId },
    names: { source_id: 'id' },
    data: { source_id: z.string(), deleted: z.boolean() },
    present: (_, { source_id }) => ({ text: 'Deleted the source.', data: { source_id, deleted: true } }),
  }),
]
