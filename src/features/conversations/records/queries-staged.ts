/** SQL of texts that are stored in pieces before the transaction that uses them. */
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationId } from '../../../core/principal.ts'

/** Reference to a staged text. */
export interface StagedText {
  readonly stagedId: string
}

/** Position of the complete text. Its pieces have positions from 0. */
const WHOLE = -1

export const insertStagedPiece = (
  org: OrganizationId,
  piece: { readonly id: string; readonly position: number; readonly content: string; readonly at: Date },
): RawBuilder<unknown> => sql`
  insert into staged_texts (organization_id, id, position, content, created_at)
  values (${org}, ${piece.id}, ${piece.position}, ${piece.content}, ${piece.at})`

/** Stores the complete text, compressed, so that the transaction that uses it only copies it. */
export const joinStagedPieces = (org: OrganizationId, id: string, at: Date): RawBuilder<unknown> => sql`
  insert into staged_texts (organization_id, id, position, content, created_at)
  select ${org}, ${id}, ${WHOLE}, string_agg(content, '' order by position), ${at}
  from staged_texts where organization_id = ${org} and id = ${id}`

/** Expression for a complete staged text. */
export const stagedText = (org: OrganizationId, id: string): RawBuilder<string> => sql<string>`(
  select content from staged_texts where organization_id = ${org} and id = ${id} and position = ${WHOLE})`

export const deleteStagedText = (org: OrganizationId, id: string): RawBuilder<unknown> =>
  sql`delete from staged_texts where organization_id = ${org} and id = ${id}`

/** Deletes texts of requests that ended without deleting them, such as those of a killed process. */
export const deleteOldStagedTexts = (org: OrganizationId, before: Date): RawBuilder<unknown> =>
  sql`delete from staged_texts where organization_id = ${org} and created_at < ${before}`
