/** The search index in the database itself: passages are rows, written by the transaction that changes their source. */
import { sql } from 'kysely'
import { newId } from '../core/clock.ts'
import type { Writer } from '../core/db.ts'
import type { OrganizationId } from '../core/principal.ts'
import type { Passage, SearchIndex } from '../core/search.ts'

/** Rows of one statement. */
const AT_ONCE = 500

export function createSearchIndex(): SearchIndex {
  return {
    async putSource(tx, org, sourceId, passages) {
      await removeSource(tx, org, sourceId)
      for (let first = 0; first < passages.length; first += AT_ONCE) {
        await insert(tx, org, sourceId, first, passages.slice(first, first + AT_ONCE))
      }
    },
    removeSource,
  }
}

async function removeSource(tx: Writer, org: OrganizationId, sourceId: string): Promise<void> {
  await sql`delete from passages where organization_id = ${org} and source_id = ${sourceId}`.execute(tx)
}

async function insert(
  tx: Writer,
  org: OrganizationId,
  sourceId: string,
  first: number,
  passages: readonly Passage[],
): Promise<void> {
  const rows = passages.map(({ headings, text }, index) => ({ id: newId(), position: first + index, headings, text }))
  await sql`
    insert into passages (organization_id, id, source_id, position, headings, text)
    select ${org}, id, ${sourceId}, position, headings, text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, position int, headings text[], text text)`.execute(
    tx,
  )
}
