/** Validation, storage and serialization of terms. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid, type Problem } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import type { Context } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { listSpellings } from '../glossary-spellings/index.ts'
import { countTerms, selectOwners, selectTermsById, type TermRow, upsertTerms } from './queries.ts'
import { type GlossaryTerm, TERMS_MAX, type TermInput } from './schema.ts'
import { SpellingKeys } from './spelling-keys.ts'

export type TermUpdate = Omit<TermInput, 'term'> & { readonly term?: string | undefined }

/** Requested state of one term. */
export interface TermChange {
  /** ID of the term to change. Undefined creates a term. */
  readonly existing: TermRow | undefined
  /** Omitted fields keep their values. */
  readonly input: TermUpdate
  /** JSON pointer to the term in the request. */
  readonly pointer: string
}

export interface StoredTerms {
  readonly created: readonly string[]
  readonly updated: readonly string[]
  readonly unchanged: number
}

/** Keys of a term's spellings, each once, with their sounds. */
function toUniqueKeys(term: Pick<TermRow, 'term' | 'aliases' | 'misheard'>, keys: SpellingKeys) {
  const unique = new Map(listSpellings(term).map(({ text }) => [keys.get(text).key, keys.get(text)]))
  return [...unique.values()]
}

/**
 * Stores terms. The glossary must be locked, and `existing` read after that.
 * @param keys of spellings that are computed already
 * @throws AppError `validation_failed`, `spelling_taken`, `too_many_terms`
 */
export async function storeTerms(
  tx: Writer,
  ctx: Pick<Context, 'org' | 'clock' | 'jobs' | 'requestWorkers' | 'signal'>,
  changes: readonly TermChange[],
  keys = new SpellingKeys(ctx),
): Promise<StoredTerms> {
  const at = ctx.clock.now()
  const merged = changes.map((change) => ({ ...change, after: merge(change.existing, change.input) }))
  await keys.load(
    merged.flatMap(({ after }) => listSpellings(after).map(({ text }) => text)),
    ctx.signal,
  )
  checkSpellings(merged, keys)
  await checkOwners(tx, ctx.org, merged, keys)
  const isNew = merged.filter(({ existing }) => existing === undefined)
  if (isNew.length > 0 && (await countTerms(tx, ctx.org)) + isNew.length > TERMS_MAX) {
    throw conflict(
      'too_many_terms',
      `A glossary can have at most ${TERMS_MAX} terms, and the request exceeds that. Delete terms first.`,
    )
  }
  const changed = merged.filter(({ existing, after }) => existing === undefined || !isSame(existing, after))
  await upsertTerms(
    tx,
    ctx.org,
    changed.map(({ after }) => ({ ...after, termFolded: fold(after.term), at, spellings: toUniqueKeys(after, keys) })),
  )
  if (changed.some(({ existing, after }) => existing?.version !== after.version)) await requestLookBack(tx, ctx)
  return {
    created: changed.flatMap(({ existing, after }) => (existing === undefined ? [after.id] : [])),
    updated: changed.flatMap(({ existing, after }) => (existing === undefined ? [] : [after.id])),
    unchanged: merged.length - changed.length,
  }
}

type MergedTerm = Omit<TermRow, 'updated_at'>

function merge(existing: TermRow | undefined, input: TermUpdate): MergedTerm {
  const after = {
    id: existing?.id ?? newId(),
    term: input.term ?? existing?.term ?? '',
    kind: input.kind ?? existing?.kind ?? 'other',
    meaning: input.meaning ?? existing?.meaning ?? '',
    aliases: unique(input.aliases ?? existing?.aliases ?? []),
    misheard: unique(input.misheard ?? existing?.misheard ?? []),
  }
  const version = existing === undefined ? 1 : existing.version + (isFoundAlike(existing, after) ? 0 : 1)
  return { ...after, version }
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

/** Whether texts yield the same results for both. The meaning doesn't matter. */
const isFoundAlike = (a: Omit<MergedTerm, 'version'>, b: Omit<MergedTerm, 'version'>): boolean =>
  [a, b]
    .map(({ term, kind, aliases, misheard }) => JSON.stringify([term, kind, aliases, misheard]))
    .every((one, _, [first]) => one === first)

const isSame = (a: MergedTerm, b: MergedTerm): boolean => isFoundAlike(a, b) && a.meaning === b.meaning

interface PlacedTerm {
  readonly after: MergedTerm
  readonly input: TermUpdate
  readonly pointer: string
}

/**
 * JSON pointers of the spellings of a term. The request can repeat a spelling, so its indexes differ from the stored
 * ones.
 */
const locate = ({ after, input, pointer }: PlacedTerm): string[] => [
  `${pointer}/term`,
  ...(['aliases', 'misheard'] as const).flatMap((field) =>
    after[field].map((text) => `${pointer}/${field}/${(input[field] ?? after[field]).indexOf(text)}`),
  ),
]

/** @throws AppError `validation_failed` if a spelling has no letters, or belongs to two terms of the request */
function checkSpellings(terms: readonly PlacedTerm[], keys: SpellingKeys): void {
  const problems: Problem[] = []
  const owners = new Map<string, PlacedTerm>()
  for (const one of terms) {
    const places = locate(one)
    listSpellings(one.after).forEach(({ text, role }, index) => {
      const place = places[index] ?? one.pointer
      const own = keys.get(text).key
      if (own === '') problems.push({ pointer: place, detail: 'A spelling must have at least one letter or digit.' })
      const owner = owners.get(own) ?? one
      owners.set(own, owner)
      if (owner !== one) problems.push({ pointer: place, detail: 'Another term of the request has this spelling.' })
      if (role === 'misheard' && own === keys.get(one.after.term).key) {
        const detail = 'A misheard form must differ from the term by more than case, punctuation and word endings.'
        problems.push({ pointer: place, detail })
      }
    })
  }
  const [first, ...rest] = problems.slice(0, 100)
  if (first !== undefined) throw invalid(first, ...rest)
}

/** @throws AppError `spelling_taken` if another term has one of the spellings */
async function checkOwners(
  tx: Writer,
  org: OrganizationId,
  terms: readonly PlacedTerm[],
  keys: SpellingKeys,
): Promise<void> {
  const all = terms.flatMap(({ after }) => listSpellings(after).map(({ text }) => keys.get(text).key))
  const owners = await selectOwners(tx, org, [...new Set(all)])
  // A spelling of a term that the request changes is free if the changed term no longer has it.
  const changed = new Map(terms.map(({ after }) => [after.id, after]))
  for (const one of terms) {
    const places = locate(one)
    for (const [index, { text }] of listSpellings(one.after).entries()) {
      const owner = owners.get(keys.get(text).key)
      if (owner === undefined || owner === one.after.id || changed.has(owner)) continue
      const [other] = await selectTermsById(tx, org, [owner])
      throw conflict(
        'spelling_taken',
        `The term \`${other?.term ?? ''}\` has this spelling already. A spelling belongs to one term.`,
        places[index],
      )
    }
  }
}

export const toGlossaryTerm = (row: TermRow, org: OrganizationId): GlossaryTerm => ({
  uuid: row.id,
  term: row.term,
  aliases: [...row.aliases],
  misheard: [...row.misheard],
  kind: row.kind,
  meaning: row.meaning,
  updatedAt: row.updated_at,
  organizationUUID: org,
})
