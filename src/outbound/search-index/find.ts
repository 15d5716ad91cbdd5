/**
 * Finds passages by words and by meaning: the best ones of each, with both scores for all of them.
 *
 * If few texts are in scope, all of their passages are scored. Otherwise, word statistics yield an upper bound for the
 * best passage of each text. Texts are examined in the order of their bounds, as long as a better passage is possible.
 */
import { sql } from 'kysely'
import type { Reader } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { SpokenLine, Wanted, Within } from '../../core/search.ts'
import { standsIn } from '../../core/terms.ts'
import { createLineTerms, isAt, POSTING_BYTES, speakersOf, termsOfSource } from './postings.ts'
import { type Scope, scopeOf, type TextSize } from './scope.ts'
import { type Near, type Space, selectNearest, selectSpace, vectorText } from './vectors.ts'
import {
  candidatesIn,
  type Holding,
  type Needs,
  NO_WORTH,
  type Postings,
  scoresIn,
  selectFulfilling,
  selectPostings,
  survey,
  type WordsOfText,
  type Worth,
  worthFrom,
  worthOfText,
} from './words.ts'
import { linesFrom } from './write.ts'

export interface SearchLimits {
  /** Maximum number of texts of which all passages are scored. */
  readonly few: number
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
  few: 400,
  textsFirst: 300,
  textsMost: 1_200,
  readAtOnce: 400,
  nearestMost: 25_000,
  newestAtOnce: 50,
}

export interface Found {
  readonly id: string
  readonly textId: string
  readonly position: number
  readonly headings: readonly string[]
  readonly text: string
  readonly lines: readonly SpokenLine[]
  readonly passagesOfText: number
  readonly lexical: number
  readonly whole: number
  readonly semantic: number | null
  readonly held: readonly string[]
}

export async function find(
  db: Reader,
  org: OrganizationId,
  within: Within,
  wanted: Wanted,
  limit: number,
  limits: SearchLimits = LIMITS,
): Promise<Found[]> {
  const [scope, space] = await Promise.all([
    scopeOf(db, org, within, limits.few),
    wanted.vector === undefined ? undefined : selectSpace(db, org, wanted.vector.model),
  ])
  if (scope.few?.length === 0) return []
  const needs: Needs = {
    all: [...new Set(wanted.phrases.flat())],
    none: wanted.without.filter((run) => run.length === 1).flat(),
    speakers: wanted.speakers,
  }
  const among = await selectFulfilling(db, scope, needs)
  if (among?.length === 0) return []
  const besides = besidesIn(within, scope, among)
  const search = createSearch(db, scope, wanted, { needs, among, besides, space }, limits)
  return wanted.terms.length === 0 && wanted.vector === undefined ? search.newest(limit) : search.best(limit)
}

/** Texts to include always, as far as they are in scope and can match. */
function besidesIn(within: Within, { few }: Scope, among: readonly string[] | undefined): readonly string[] {
  const besides = 'besides' in within ? (within.besides ?? []) : []
  if (besides.length === 0) return besides
  const fulfilling = among === undefined ? undefined : new Set(among)
  const permitted = few === undefined ? undefined : new Set(few.map(({ id }) => id))
  return besides.filter((id) => fulfilling?.has(id) !== false && permitted?.has(id) !== false)
}

/** Position of a passage. */
interface Place {
  readonly textId: string
  readonly position: number
}
const keyOf = ({ textId, position }: Place): string => `${textId}/${position}`

interface Ranked extends Place {
  readonly lexical: number
}

interface Known {
  readonly needs: Needs
  /** Texts that can contain matches; undefined means all. */
  readonly among: readonly string[] | undefined
  /** Texts whose best passages are always included. */
  readonly besides: readonly string[]
  readonly space: Space | undefined
}

function createSearch(
  db: Reader,
  scope: Scope,
  wanted: Wanted,
  { needs, among, besides, space: given }: Known,
  limits: SearchLimits,
) {
  const vector = wanted.vector?.values
  const space = given?.dimension === vector?.length ? given : undefined
  const isFree = among === undefined && wanted.without.length === 0
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
  const passages = new Map<string, Found | null>()
  let worth: Worth = NO_WORTH

  async function best(limit: number): Promise<Found[]> {
    const [byWords, byMeaning] = await Promise.all([
      wanted.terms.length === 0 ? [] : scope.few === undefined ? amongMany(limit) : amongFew(scope.few, limit),
      nearestWithBesides(limit),
    ])
    const places = new Map([...byWords, ...byMeaning].map((place) => [keyOf(place), place]))
    const [found] = await Promise.all([read([...places.values()]), score(byMeaning)])
    const wholes = new Map<string, number>()
    for (const { textId, passagesOfText } of found) {
      if (!wholes.has(textId)) wholes.set(textId, worthOfText(wordsOf.get(textId), passagesOfText, worth))
    }
    return found.map((passage) => ({
      ...passage,
      lexical: scores.get(passage.textId)?.[passage.position] ?? 0,
      whole: wholes.get(passage.textId) ?? 0,
      held: looked.filter((term) => isAt(wordsOf.get(passage.textId)?.get(term), passage.position)),
    }))
  }

  async function amongFew(few: readonly TextSize[], limit: number): Promise<Place[]> {
    const ids = few.map(({ id }) => id)
    const postings = await selectPostings(db, scope, ids, looked, needs)
    const holding = new Map<string, Holding>()
    for (const words of postings.values()) {
      for (const [word, some] of words) {
        const { passages = 0, texts = 0 } = holding.get(word) ?? {}
        holding.set(word, { passages: passages + some.length / POSTING_BYTES, texts: texts + 1 })
      }
    }
    const passages = few.reduce((sum, { passages }) => sum + passages, 0)
    worth = worthFrom(times, holding, { passages, texts: few.length })
    const ranking = createRanking(isFree ? limit : undefined)
    rank(ids, postings, ranking)
    return [...(await firstFulfilling(ranking.sorted(), limit)), ...(await besidesOf(postings, limit))]
  }

  async function amongMany(limit: number): Promise<Place[]> {
    const seen = await survey(db, scope, times, among, limits.textsMost)
    worth = seen.worth
    const ranking = createRanking(isFree ? limit : undefined)
    let from = 0
    let to = Math.min(limits.textsFirst, seen.texts.length)
    for (;;) {
      const ids = seen.texts.slice(from, to).map(({ id }) => id)
      rank(ids, await selectPostings(db, scope, ids, looked, needs), ranking)
      const next = seen.texts[to]
      if (next === undefined || ranking.worstOf(limit) >= next.bound) {
        const found = await firstFulfilling(ranking.sorted(), limit)
        if (found.length >= limit || next === undefined) {
          const postings = await selectPostings(db, scope, besides, looked, needs)
          return [...found, ...(await besidesOf(postings, limit))]
        }
      }
      from = to
      to = seen.texts.length
    }
  }

  async function besidesOf(postings: Postings, limit: number): Promise<Place[]> {
    const ranking = createRanking(isFree ? limit : undefined)
    rank(besides, postings, ranking)
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
  async function score(places: readonly Place[]): Promise<void> {
    const ids = [...new Set(places.map(({ textId }) => textId))].filter((id) => !scores.has(id))
    if (looked.length > 0) rank(ids, await selectPostings(db, scope, ids, looked))
  }

  async function nearestWithBesides(limit: number): Promise<Place[]> {
    const all = nearest(limit, among)
    return besides.length === 0 ? all : (await Promise.all([all, nearest(limit, besides)])).flat()
  }

  async function nearest(limit: number, among: readonly string[] | undefined): Promise<Place[]> {
    if (space === undefined || vector === undefined) return []
    for (let count = isFree ? limit : limit * 3; ; count = Math.min(count * 5, limits.nearestMost)) {
      const near: Near[] = await selectNearest(db, scope, space, vector, among, count)
      const found = await firstFulfilling(near, limit)
      if (found.length >= limit || near.length < count || count >= limits.nearestMost) return found
    }
  }

  async function newest(limit: number): Promise<Found[]> {
    const found: Place[] = []
    for (let offset = 0; found.length < limit; offset += limits.newestAtOnce) {
      const texts = await scope.newest(db, among, { limit: limits.newestAtOnce, offset })
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
  async function firstFulfilling<P extends Place>(places: readonly P[], limit: number): Promise<P[]> {
    if (isFree) return places.slice(0, limit)
    const found: P[] = []
    for (let from = 0; from < places.length && found.length < limit; from += limits.readAtOnce) {
      const some = places.slice(from, from + limits.readAtOnce)
      await read(some)
      for (const place of some) {
        const passage = passages.get(keyOf(place))
        if (passage !== undefined && passage !== null && fulfils(passage)) found.push(place)
      }
    }
    return found.slice(0, limit)
  }

  /** Reads passages. Deleted ones are omitted. */
  async function read(places: readonly Place[]): Promise<Found[]> {
    const missing = places.filter((place) => !passages.has(keyOf(place)))
    const found = await selectPassages(db, scope, missing, space, vector)
    for (const place of missing) passages.set(keyOf(place), null)
    for (const passage of found) passages.set(keyOf(passage), passage)
    return places.flatMap((place) => passages.get(keyOf(place)) ?? [])
  }

  return { best, newest }
}

/** Best passages in a deterministic order: ties are sorted by text and position. */
interface Ranking {
  add(ranked: Ranked): void
  /** Score of the last of the first `count` passages; minus infinity if there are fewer. */
  worstOf(count: number): number
  sorted(): readonly Ranked[]
}

const compare = (one: Ranked, other: Ranked): number =>
  other.lexical - one.lexical ||
  (one.textId < other.textId ? -1 : one.textId > other.textId ? 1 : one.position - other.position)

/** @param most maximum number of passages; undefined keeps all */
function createRanking(most: number | undefined): Ranking {
  let kept: Ranked[] = []
  let least = Number.NEGATIVE_INFINITY
  const cut = () => {
    kept.sort(compare)
    if (most === undefined || kept.length < most) return
    kept = kept.slice(0, most)
    least = kept.at(-1)?.lexical ?? least
  }
  return {
    add(ranked) {
      if (ranked.lexical < least) return
      kept.push(ranked)
      if (most !== undefined && kept.length >= most * 8) cut()
    },
    worstOf(count) {
      cut()
      return kept[count - 1]?.lexical ?? Number.NEGATIVE_INFINITY
    },
    sorted() {
      cut()
      return kept
    },
  }
}

/** Whether a passage matches all criteria. */
function createTest({ phrases, without, speakers }: Wanted): (passage: Found) => boolean {
  const termsOfLine = createLineTerms()
  return ({ lines, headings, text }) => {
    const terms = lines.length > 0 ? lines.flatMap((line) => termsOfLine(line)) : termsOfSource({ headings, text })
    return (
      phrases.every((phrase) => standsIn(terms, phrase)) &&
      !without.some((run) => standsIn(terms, run)) &&
      (speakers.length === 0 || speakersOf(lines).some((name) => speakers.some((part) => name.includes(part))))
    )
  }
}

async function selectPassages(
  db: Reader,
  scope: Scope,
  places: readonly Place[],
  space: Space | undefined,
  vector: Float32Array | undefined,
): Promise<Found[]> {
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
