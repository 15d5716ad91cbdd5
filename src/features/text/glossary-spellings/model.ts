/** Terms of a glossary and their spellings. */

export const GLOSSARY_KINDS = ['product', 'person', 'company', 'acronym', 'other'] as const
export type GlossaryKind = (typeof GLOSSARY_KINDS)[number]

/** Properties of a term that determine what is found in texts. */
export interface GlossaryEntry {
  readonly id: string
  readonly version: number
  readonly term: string
  readonly kind: GlossaryKind
  readonly aliases: readonly string[]
  readonly misheard: readonly string[]
}

/** `alias`: another correct spelling. `misheard`: a wrong form, which corrections replace with the term. */
export type SpellingRole = 'term' | 'alias' | 'misheard'

export interface Spelling {
  readonly text: string
  readonly role: SpellingRole
}

/** All spellings of a term: the term itself first. */
export const listSpellings = ({
  term,
  aliases,
  misheard,
}: Pick<GlossaryEntry, 'term' | 'aliases' | 'misheard'>): Spelling[] => [
  { text: term, role: 'term' },
  ...aliases.map((text) => ({ text, role: 'alias' }) as const),
  ...misheard.map((text) => ({ text, role: 'misheard' }) as const),
]

/** A term in a query. */
export interface TermInQuery {
  readonly entry: GlossaryEntry
  readonly meaning: string
  /** Part of the query: the spelling as written. */
  readonly text: string
  /** Offsets in the query, in UTF-16 units; `to` is exclusive. */
  readonly from: number
  readonly to: number
  /** Spellings of the term that differ from the part by more than case and word endings. */
  readonly others: readonly string[]
}
