/** Converts rows of sources to API records. */
import { failureInWords } from './model.ts'
import type { ListedSourceRow, SourceRow } from './queries.ts'

export function serializeListedSource(row: ListedSourceRow) {
  const {
    id,
    title,
    source_type,
    format,
    status,
    failure,
    file_name,
    file_size,
    file_removed_at,
    truncated,
    chunk_count,
  } = row
  return {
    type: 'kb_sources' as const,
    id,
    attributes: {
      ...{ title, source_type, format, status, file_name, file_size, file_removed_at, truncated, chunk_count },
      error: failure === null ? null : failureInWords(failure),
      created_at: row.created_at,
      updated_at: row.updated_at,
    },
  }
}

export function serializeSource(row: SourceRow) {
  const { attributes, ...rest } = serializeListedSource(row)
  return { ...rest, attributes: { ...attributes, content: row.content } }
}
