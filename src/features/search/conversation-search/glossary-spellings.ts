/** Adds the other spellings of glossary terms to a query, and reports those in the results. */
import { containsSequence, extractTerms } from '../../../core/terms.ts'
import { findTermsInQuery } from '../../text/glossary/index.ts'
import type { TermInQuery } from '../../text/glossary-spellings/index.ts'
import { findForm } from './interpret.ts'
import type { IncludedSpellings, SearchPorts } from './prepare-query.ts'
import { type TermRun, wordKey } from './query-words.ts'
import type { SearchQuestion } from './question.ts'

export interface GlossaryQuery {
  readonly question: SearchQuestion
  readonly terms: readonly TermInQuery[]
}

/**
 * A passage holds a term if it holds any of its spellings. Quotation marks search for one spelling, so terms in exact
 * phrases are left alone.
 */
export async function withGlossary(
  { db, org }: Pick<SearchPorts, 'db' | 'org'>,
  question: SearchQuestion,
): Promise<GlossaryQuery> {
  const named = await findTermsInQuery(db, org, question.core)
  const terms = named.filter(({ text, others }) => others.length > 0 && !isInPhrase(question, extractTerms(text)))
  if (terms.length === 0) return { question, terms }
  const variants = new Map(question.variants)
  for (const term of terms) {
    const runs = runsFor(term)
    for (const word of term.text.split(/\s+/)) {
      const key = wordKey(word)
      if (key !== '') variants.set(key, [...(variants.get(key) ?? []), ...runs])
    }
  }
  return { question: { ...question, variants }, terms }
}

const isInPhrase = ({ phrases }: SearchQuestion, run: TermRun): boolean =>
  phrases.some((phrase) => containsSequence(phrase, run))

const runsFor = ({ others }: TermInQuery): TermRun[] => others.map(extractTerms).filter((run) => run.length > 0)

/** Number of best results in which spellings are looked for. */
const SAMPLE = 20

/** Other spellings in the best results, as the results contain them. Terms without any are omitted. */
export function reportSpellings(
  terms: readonly TermInQuery[],
  results: readonly { readonly hit: { readonly lines: readonly { readonly text: string }[] } }[],
): IncludedSpellings[] {
  const texts = results.slice(0, SAMPLE).flatMap(({ hit }) => hit.lines.map(({ text }) => text))
  return terms.flatMap((term) => {
    const said = runsFor(term).flatMap((run) => texts.flatMap((text) => findForm(text, run) ?? []).slice(0, 1))
    const spellings = [...new Map(said.map((one) => [one.toLowerCase(), one])).values()]
    return spellings.length === 0 ? [] : [{ term: term.entry.term, spellings }]
  })
}
