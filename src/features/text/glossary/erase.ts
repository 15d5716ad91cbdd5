/** Removes an erased person from the glossary. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { listSpellings } from '../glossary-spellings/index.ts'
import { lockGlossary, type TermRow } from './queries.ts'

/** What mentions the person: substrings for the search, in lower case with the wildcards of `like` escaped. */
export interface PersonMentions {
  readonly substrings: readonly string[]
  readonly isMentioned: (text: string) => boolean
  readonly rewrite: (text: string) => string
}

/**
 * Deletes terms with a spelling that names the person, and rewrites meanings that do.
 * @returns number of changed terms
 */
export async function eraseFromGlossary(
  tx: Writer,
  org: OrganizationId,
  { substrings, isMentioned, rewrite }: PersonMentions,
): Promise<number> {
  // Lock order: the glossary, then its terms.
  await lockGlossary(tx, org)
  const patterns = substrings.map((one) => `%${one}%`)
  const { rows } = await sql<TermRow>`
    select id, version, term, kind, meaning, aliases, misheard, updated_at from glossary_terms
    where organization_id = ${org}
      and lower(concat_ws(chr(10), term, array_to_string(aliases || misheard, chr(10)), meaning))
        like any(${patterns}::text[])
    order by id for update`.execute(tx)
  const named = rows.filter((row) => listSpellings(row).some(({ text }) => isMentioned(text)))
  const explained = rows.filter((row) => !named.includes(row) && isMentioned(row.meaning))
  await sql`
    delete from glossary_terms
    where organization_id = ${org} and id = any(${named.map(({ id }) => id)}::uuid[])`.execute(tx)
  for (const { id, meaning } of explained) {
    await sql`
      update glossary_terms set meaning = ${rewrite(meaning)}
      where organization_id = ${org} and id = ${id}`.execute(tx)
  }
  return named.length + explained.length
}
