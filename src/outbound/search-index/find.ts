/**
 * Finds passages by words and by meaning: the best ones of each, with both scores for all of them.
 *
 * If few texts are in scope, all of their passages are scored. Otherwise, word statistics yield an upper bound for the
 * best passage of each text. Texts are examined in the order of their bounds, as long as a better passage is possible.
 */
import { sql } from 'kysely'
import type { Reader } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { SearchCriteria, SearchScope, TranscriptLine } from '../../core/search.ts'
import { containsSequence } from '../../core/terms.ts'
import { createLineTerms, isAt, listSpeakers, POSTING_BYTES, termsOfSource } from './postings.ts'
import { createRanking, type PassageKey, type Ranking, toPassageKey } from './ranking.ts'
import { type IndexScope, loadScope, type TextSize } from './scope.ts'
import { selectNearest, selectSpace, type VectorNeighbor, type VectorSpace, vectorText } from './vectors.ts'
import {
  candidatesIn,
  computeWeights,
  NO_WORTH,
  type Postings,
  type RequiredTerms,
  type ScoringWeights,
  scoreDocument,
  scoresIn,
  selectFulfilling,
  selectPostings,
  surveyCorpus,
  type TermHolding,
  type WordsOfText,
} from './words.ts'
import { linesFrom } from './write.ts'

export interface SearchLimits {
  /** Maximum number of texts of which all passages are scored. */
  readonly fewTexts: number
  /** With more texts, the number that is examined at first, and the maximum. */
  readonly textsFirst: number
  readonly textsMost: number
  /**
   * Number of passages read per query to find those that match the criteria, and maximum number of nearest passages
   * examined.
   */
  readonly readAtOnce: number
  readonly nearestMost: number
  /** Number of texts examined per query for the newest passages. */
  readonly newestAtOnce: number
}

export const LIMITS: SearchLimits = {
  fewTexts: 400,
  textsFirst: 300,
  textsMost: 1_200,
  readAtOnce: 400,
  nearestMost: 25_000,
  newestAtOnce: 50,
}

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

export async function find(
  db: Reader,
  org: OrganizationId,
  within: SearchScope,
  wanted: SearchCriteria,
  limit: number,
  limits: SearchLimits = LIMITS,
): Promise<PassageHit[]> {
  const [scope, space] = await Promise.all([
    loadScope(db, org, within, limits.fewTexts),
    wanted.vector === undefined ? undefined : selectSpace(db, org, wanted.vector.model),
  ])
  if (scope.fewTexts?.length === 0) return []
  const needs: RequiredTerms = {
    all: [...new Set(wanted.phrases.flat())],
    none: wanted.without.filter((run) => run.length === 1).flat(),
    speakers: wanted.speakers,
  }
  const among = await selectFulfilling(db, scope, needs)
  if (among?.length === 0) return []
  const besides = listAlwaysIncluded(within, scope, among)
  const search = createSearch(db, scope, wanted, { needs, candidateIds: among, alwaysInclude: besides, space }, limits)
  return wanted.terms.length === 0 && wanted.vector === undefined ? search.newest(limit) : search.best(limit)
}

/** Texts to include always, as far as they are in scope and can match. */
function listAlwaysIncluded(
  within: SearchScope,
  { fewTexts }: IndexScope,
  among: readonly string[] | undefined,
): readonly string[] {
  const besides = 'alwaysInclude' in within ? (within.alwaysInclude ?? []) : []
  if (besides.length === 0) return besides
  const fulfilling = among === undefined ? undefined : new Set(among)
  const permitted = fewTexts === undefined ? undefined : new Set(fewTexts.map(({ id }) => id))
  return besides.filter((id) => fulfilling?.has(id) !== false && permitted?.has(id) !== false)
}

interface SearchPlan {
  readonly needs: RequiredTerms
  /** Texts that can contain matches; undefined means all. */
  readonly candidateIds: readonly string[] | undefined
  /** Texts whose best passages are always included. */
  readonly alwaysInclude: readonly string[]
  readonly space: VectorSpace | undefined
}

function createSearch(
  db: Reader,
  scope: IndexScope,
  wanted: SearchCriteria,
  { needs, candidateIds, alwaysInclude, space: given }: SearchPlan,
  limits: SearchLimits,
) {
  const vector = wanted.vector?.values
  const space = given?.dimension === vector?.length ? given : undefined
  const isFree = candidateIds === undefined && wanted.without.length === 0
  const fulfils = createTest(wanted)
  const times = new Map<string, number>()
  for (const term of wanted.terms) times.set(term, (times.get(term) ?? 0) + 1)
  /** Terms whose postings are read: scored ones and noted ones. */
  const looked = [...new Set([...times.keys(), ...(wanted.noted ?? [])])]

  /** Scores of the passages by words, for the examined texts. */
  const scores = new Map<string, Float64Array>()
  /** Query words of the examined texts. */
  const wordsOf = new Map<string, WordsOfText | undefined>()
  /** Passages read so far; null if deleted since. */
  const passages = new Map<string, PassageHit | null>()
  let worth: ScoringWeights = NO_WORTH

  async function findBestHits(limit: number): Promise<PassageHit[]> {
    const [byWords, byMeaning] = await Promise.all([
      wanted.terms.length === 0
        ? []
        : scope.fewTexts === undefined
          ? findAmongMany(limit)
          : findAmongFew(scope.fewTexts, limit),
      nearestWithBesides(limit),
    ])
    const places = new Map([...byWords, ...byMeaning].map((place) => [toPassageKey(place), place]))
    const [found] = await Promise.all([read([...places.values()]), score(byMeaning)])
    const wholes = new Map<string, number>()
    for (const { textId, passagesOfText } of found) {
      if (!wholes.has(textId)) wholes.set(textId, scoreDocument(wordsOf.get(textId), passagesOfText, worth))
    }
    return found.map((passage) => ({
      ...passage,
      lexical: scores.get(passage.textId)?.[passage.position] ?? 0,
      whole: wholes.get(passage.textId) ?? 0,
      held: looked.filter((term) => isAt(wordsOf.get(passage.textId)?.get(term), passage.position)),
    }))
  }

  async function findAmongFew(few: readonly TextSize[], limit: number): Promise<PassageKey[]> {
    const ids = few.map(({ id }) => id)
    const postings = await selectPostings(db, scope, ids, looked, needs)
    const holding = new Map<string, TermHolding>()
    for (const words of postings.values()) {
      for (const [word, some] of words) {
        const { passages = 0, texts = 0 } = holding.get(word) ?? {}
        holding.set(word, { passages: passages + some.length / POSTING_BYTES, texts: texts + 1 })
      }
    }
    const passages = few.reduce((sum, { passages }) => sum + passages, 0)
    worth = computeWeights(times, holding, { passages, texts: few.length })
    const ranking = createRanking(isFree ? limit : undefined)
    rank(ids, postings, ranking)
    return [...(await firstFulfilling(ranking.sorted(), limit)), ...(await findAlwaysIncluded(postings, limit))]
  }

  async function findAmongMany(limit: number): Promise<PassageKey[]> {
    const seen = await surveyCorpus(db, scope, times, candidateIds, limits.textsMost)
    worth = seen.weights
    const ranking = createRanking(isFree ? limit : undefined)
    let from = 0
    let to = Math.min(limits.textsFirst, seen.texts.length)
    for (;;) {
      const ids = seen.texts.slice(from, to).map(({ id }) => id)
      rank(ids, await selectPostings(db, scope, ids, looked, needs), ranking)
      const next = seen.texts[to]
      if (next === undefined || ranking.findWorst(limit) >= next.bound) {
        const found = await firstFulfilling(ranking.sorted(), limit)
        // Passages that don't fulfil the criteria ranked before: the last one found can be worse than the next text.
        const last = found[limit - 1]
        if (next === undefined || (last !== undefined && last.lexical >= next.bound)) {
          const postings = await selectPostings(db, scope, alwaysInclude, looked, needs)
          return [...found, ...(await findAlwaysIncluded(postings, limit))]
        }
      }
      from = to
      to = seen.texts.length
    }
  }

  async function findAlwaysIncluded(postings: Postings, limit: number): Promise<PassageKey[]> {
    const ranking = createRanking(isFree ? limit : undefined)
    rank(alwaysInclude, postings, ranking)
    return firstFulfilling(ranking.sorted(), limit)
  }

  /** Stores the scores of passages, and ranks those that can match the criteria. */
  function rank(ids: readonly string[], postings: Postings, ranking?: Ranking): void {
    for (const textId of ids) {
      const words = postings.get(textId)
      const inText = scoresIn(words, worth.inPassage)
      scores.set(textId, inText)
      wordsOf.set(textId, words)
      if (ranking === undefined) continue
      const isCandidate = isFree ? () => true : candidatesIn(words, needs)
      for (let position = 0; position < inText.length; position++) {
        const lexical = inText[position] ?? 0
        if (lexical > 0 && isCandidate(position)) ranking.add({ textId, position, lexical })
      }
    }
  }

  /** Calculates the word scores of passages that were found by meaning only. */
  async function score(places: readonly PassageKey[]): Promise<void> {
    const ids = [...new Set(places.map(({ textId }) => textId))].filter((id) => !scores.has(id))
    if (looked.length > 0) rank(ids, await selectPostings(db, scope, ids, looked))
  }

  async function nearestWithBesides(limit: number): Promise<PassageKey[]> {
    const all = nearest(limit, candidateIds)
    return alwaysInclude.length === 0 ? all : (await Promise.all([all, nearest(limit, alwaysInclude)])).flat()
  }

  async function nearest(limit: number, among: readonly string[] | undefined): Promise<PassageKey[]> {
    if (space === undefined || vector === undefined) return []
    for (let count = isFree ? limit : limit * 3; ; count = Math.min(count * 5, limits.nearestMost)) {
      const near: VectorNeighbor[] = await selectNearest(db, scope, space, vector, among, count)
      const found = await firstFulfilling(near, limit)
      if (found.length >= limit || near.length < count || count >= limits.nearestMost) return found
    }
  }

  async function newest(limit: number): Promise<PassageHit[]> {
    const found: PassageKey[] = []
    for (let offset = 0; found.length < limit; offset += limits.newestAtOnce) {
      const texts = await scope.newest(db, candidateIds, { limit: limits.newestAtOnce, offset })
      const ids = texts.map(({ id }) => id)
      const postings = isFree ? new Map() : await selectPostings(db, scope, ids, [], needs)
      const places = texts.flatMap(({ id, passages }) => {
        const isCandidate = isFree ? () => true : candidatesIn(postings.get(id), needs)
        const positions = Array.from({ length: passages }, (_, position) => position)
        return positions.filter(isCandidate).map((position) => ({ textId: id, position }))
      })
      found.push(...(await firstFulfilling(places, limit - found.length)))
      if (texts.length < limits.newestAtOnce) break
    }
    return read(found)
  }

  /** Reads passages in order until `limit` of them match all criteria. */
  async function firstFulfilling<P extends PassageKey>(places: readonly P[], limit: number): Promise<P[]> {
    if (isFree) return places.slice(0, limit)
    const found: P[] = []
    for (let from = 0; from < places.length && found.length < limit; from += limits.readAtOnce) {
      const some = places.slice(from, from + limits.readAtOnce)
      await read(some)
      for (const place of some) {
        const passage = passages.get(toPassageKey(place))
        if (passage !== undefined && passage !== null && fulfils(passage)) found.push(place)
      }
    }
    return found.slice(0, limit)
  }

  /** Reads passages. Deleted ones are omitted. */
  async function read(places: readonly PassageKey[]): Promise<PassageHit[]> {
    const missing = places.filter((place) => !passages.has(toPassageKey(place)))
    const found = await selectPassages(db, scope, missing, space, vector)
    for (const place of missing) passages.set(toPassageKey(place), null)
    for (const passage of found) passages.set(toPassageKey(passage), passage)
    return places.flatMap((place) => passages.get(toPassageKey(place)) ?? [])
  }

  return { best: findBestHits, newest }
}

/** Whether a passage matches all criteria. */
function createTest({ phrases, without, speakers }: SearchCriteria): (passage: PassageHit) => boolean {
  const termsOfLine = createLineTerms()
  return ({ lines, headings, text }) => {
    const terms = lines.length > 0 ? lines.flatMap((line) => termsOfLine(line)) : termsOfSource({ headings, text })
    return (
      phrases.every((phrase) => containsSequence(terms, phrase)) &&
      !without.some((run) => containsSequence(terms, run)) &&
      (speakers.length === 0 || listSpeakers(lines).some((name) => speakers.some((part) => name.includes(part))))
    )
  }
}

async function selectPassages(
  db: Reader,
  scope: IndexScope,
  places: readonly PassageKey[],
  space: VectorSpace | undefined,
  vector: Float32Array | undefined,
): Promise<PassageHit[]> {
  if (places.length === 0) return []
  const { org } = scope
  const isMeant = space !== undefined && vector !== undefined
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
           ${isMeant ? sql`-(v.vector <#> ${vectorText(vector)}::halfvec)` : sql`null::float8`} as semantic
    from unnest(${places.map(({ textId }) => textId)}::uuid[], ${places.map(({ position }) => position)}::int[])
      with ordinality as w (text_id, position, n)
    join passages p on p.organization_id = ${org} and p.text_id = w.text_id and p.position = w.position
    join searched_texts t on t.organization_id = ${org} and t.id = p.text_id
    ${
      isMeant
        ? sql`left join passage_vectors v on v.organization_id = ${org} and v.text_id = p.text_id
                and v.passage_id = p.id and v.space_id = ${space.id}`
        : sql``
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
