/** All SQL of knowledge base sources. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { SourceFormat, SourceStatus, SourceType } from './schema.ts'

export interface ListedSourceRow {
  id: string
  title: string
  source_type: SourceType
  format: SourceFormat
  status: SourceStatus
  failure: string | null
  file_name: string | null
  file_arrived: boolean
  file_removed_at: string | null
  file_size: number
  chunk_count: number
  truncated: boolean
  revision: number
  created_at: string
  updated_at: string
}

export interface SourceRow extends ListedSourceRow {
  content: string | null
}

/** Columns without the content, which is long. The cast is needed because drivers return bigint as text. */
const listed = sql`
  id, title, source_type, format, status, failure, file_name, file_arrived, file_removed_at,
  file_size::float8 as file_size, chunk_count, truncated, revision, created_at, updated_at`

export interface NewSource {
  id: string
  title: string
  titleFolded: string
  sourceType: SourceType
  format: SourceFormat
  status: SourceStatus
  content: string | null
  fileName: string | null
  fileArrived: boolean
  fileSize: number
  chunkCount: number
  at: Date
}

export async function insertSource(tx: Writer, org: OrganizationId, source: NewSource): Promise<SourceRow> {
  const { rows } = await sql<SourceRow>`
    insert into knowledge_sources (organization_id, id, title, title_folded, source_type, format, status, content,
      file_name, file_arrived, file_size, chunk_count, created_at, updated_at)
    values (${org}, ${source.id}, ${source.title}, ${source.titleFolded}, ${source.sourceType}, ${source.format},
      ${source.status}, ${source.content}, ${source.fileName}, ${source.fileArrived}, ${source.fileSize},
      ${source.chunkCount}, ${source.at}, ${source.at})
    returning ${listed}, content`.execute(tx)
  return rows[0] as SourceRow
}

export async function selectSource(db: Reader, org: OrganizationId, id: string): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    select ${listed}, content from knowledge_sources where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]
}

/** Returns titles by source ID. Deleted sources are missing. */
export async function selectSourceTitles(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from knowledge_sources where organization_id = ${org} and id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Locks the source until the transaction ends and returns it. */
export async function lockSource(tx: Writer, org: OrganizationId, id: string): Promise<ListedSourceRow | undefined> {
  const { rows } = await sql<ListedSourceRow>`
    select ${listed} from knowledge_sources where organization_id = ${org} and id = ${id} for update`.execute(tx)
  return rows[0]
}

export interface SourceFilters {
  readonly status: SourceStatus | undefined
  readonly sourceType: SourceType | undefined
  /** Case-folded text. Empty means no filter. */
  readonly title: string
}

const order = defineOrder('knowledge sources', descending('created_at', 'time'), descending('id', 'uuid'))

export function selectSources(db: Reader, org: OrganizationId, filters: SourceFilters, window: ListWindow) {
  const conditions = [sql`organization_id = ${org}`]
  if (filters.status !== undefined) conditions.push(sql`status = ${filters.status}`)
  if (filters.sourceType !== undefined) conditions.push(sql`source_type = ${filters.sourceType}`)
  if (filters.title !== '') conditions.push(sql`strpos(title_folded, ${filters.title}) > 0`)
  return selectListPage<ListedSourceRow>(db, window, {
    columns: listed,
    from: sql`knowledge_sources`,
    where: sql.join(conditions, sql` and `),
    order,
    updated: 'updated_at',
  })
}

export interface SourceChange {
  title?: { text: string; folded: string } | undefined
  content?: { text: string; format: SourceFormat; size: number; chunkCount: number } | undefined
}

export async function updateSource(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { title, content }: SourceChange,
  at: Date,
): Promise<void> {
  const changes = [sql`updated_at = ${at}`]
  if (title !== undefined) changes.push(sql`title = ${title.text}, title_folded = ${title.folded}`)
  if (content !== undefined) {
    changes.push(sql`content = ${content.text}, format = ${content.format}, file_size = ${content.size},
      chunk_count = ${content.chunkCount}, revision = revision + 1`)
  }
  await sql`
    update knowledge_sources set ${sql.join(changes)} where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Outcome of indexing a file. */
export interface FileOutcome {
  status: 'indexed' | 'failed'
  failure: string | null
  format?: SourceFormat | undefined
  chunkCount: number
  truncated: boolean
}

export async function updateOutcome(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { status, failure, format, chunkCount, truncated }: FileOutcome,
  at: Date,
): Promise<void> {
  await sql`
    update knowledge_sources set status = ${status}, failure = ${failure},
      format = coalesce(${format ?? null}::text, format), chunk_count = ${chunkCount}, truncated = ${truncated},
      updated_at = ${at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function updateArrival(tx: Writer, org: OrganizationId, id: string, size: number, at: Date) {
  await sql`
    update knowledge_sources set file_arrived = true, file_size = ${size}, updated_at = ${at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function deleteSource(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from knowledge_sources where organization_id = ${org} and id = ${id}`.execute(tx)
}
