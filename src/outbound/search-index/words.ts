/** Search by words. */
import { sql } from 'kysely'
import type { Reader } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { SpeakerKnown } from '../../core/search.ts'
import { containsWord } from '../../core/sql-word-match.ts'
import { addPostings, B, getExtent, positionsIn, rarity, SPEAKER_WORDS, sumOfPostings, WORD_END } from './postings.ts'
import { type IndexScope, isAmong, type ScopeCondition } from './scope.ts'

/** Weight of each term: its rarity in scope, times its number of occurrences in the query. */
export type TermWeights = ReadonlyMap<string, number>

/** Term weights for the comparison of passages and of whole texts. */
export interface ScoringWeights {
  readonly inPassage: TermWeights
  readonly inText: TermWeights
  /** Average number of passages per text in scope. */
  readonly averagePassages: number
}

export const NO_WEIGHTS: ScoringWeights = { inPassage: new Map(), inText: new Map(), averagePassages: 1 }

/** Number of passages and of texts that contain a word. */
export interface TermHolding {
  readonly passages: number
  readonly texts: number
}

/** Postings of words, by text. */
export type Postings = ReadonlyMap<string, WordsOfText>
export type WordsOfText = ReadonlyMap<string, Buffer>

/** Criteria that the word index can check. */
export interface RequiredTerms {
  readonly all: readonly string[]
  readonly none: readonly string[]
  /** Words of speaker names. */
  readonly speakers: readonly string[]
}

const inWords = ({ org, inSource }: IndexScope): ScopeCondition =>
  sql`w.organization_id = ${org} and w.in_source = ${inSource}`

const isSpeaker = (speakers: readonly string[]): ScopeCondition => {
  const parts = speakers.map((name) => sql`strpos(w.word, ${name}) > 0`)
  return sql`w.word >= ${SPEAKER_WORDS[0]} and w.word < ${SPEAKER_WORDS[1]} and (${sql.join(parts, sql` or `)})`
}

/** Texts that contain all words that their passages must contain; undefined if there are no such words. */
export async function selectFulfilling(
  db: Reader,
  scope: IndexScope,
  { all, speakers }: RequiredTerms,
): Promise<string[] | undefined> {
  const conditions = [sql`${inWords(scope)} and ${scope.permits(sql`w.text_id`)}`]
  const parts: ScopeCondition[] = []
  if (all.length > 0) {
    parts.push(sql`
      select w.text_id as id from passage_words w
      where ${sql.join(conditions)} and w.word = any(${[...all]}::text[])
      group by w.text_id having count(*) = ${all.length}`)
  }
  if (speakers.length > 0) {
    parts.push(sql`
      select w.text_id as id from passage_words w where ${sql.join(conditions)} and ${isSpeaker(speakers)}`)
  }
  if (parts.length === 0) return undefined
  const { rows } = await sql<{
    id: string
  }>`${parts.length === 1 ? sql`select distinct id from (${parts[0]}) p` : sql.join(parts, sql` intersect `)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Number of texts that contain each term, up to `most`. */
export async function countTexts(
  db: Reader,
  org: OrganizationId,
  conversations: ScopeCondition,
  terms: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ word: string; n: number }>`
    select a.word, found.n
    from unnest(${[...terms]}::text[]) a (word)
    cross join lateral (
      select count(*)::int as n from (
        select from passage_words w
        where w.organization_id = ${org} and not w.in_source and w.word = a.word
          and w.text_id in (
            select c.id from conversations c where c.organization_id = ${org} and (${conversations}))
        limit ${most}) counted) found
    where found.n > 0`.execute(db)
  return new Map(rows.map(({ word, n }) => [word, n]))
}

/** Words of the newest texts, as they are stored. */
export async function selectNewestWords(
  db: Reader,
  org: OrganizationId,
  conversations: ScopeCondition,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select t.words
    from (
      select c.id from conversations c
      where c.organization_id = ${org} and (${conversations})
      order by c.started_at desc, c.id desc limit ${count}
    ) newest
    join searched_texts t on t.organization_id = ${org} and t.id = newest.id
    where t.words is not null`.execute(db)
  return rows.flatMap(({ words }) => words.split(WORD_END))
}

/**
 * Finds speakers by words of their names. Names are read once, because most speakers recur; then the permitted
 * conversations are counted for names with a matching word.
 */
export async function selectSpokenBy(
  db: Reader,
  org: OrganizationId,
  conversations: ScopeCondition,
  words: readonly string[],
  { names, most }: { names: number; most: number },
): Promise<SpeakerKnown[]> {
  const inSpeech = sql`w.organization_id = ${org} and not w.in_source`
  const { rows } = await sql<SpeakerKnown>`
    with names as materialized (
      select distinct w.word from passage_words w
      where ${inSpeech} and w.word >= ${SPEAKER_WORDS[0]} and w.word < ${SPEAKER_WORDS[1]}
    ),
    named as materialized (
      select n.word as name, array_agg(a.word order by a.word) as words
      from unnest(${[...words]}::text[]) a (word) join names n on ${containsWord(sql`n.word`, sql`a.word`)}
      group by n.word
    )
    select substr(n.name, ${SPEAKER_WORDS[0].length + 1}) as name, n.words,
           count(*)::int as count, (array_agg(w.text_id order by w.text_id desc))[1:${sql.lit(most)}] as ids
    from named n
    join passage_words w on ${inSpeech} and w.word = n.name
      and w.text_id in (
        select c.id from conversations c where c.organization_id = ${org} and (${conversations}))
    group by n.name, n.words
    order by array_length(n.words, 1) desc, n.name
    limit ${names}`.execute(db)
  return rows
}

/** Term weights in scope, and the texts with the best possible passages, best first. */
export interface CorpusStatistics {
  readonly weights: ScoringWeights
  readonly texts: readonly { readonly id: string; readonly bound: number }[]
}

/** @param among only these texts; undefined means all texts in scope */
export async function surveyCorpus(
  db: Reader,
  scope: IndexScope,
  times: ReadonlyMap<string, number>,
  among: readonly string[] | undefined,
  limit: number,
): Promise<CorpusStatistics> {
  const words = [...times.keys()]
  const { rows } = await sql<{
    all_passages: number
    all_texts: number
    words: string[] | null
    passages: number[] | null
    holding: number[] | null
    texts: string[] | null
    bounds: number[] | null
  }>`
    with found as materialized (
      select w.word, w.text_id, w.passages, w.best
      from passage_words w
      where ${inWords(scope)} and w.word = any(${words}::text[]) and ${scope.permits(sql`w.text_id`)}
    ),
    total as materialized (
      select coalesce(sum(t.passages), 0)::float8 as passages, count(*)::float8 as texts
      from searched_texts t
      where t.organization_id = ${scope.org} and (t.source_id is not null) = ${scope.inSource} and t.passages > 0
        and ${scope.permits(sql`t.id`)}
    ),
    terms as materialized (
      select f.word, f.passages, f.texts, a.times * ln(1 + (t.passages - f.passages + 0.5) / (f.passages + 0.5)) as weight
      from unnest(${words}::text[], ${[...times.values()]}::int[]) a (word, times)
      cross join total t
      join (
        select word, sum(passages)::float8 as passages, count(*)::float8 as texts from found group by word
      ) f on f.word = a.word
    ),
    best as materialized (
      select f.text_id, sum(t.weight * f.best) as bound
      from found f join terms t on t.word = f.word
      where ${isAmong(sql`f.text_id`, among)}
      group by f.text_id
      order by bound desc, f.text_id
      limit ${limit}
    )
    select (select passages from total) as all_passages,
           (select texts from total) as all_texts,
           (select array_agg(word order by word) from terms) as words,
           (select array_agg(passages order by word) from terms) as passages,
           (select array_agg(texts order by word) from terms) as holding,
           (select array_agg(text_id order by bound desc, text_id) from best) as texts,
           (select array_agg(bound order by bound desc, text_id) from best) as bounds`.execute(db)
  const row = rows[0]
  const holding = new Map(
    (row?.words ?? []).map((word, i) => [word, { passages: row?.passages?.[i] ?? 0, texts: row?.holding?.[i] ?? 0 }]),
  )
  return {
    weights: computeWeights(times, holding, { passages: row?.all_passages ?? 0, texts: row?.all_texts ?? 0 }),
    texts: (row?.texts ?? []).map((id, i) => ({ id, bound: row?.bounds?.[i] ?? 0 })),
  }
}

/** @param all number of passages and texts in scope */
export function computeWeights(
  times: ReadonlyMap<string, number>,
  holding: ReadonlyMap<string, TermHolding>,
  all: TermHolding,
): ScoringWeights {
  const weights = (unit: keyof TermHolding): TermWeights =>
    new Map([...times].map(([term, n]) => [term, n * rarity(holding.get(term)?.[unit] ?? 0, all[unit])]))
  return {
    inPassage: weights('passages'),
    inText: weights('texts'),
    averagePassages: all.texts === 0 ? 1 : all.passages / all.texts,
  }
}

/** Postings of query terms and required words in some texts. */
export async function selectPostings(
  db: Reader,
  scope: IndexScope,
  texts: readonly string[],
  terms: Iterable<string>,
  needs?: RequiredTerms,
): Promise<Postings> {
  if (texts.length === 0) return new Map()
  const words = [...new Set([...terms, ...(needs?.all ?? []), ...(needs?.none ?? [])])]
  const ofThese = sql`${inWords(scope)} and w.text_id = any(${[...texts]}::uuid[])`
  const ofSpeakers =
    needs === undefined || needs.speakers.length === 0
      ? sql``
      : sql`
    union all
    select w.word, w.text_id, w.postings from passage_words w where ${ofThese} and ${isSpeaker(needs.speakers)}`
  const { rows } = await sql<{ word: string; text_id: string; postings: Buffer }>`
    select w.word, w.text_id, w.postings from passage_words w where ${ofThese} and w.word = any(${words}::text[])
    ${ofSpeakers}`.execute(db)
  const byText = new Map<string, Map<string, Buffer>>()
  for (const { word, text_id, postings } of rows) {
    const words = byText.get(text_id)
    if (words === undefined) byText.set(text_id, new Map([[word, postings]]))
    else words.set(word, postings)
  }
  return byText
}

/** Scores of a text's passages by position, up to the last passage that contains a term. */
export function scoresIn(words: WordsOfText | undefined, weights: TermWeights): Float64Array {
  const found: [Buffer, number][] = []
  let extent = 0
  for (const [term, weight] of weights) {
    const postings = words?.get(term)
    if (postings === undefined) continue
    found.push([postings, weight])
    extent = Math.max(extent, getExtent(postings))
  }
  const scores = new Float64Array(extent)
  for (const [postings, weight] of found) addPostings(scores, postings, weight)
  return scores
}

/** Saturation parameter of repeated words in a whole text. */
const TEXT_K1 = 4

/**
 * Score of a whole text: BM25 over texts. The sum of the word's weights in the passages replaces its number of
 * occurrences, which isn't stored.
 */
export function scoreDocument(
  words: WordsOfText | undefined,
  passages: number,
  { inText, averagePassages }: ScoringWeights,
): number {
  const length = 1 - B + (B * passages) / averagePassages
  let score = 0
  for (const [term, weight] of inText) {
    const frequency = sumOfPostings(words?.get(term))
    score += (weight * frequency) / (frequency + TEXT_K1 * length)
  }
  return score
}

/** Whether a passage can match the criteria, according to the word index. */
export function candidatesIn(words: WordsOfText | undefined, needs: RequiredTerms): (position: number) => boolean {
  const getPositions = (word: string) => new Set(positionsIn(words?.get(word)))
  const all = needs.all.map(getPositions)
  const none = needs.none.map(getPositions)
  const spoken = new Set<number>()
  for (const [word, postings] of needs.speakers.length === 0 ? [] : (words ?? [])) {
    if (!word.startsWith(SPEAKER_WORDS[0]) || !needs.speakers.some((name) => word.includes(name))) continue
    for (const position of positionsIn(postings)) spoken.add(position)
  }
  return (position) =>
    all.every((set) => set.has(position)) &&
    !none.some((set) => set.has(position)) &&
    (needs.speakers.length === 0 || spoken.has(position))
}
