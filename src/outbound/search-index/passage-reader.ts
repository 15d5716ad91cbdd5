/** Reads the passages of a search, each once, and selects those that match all criteria. */
import { sql } from 'kysely'
import type { SearchCriteria, TranscriptLine } from '../../core/search.ts'
import { containsSequence, extractLineTerms } from '../../core/terms.ts'
import { listSpeakers, termsOfSource } from './postings.ts'
import { type PassageKey, toPassageKey } from './ranking.ts'
import type { SearchPlan } from './search-plan.ts'
import { vectorText } from './vectors.ts'
import { linesFrom } from './write.ts'

export interface PassageHit {
  readonly id: string
  readonly textId: string
  readonly position: number
  readonly headings: readonly string[]
  readonly text: string
  readonly lines: readonly TranscriptLine[]
  readonly passagesOfText: number
  readonly lexical: number
  readonly whole: number
  readonly semantic: number | null
  readonly held: readonly string[]
}

export class PassageReader {
  readonly #plan: SearchPlan
  readonly #matches: (passage: PassageHit) => boolean
  /** Passages by their key; null if they were deleted since the index was read. */
  readonly #passages = new Map<string, PassageHit | null>()

  constructor(plan: SearchPlan, criteria: SearchCriteria) {
    this.#plan = plan
    this.#matches = createTest(criteria)
  }

  /** Reads passages, without scores of words. Deleted ones are omitted. */
  async read(keys: readonly PassageKey[]): Promise<PassageHit[]> {
    const missing = keys.filter((key) => !this.#passages.has(toPassageKey(key)))
    const found = await selectPassages(this.#plan, missing)
    for (const key of missing) this.#passages.set(toPassageKey(key), null)
    for (const passage of found) this.#passages.set(toPassageKey(passage), passage)
    return keys.flatMap((key) => this.#passages.get(toPassageKey(key)) ?? [])
  }

  /** Reads passages in order until `limit` of them match all criteria. */
  async selectMatching<P extends PassageKey>(keys: readonly P[], limit: number): Promise<P[]> {
    const { matchesAll, limits } = this.#plan
    if (matchesAll) return keys.slice(0, limit)
    const matching: P[] = []
    for (let from = 0; from < keys.length && matching.length < limit; from += limits.readAtOnce) {
      const some = keys.slice(from, from + limits.readAtOnce)
      await this.read(some)
      matching.push(...some.filter((key) => this.#isMatching(key)))
    }
    return matching.slice(0, limit)
  }

  #isMatching(key: PassageKey): boolean {
    const passage = this.#passages.get(toPassageKey(key))
    return passage !== undefined && passage !== null && this.#matches(passage)
  }
}

/** Whether a passage matches all criteria. */
function createTest({ phrases, without, speakers }: SearchCriteria): (passage: PassageHit) => boolean {
  return ({ lines, headings, text }) => {
    const terms = lines.length > 0 ? lines.flatMap((line) => extractLineTerms(line)) : termsOfSource({ headings, text })
    return (
      phrases.every((phrase) => containsSequence(terms, phrase)) &&
      !without.some((run) => containsSequence(terms, run)) &&
      (speakers.length === 0 || listSpeakers(lines).some((name) => speakers.some((part) => name.includes(part))))
    )
  }
}

async function selectPassages(
  { db, scope, queryVector }: SearchPlan,
  keys: readonly PassageKey[],
): Promise<PassageHit[]> {
  if (keys.length === 0) return []
  const { org } = scope
  const { rows } = await sql<{
    id: string
    text_id: string
    position: number
    headings: string[] | null
    text: string | null
    lines: string | null
    of_text: number
    semantic: number | null
  }>`
    select p.id, p.text_id, p.position, p.headings, p.text, p.lines, t.passages as of_text,
           ${
             queryVector === undefined
               ? sql`null::float8`
               : sql`-(v.vector <#> ${vectorText(queryVector.values)}::halfvec)`
           } as semantic
    from unnest(${keys.map(({ textId }) => textId)}::uuid[], ${keys.map(({ position }) => position)}::int[])
      with ordinality as w (text_id, position, n)
    join passages p on p.organization_id = ${org} and p.text_id = w.text_id and p.position = w.position
    join searched_texts t on t.organization_id = ${org} and t.id = p.text_id
    ${
      queryVector === undefined
        ? sql``
        : sql`left join passage_vectors v on v.organization_id = ${org} and v.text_id = p.text_id
                and v.passage_id = p.id and v.space_id = ${queryVector.space.id}`
    }
    where ${scope.permits(sql`p.text_id`)}
    order by w.n`.execute(db)
  return rows.map(({ text_id, headings, text, lines, of_text, semantic, ...row }) => ({
    ...row,
    textId: text_id,
    headings: headings ?? [],
    text: text ?? '',
    lines: lines === null ? [] : linesFrom(lines),
    passagesOfText: of_text,
    lexical: 0,
    whole: 0,
    held: [],
    // Clamped, because stored vectors are rounded.
    semantic: semantic === null ? null : Math.max(-1, Math.min(1, semantic)),
  }))
}
