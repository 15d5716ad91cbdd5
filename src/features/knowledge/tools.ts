/** The knowledge base, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { charactersWithin } from '../../core/tool-fit.ts'
import { excerpt, lines, quoted, table } from '../../core/tool-text.ts'
import { text } from '../../core/wire.ts'
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
/** Content told at once, in tokens. */
const WINDOW = 9_000
/** Of any content, counted as JavaScript counts. */
const LENGTH_MAX = 2 * CONTENT_MAX

type Listed = z.output<typeof listedSource>

const tell = ({ id, attributes: { title, source_type, format, status, error, updated_at } }: Listed) => ({
  ...{ id, title, source_type, format, status, error, updated_at },
})

const headOf = ({ id, attributes }: Listed) =>
  lines({
    Source: attributes.title,
    Id: id,
    Kind:
      attributes.source_type === 'file'
        ? `file ${attributes.file_name ?? ''}${attributes.file_removed_at === null ? '' : ' (taken away; its text stays)'}`
        : 'inline content',
    Format: attributes.format,
    Status: attributes.status,
    Error: attributes.error,
    'Passages that search finds it by': attributes.chunk_count,
    Truncated: attributes.truncated ? 'yes: the file has more text than is indexed' : '',
    Changed: attributes.updated_at,
  })

/** The part of the content that begins at an offset, and where what follows begins. */
function windowOf(content: string, offset: number) {
  const rest = content.slice(offset)
  const length = charactersWithin(rest, WINDOW)
  return {
    // Only an offset that was never told begins within a character.
    content: rest.slice(0, length).toWellFormed(),
    next_offset: length < rest.length ? offset + length : null,
  }
}

function contentText({ content, next_offset }: ReturnType<typeof windowOf>, offset: number, total: number): string {
  if (content === '') return 'There is no content at this offset.'
  const more = next_offset === null ? '' : `\n\nMore: offset \`${next_offset}\`.`
  return `Content, characters ${offset} to ${offset + content.length} of ${total}:\n\n${quoted(content)}${more}`
}

const sourceId = idOf('source', 'list_knowledge_sources')
const changed = { id: z.string(), status: z.string() }
const done = (what: string) => (one: Listed) => ({
  text: `${what}\n${headOf(one)}`,
  data: { id: one.id, ...one.attributes },
})

export const tools: readonly Tool[] = [
  defineTool(listKnowledgeSources, {
    name: 'list_knowledge_sources',
    title: 'List knowledge sources',
    description:
      'The sources of the knowledge base (price lists, playbooks …), newest first. search_knowledge finds what they say; get_knowledge_source reads one.',
    args: {
      title: text({ max: TITLE_MAX }).optional().describe('The title holds this.'),
      source_type: sourceType.optional().describe('manual: inline.'),
      status: status.optional().describe('State of indexing.'),
    },
    names: { title: 'filter[title]', source_type: 'filter[source_type]', status: 'filter[status]' },
    paged: { max: 100 },
    data: { sources: z.array(z.looseObject({ id: z.string(), title: z.string(), status: z.string() })) },
    present: ({ data }) => {
      const sources = data.map((one) => ({ ...tell(one), title: excerpt(one.attributes.title, TITLE_TOLD) }))
      return {
        text: table(
          ['Source', 'Id', 'Kind', 'Format', 'Status', 'Changed'],
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
    title: 'Read a knowledge source',
    description: 'One knowledge source with its content, a window at a time. Of files no content is told.',
    args: {
      source_id: sourceId,
      offset: z.int().min(0).max(LENGTH_MAX).default(0).describe('next_offset of the answer before.'),
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
          text: `${headOf(one)}\n\nThe content of a file is not told here; search_knowledge finds its passages.`,
          data: { ...tell(one), content, next_offset: null },
        }
      }
      const part = windowOf(content, offset)
      return {
        text: `${headOf(one)}\n\n${contentText(part, offset, content.length)}`,
        data: { ...tell(one), ...part },
      }
    },
  }),
  defineTool(createKnowledgeSource, {
    name: 'create_knowledge_source',
    title: 'Add a knowledge source',
    description:
      'Adds text to the knowledge base, found at once. Look with list_knowledge_sources first whether it exists.',
    args: {
      title: title().describe('Its title.'),
      content: content().describe('The text.'),
      format: manualFormat.default('text/markdown').describe('Of content.'),
    },
    data: changed,
    present: done('Added the source.'),
  }),
  defineTool(updateKnowledgeSource, {
    name: 'update_knowledge_source',
    title: 'Change a knowledge source',
    description:
      'Changes a knowledge source; what is left out stays. Content is replaced whole, so read it first. Of a file only the title changes.',
    args: {
      source_id: sourceId,
      title: title().optional().describe('New title.'),
      content: content().optional().describe('The whole new text.'),
      format: manualFormat.optional().describe('Of content.'),
    },
    names: { source_id: 'id' },
    idempotent: true,
    data: changed,
    present: done('Changed the source.'),
  }),
  defineTool(deleteKnowledgeSource, {
    name: 'delete_knowledge_source',
    title: 'Delete a knowledge source',
    description: 'Deletes a knowledge source for good: nothing finds it any more.',
    args: { source_id: sourceId },
    names: { source_id: 'id' },
    destructive: true,
    data: { source_id: z.string(), deleted: z.boolean() },
    present: (_, { source_id }) => ({ text: 'Deleted the source.', data: { source_id, deleted: true } }),
  }),
]
