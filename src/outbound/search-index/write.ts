/** Adds texts to the search index, and removes them. */
import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../core/clock.ts'
import type { Reader, TransactBatch, Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { Passage, PreparedPassages, SpokenPassage, TranscriptLine } from '../../core/search.ts'
import { STEMS_VERSION } from '../../core/stems.ts'
import { extractLineTerms } from '../../core/terms.ts'
import { defineWorkerTask, type WorkerPool } from '../../core/worker-pool.ts'
import {
  digestTerm,
  listSpeakers,
  POSTING_BYTES,
  postingBytes,
  spokenText,
  termsOfSource,
  WORD_END,
  type WordRow,
  wordRows,
  writtenText,
} from './postings.ts'

/** Maximum number of rows per statement. */
const AT_ONCE = 2_000
/** The same for prepared passages, which can be inserted in a transaction each. */
const PREPARED_AT_ONCE = 500

const ALWAYS = sql`true`

interface PassageRow {
  readonly position: number
  readonly headings: readonly string[] | null
  readonly text: string | null
  readonly lines: string | null
  readonly digest: string
}

/** Lines in the stored form. */
const serializeLines = (lines: readonly TranscriptLine[]): string =>
  JSON.stringify(lines.map(({ segment, speaker, start, end, text }) => [segment, speaker, start, end, text]))

export const linesFrom = (kept: string): TranscriptLine[] =>
  (JSON.parse(kept) as [number, string, number | null, number | null, string][]).map(
    ([segment, speaker, start, end, text]) => ({ segment, speaker, start, end, text }),
  )

type TextKind = 'conversation' | 'source'

/** Rows of one conversation in batches, as sent to the database. */
interface PreparedText extends PreparedPassages {
  readonly words: string
  /** JSON of rows with IDs. */
  readonly passageSlices: readonly string[]
  readonly wordSlices: readonly WordSlice[]
}

/** Computes the rows of a conversation. */
export function preparePassages(passages: string): PreparedText {
  const { rows, words } = spokenRows(JSON.parse(passages) as SpokenPassage[])
  return {
    ...{ prepared: true, count: rows.length, words: wordLines(words) },
    passageSlices: splitIntoBatches(rows, PREPARED_AT_ONCE).map(withIds),
    wordSlices: splitIntoBatches(words).map(wordSlice),
  }
}

export const preparePassagesTask = defineWorkerTask(
  import.meta.url,
  preparePassages,
  (passages) => passages.length < 65_536,
)

export function prepareConversation(
  passages: string,
  workers: WorkerPool,
  signal: AbortSignal,
): Promise<PreparedPassages> {
  return workers.run(preparePassagesTask, [passages], signal)
}

export async function putConversation(
  tx: Writer,
  org: OrganizationId,
  id: string,
  passages: readonly SpokenPassage[] | PreparedPassages,
): Promise<void> {
  if ('prepared' in passages) return putPrepared(tx, org, id, passages as PreparedText)
  const { rows, words } = spokenRows(passages)
  await put(tx, org, 'conversation', id, rows, words)
}

function spokenRows(passages: readonly SpokenPassage[]): { rows: PassageRow[]; words: WordRow[] } {
  const rows = passages.map(({ position, lines }) => ({
    position,
    headings: null,
    text: null,
    lines: serializeLines(lines),
    digest: digestTerm(spokenText(lines)),
  }))
  const worded = passages.map(({ position, lines }) => ({
    position,
    terms: lines.flatMap((line) => extractLineTerms(line)),
    speakers: listSpeakers(lines),
  }))
  return { rows, words: wordRows(worded) }
}

async function putPrepared(tx: Writer, org: OrganizationId, id: string, prepared: PreparedText): Promise<void> {
  const isNew = await lockText(tx, org, 'conversation', id, prepared.count, prepared.words)
  if (isNew) {
    for (const slice of prepared.passageSlices) await insertPassages(org, id, slice).execute(tx)
  } else {
    const rows = prepared.passageSlices.flatMap((slice) => JSON.parse(slice) as PassageRow[])
    for (const slice of splitIntoBatches(await reuseUnchanged(tx, org, id, rows)))
      await insertPassages(org, id, withIds(slice)).execute(tx)
  }
  for (const slice of prepared.wordSlices) await insertWords(org, 'conversation', id, slice).execute(tx)
  if (!isNew) await reconcileSpace(tx, org, id)
}

/** Adds a new text in several transactions. See `SearchIndex.addConversation`. */
export async function addConversation(
  transactBatch: TransactBatch,
  org: OrganizationId,
  id: string,
  passages: PreparedPassages,
): Promise<boolean> {
  const { count, words, passageSlices, wordSlices } = passages as PreparedText
  const [added] = await transactBatch([
    sql`
      insert into searched_texts (organization_id, conversation_id, passages, words, stems_version, is_complete)
      select ${org}, ${id}, ${count}, ${words}, ${STEMS_VERSION}, false
      where exists (select from conversations where organization_id = ${org} and id = ${id})
      on conflict (organization_id, id) do nothing
      returning id`,
  ])
  if (added?.rows.length !== 1) return false
  const isIncomplete = sql`exists (
    select from searched_texts where organization_id = ${org} and id = ${id} and not is_complete)`
  const run = (step: RawBuilder<unknown>) => whileIncomplete(transactBatch, org, id, step)
  for (const slice of passageSlices) if (!(await run(insertPassages(org, id, slice, isIncomplete)))) return false
  for (const slice of wordSlices) {
    if (!(await run(insertWords(org, 'conversation', id, slice, isIncomplete)))) return false
  }
  return run(sql`
    update searched_texts set is_complete = true
    where organization_id = ${org} and id = ${id} and not is_complete`)
}

/**
 * Runs a statement under the lock of an incomplete text.
 * @param statement changes nothing unless the text exists and is incomplete
 * @returns false if another transaction has completed or deleted the text
 */
async function whileIncomplete(
  transactBatch: TransactBatch,
  org: OrganizationId,
  id: string,
  statement: RawBuilder<unknown>,
): Promise<boolean> {
  const [locked] = await transactBatch([
    sql`select from searched_texts where organization_id = ${org} and id = ${id} and not is_complete for update`,
    statement,
  ])
  return locked?.rows.length === 1
}

export async function putSource(
  tx: Writer,
  org: OrganizationId,
  id: string,
  passages: readonly Passage[],
): Promise<void> {
  const rows = passages.map((passage, position) => ({
    position,
    headings: passage.headings,
    text: passage.text,
    lines: null,
    digest: digestTerm(writtenText(passage)),
  }))
  const worded = passages.map((passage, position) => ({ position, terms: termsOfSource(passage), speakers: [] }))
  await put(tx, org, 'source', id, rows, wordRows(worded))
}

/** Deletes a text. A cascade deletes its passages and their vectors, a trigger its words. */
export async function removeText(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from searched_texts where organization_id = ${org} and id = ${id}`.execute(tx)
}

async function put(
  tx: Writer,
  org: OrganizationId,
  kind: TextKind,
  id: string,
  rows: readonly PassageRow[],
  words: readonly WordRow[],
): Promise<void> {
  const isNew = await lockText(tx, org, kind, id, rows.length, wordLines(words))
  const fresh = isNew ? rows : await reuseUnchanged(tx, org, id, rows)
  await Promise.all([
    inSlices(fresh, (some) => insertPassages(org, id, withIds(some)).execute(tx)),
    inSlices(words, (some) => insertWords(org, kind, id, wordSlice(some)).execute(tx)),
  ])
  if (!isNew) await reconcileSpace(tx, org, id)
}

async function inSlices<T>(all: readonly T[], write: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (const slice of splitIntoBatches(all)) await write(slice)
}

const splitIntoBatches = <T>(all: readonly T[], size = AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

/** Adds IDs to rows, and serializes them as JSON. */
const withIds = (rows: readonly PassageRow[]): string => JSON.stringify(rows.map((row) => ({ id: newId(), ...row })))

const wordLines = (rows: readonly WordRow[]): string => rows.map(({ word }) => word).join(WORD_END)

/** A batch of words. All words are one value, and all postings are another, because arrays would need escaping. */
interface WordSlice {
  readonly words: string
  /** For each word: number of passages, offset of its postings, and maximum weight. */
  readonly counts: readonly number[]
  readonly starts: readonly number[]
  readonly best: readonly number[]
  readonly postings: Uint8Array
}

function wordSlice(rows: readonly WordRow[]): WordSlice {
  let end = 1
  const starts = rows.map(({ postings }) => {
    const start = end
    end += postings.length * POSTING_BYTES
    return start
  })
  return {
    ...{ words: wordLines(rows), counts: rows.map(({ postings }) => postings.length), starts },
    ...{ best: rows.map(({ best }) => best), postings: postingBytes(rows) },
  }
}

const insertWords = (
  org: OrganizationId,
  kind: TextKind,
  id: string,
  slice: WordSlice,
  condition = ALWAYS,
): RawBuilder<unknown> => sql`
  insert into passage_words (organization_id, in_source, word, text_id, passages, best, postings)
  select ${org}, ${kind === 'source'}, word, ${id}, passages, best,
         substring(${Buffer.from(slice.postings)}::bytea from start for passages * ${POSTING_BYTES})
  from unnest(
    string_to_array(${slice.words}, ${WORD_END}), ${slice.counts}::int[],
    ${slice.best}::real[], ${slice.starts}::int[]
  ) as w (word, passages, best, start)
  where ${condition}`

/**
 * Locks the text's row until the transaction ends, so that nobody else changes its passages or vectors. Deletes its
 * words, but keeps its passages.
 * @returns whether the text is new
 */
async function lockText(
  tx: Writer,
  org: OrganizationId,
  kind: TextKind,
  id: string,
  passages: number,
  words: string,
): Promise<boolean> {
  const column = kind === 'conversation' ? sql`conversation_id` : sql`source_id`
  const { rows: made } = await sql`
    insert into searched_texts (organization_id, ${column}, passages, words, stems_version)
    values (${org}, ${id}, ${passages}, ${words}, ${STEMS_VERSION})
    -- Without columns, so that all unique indexes of the row count: two transactions can insert it at the same moment.
    on conflict do nothing
    returning id`.execute(tx)
  if (made.length > 0) return true
  const known = await sql<{ words: string | null }>`
    select words from searched_texts where organization_id = ${org} and id = ${id} for update`.execute(tx)
  await sql`
    delete from passage_words
    where organization_id = ${org} and in_source = ${kind === 'source'}
      and word = any(string_to_array(${known.rows[0]?.words ?? null}::text, ${WORD_END})) and text_id = ${id}`.execute(
    tx,
  )
  await sql`
    update searched_texts
    set passages = ${passages}, words = ${words}, stems_version = ${STEMS_VERSION}, is_complete = true
    where organization_id = ${org} and id = ${id}`.execute(tx)
  return false
}

/**
 * Updates the space in which all passages of a text have vectors, after some passages changed: the newest such space,
 * if any.
 */
async function reconcileSpace(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`
    update searched_texts t
    set space_id = (
      select max(whole.space_id) from (
        select v.space_id from passage_vectors v
        where v.organization_id = ${org} and v.text_id = ${id}
        group by v.space_id having count(*) = t.passages
      ) whole)
    where t.organization_id = ${org} and t.id = ${id}`.execute(tx)
}

/**
 * Keeps rows of unchanged passages with their vectors, and updates their positions. Deletes all other passages of the
 * text.
 * @returns the passages to insert
 */
async function reuseUnchanged(
  tx: Writer,
  org: OrganizationId,
  id: string,
  rows: readonly PassageRow[],
): Promise<readonly PassageRow[]> {
  const { rows: standing } = await sql<{ id: string; digest: string }>`
    select id, digest from passages where organization_id = ${org} and text_id = ${id} order by position`.execute(tx)
  const byDigest = new Map<string, string[]>()
  for (const row of standing) byDigest.set(row.digest, [...(byDigest.get(row.digest) ?? []), row.id])
  const kept: (PassageRow & { id: string })[] = []
  const fresh: PassageRow[] = []
  for (const row of rows) {
    const same = byDigest.get(row.digest)?.shift()
    if (same === undefined) fresh.push(row)
    else kept.push({ ...row, id: same })
  }
  const gone = [...byDigest.values()].flat()
  if (gone.length > 0) {
    await sql`
      delete from passages
      where organization_id = ${org} and text_id = ${id} and id = any(${gone}::uuid[])`.execute(tx)
  }
  if (kept.length > 0) {
    // One statement, because unique positions are checked at its end.
    await sql`
      update passages p set position = k.position, lines = k.lines
      from jsonb_to_recordset(${JSON.stringify(kept.map(({ id, position, lines }) => ({ id, position, lines })))}::jsonb)
        as k (id uuid, position int, lines text)
      where p.organization_id = ${org} and p.text_id = ${id} and p.id = k.id
        and (p.position, p.lines) is distinct from (k.position, k.lines)`.execute(tx)
  }
  return fresh
}

/** @param rows JSON of rows with IDs */
const insertPassages = (org: OrganizationId, id: string, rows: string, condition = ALWAYS): RawBuilder<unknown> => sql`
  insert into passages (organization_id, id, text_id, position, headings, text, lines, digest)
  select ${org}, id, ${id}, position, headings, text, lines, digest
  from jsonb_to_recordset(${rows}::jsonb)
    as r (id uuid, position int, headings text[], text text, lines text, digest uuid)
  where ${condition}`

/**
 * Updates the words of the next text that an older version indexed with other stems, or without words. Its passages and
 * their vectors stay as they are.
 * @returns false if there is no such text
 */
export async function updateWords(
  tx: Writer,
  org: OrganizationId,
  workers: WorkerPool,
  signal: AbortSignal,
): Promise<boolean> {
  // Another transaction that locks a row indexes its text now.
  const { rows: texts } = await sql<{ id: string; isSource: boolean }>`
    select id, source_id is not null as "isSource" from searched_texts
    where organization_id = ${org} and stems_version < ${STEMS_VERSION} and is_complete
    limit 1 for update skip locked`.execute(tx)
  const [text] = texts
  if (text === undefined) return false
  const { rows } = await sql<{ position: number; headings: string[]; text: string; lines: string }>`
    select position, headings, text, lines from passages
    where organization_id = ${org} and text_id = ${text.id} order by position`.execute(tx)
  if (text.isSource) await putSource(tx, org, text.id, rows)
  else {
    const passages = rows.map(({ position, lines }): SpokenPassage => ({ position, lines: linesFrom(lines) }))
    await putConversation(tx, org, text.id, await prepareConversation(JSON.stringify(passages), workers, signal))
  }
  return true
}

export async function selectUnknown(db: Reader, org: OrganizationId, conversations: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select c.id from unnest(${[...conversations]}::uuid[]) as c (id)
    where not exists (
      select from searched_texts t
      where t.organization_id = ${org} and t.conversation_id = c.id and t.is_complete)`.execute(db)
  return rows.map(({ id }) => id)
}
