/** SQL that removes an erased person from the glossary. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { TermRow } from './queries.ts'

/**
 * Locks the terms whose spellings or meaning contain one of the texts.
 * @param substrings in lower case, with the wildcards of `like` escaped
 */
export async function lockTermsContaining(
  tx: Writer,
  org: OrganizationId,
  substrings: readonly string[],
): Promise<TermRow[]> {
  const patterns = substrings.map((one) => `%${one}%`)
  const { rows } = await sql<TermRow>`
    select id, version, term, kind, meaning, aliases, misheard, updated_at from glossary_terms
    where organization_id = ${org}
      and lower(concat_ws(chr(10), term, array_to_string(aliases || misheard, chr(10)), meaning))
        like any(${patterns}::text[])
    order by id for update`.execute(tx)
  return rows
}

export async function deleteTermRows(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<void> {
  await sql`delete from glossary_terms where organization_id = ${org} and id = any(${[...ids]}::uuid[])`.execute(tx)
}

export async function updateMeaning(tx: Writer, org: OrganizationId, id: string, meaning: string): Promise<void> {
  await sql`
    update glossary_terms set meaning = ${meaning} where organization_id = ${org} and id = ${id}`.execute(tx)
}
