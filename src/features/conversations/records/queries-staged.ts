/** SQL of texts that are stored in pieces before the transaction that uses them. */
import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

/** Reference to a staged text. */
export interface StagedText {
  readonly stagedId: string
}

/** Position of the complete text. Its pieces have positions from 0. */
const WHOLE = -1

export async function insertStagedPiece(
  tx: Writer,
  org: OrganizationId,
  piece: { readonly id: string; readonly position: number; readonly content: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into staged_texts (organization_id, id, position, content, created_at)
    values (${org}, ${piece.id}, ${piece.position}, ${piece.content}, ${piece.at})`.execute(tx)
}

/** Stores the complete text, compressed, so that the transaction that uses it only copies it. */
export async function joinStagedPieces(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await sql`
    insert into staged_texts (organization_id, id, position, content, created_at)
    select ${org}, ${id}, ${WHOLE}, string_agg(content, '' order by position), ${at}
    from staged_texts where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Expression for a complete staged text. */
export const stagedText = (org: OrganizationId, id: string): RawBuilder<string> => sql<string>`(
  select content from staged_texts where organization_id = ${org} and id = ${id} and position = ${WHOLE})`

export async function deleteStagedText(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from staged_texts where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Deletes texts of requests that ended without deleting them, such as those of a killed process. */
export async function deleteOldStagedTexts(tx: Writer, org: OrganizationId, before: Date): Promise<void> {
  await sql`delete from staged_texts where organization_id = ${org} and created_at < ${before}`.execute(tx)
}
