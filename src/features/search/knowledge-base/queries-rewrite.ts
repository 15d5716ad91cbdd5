/** SQL that finds and rewrites sources, for redaction and erasure. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Passage } from '../../../core/search.ts'

/**
 * Returns IDs of sources that contain one of the words, in order of ID. Words are lower case without `like` wildcards.
 */
export async function selectSourcesWithWords(
  db: Reader,
  org: OrganizationId,
  words: readonly string[],
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const patterns = words.map((word) => `%${word}%`)
  const behind = after === undefined ? sql`true` : sql`k.id > ${after}`
  const { rows } = await sql<{ id: string }>`
    select k.id from knowledge_sources k
    where k.organization_id = ${org} and ${behind} and (
      lower(k.title) like any(${patterns}::text[]) or lower(k.content) like any(${patterns}::text[])
      or lower(k.file_name) like any(${patterns}::text[])
      or exists (
        select from passages p
        where p.organization_id = ${org} and p.text_id = k.id
          and (lower(p.text) like any(${patterns}::text[])
            or lower(array_to_string(p.headings, ' ')) like any(${patterns}::text[]))))
    order by k.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the indexed passages of a source in reading order. */
export async function selectPassages(db: Reader, org: OrganizationId, id: string): Promise<Passage[]> {
  const { rows } = await sql<Passage>`
    select headings, text from passages
    where organization_id = ${org} and text_id = ${id} and text is not null order by position`.execute(db)
  return rows
}

/** Marks the file as removed. Indexed text stays. A source that wasn't indexed yet fails. */
export async function updateFileRemoved(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await sql`
    update knowledge_sources
    set file_removed_at = ${at}, updated_at = ${at},
        status = case when status = 'indexing' then 'failed' else status end,
        failure = case when status = 'indexing' then 'removed' else failure end
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function updateFileName(tx: Writer, org: OrganizationId, id: string, name: string): Promise<void> {
  await sql`
    update knowledge_sources set file_name = ${name} where organization_id = ${org} and id = ${id}`.execute(tx)
}
