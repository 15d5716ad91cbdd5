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

/** Texts of a new row, some of which are staged. */
interface CopiedTexts {
  /** Expressions for the texts, in their order. */
  readonly values: readonly RawBuilder<unknown>[]
  /** End of an `insert … select`, from the staged texts. Undefined if none is staged. */
  readonly from: RawBuilder<unknown> | undefined
}

/** Citus supports no subquery in the values of an insert, so a row with staged texts is selected from them. */
export function copyTexts(org: OrganizationId, texts: readonly (string | StagedText)[]): CopiedTexts {
  const staged = texts.flatMap((text, index) => (typeof text === 'string' ? [] : [{ id: text.stagedId, index }]))
  const tables = staged.map(({ index }) => sql`staged_texts ${sql.ref(`t${index}`)}`)
  const conditions = staged.map(
    ({ id, index }) =>
      sql`${sql.ref(`t${index}.organization_id`)} = ${org} and ${sql.ref(`t${index}.id`)} = ${id}
        and ${sql.ref(`t${index}.position`)} = ${WHOLE}`,
  )
  return {
    values: texts.map((text, index) => (typeof text === 'string' ? sql`${text}::text` : sql.ref(`t${index}.content`))),
    from:
      staged.length === 0
        ? undefined
        : sql`from ${sql.join(tables, sql` cross join `)} where ${sql.join(conditions, sql` and `)}`,
  }
}

export const deleteStagedText = (org: OrganizationId, id: string): RawBuilder<unknown> =>
  sql`delete from staged_texts where organization_id = ${org} and id = ${id}`

/** Deletes texts of requests that ended without deleting them, such as those of a killed process. */
export const deleteOldStagedTexts = (org: OrganizationId, before: Date): RawBuilder<unknown> =>
  sql`delete from staged_texts where organization_id = ${org} and created_at < ${before}`
