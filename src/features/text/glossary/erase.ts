/** Removes an erased person from the glossary. */
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { listSpellings } from '../glossary-spellings/index.ts'
import { lockGlossary } from './queries.ts'
import { deleteTermRows, lockTermsContaining, updateMeaning } from './queries-erase.ts'

/** Mentions of the person in texts. */
export interface PersonMentions {
  /** In lower case, with the wildcards of `like` escaped. */
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
  const rows = await lockTermsContaining(tx, org, substrings)
  const named = rows.filter((row) => listSpellings(row).some(({ text }) => isMentioned(text)))
  const explained = rows.filter((row) => !named.includes(row) && isMentioned(row.meaning))
  await deleteTermRows(
    tx,
    org,
    named.map(({ id }) => id),
  )
  for (const { id, meaning } of explained) await updateMeaning(tx, org, id, rewrite(meaning))
  return named.length + explained.length
}
