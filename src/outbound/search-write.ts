/** How texts come into the search index, and leave it. */
import { sql } from 'kysely'
import { newId } from '../core/clock.ts'
import type { Reader, Writer } from '../core/db.ts'
import type { OrganizationId } from '../core/principal.ts'
import type { Passage, SpokenLine, SpokenPassage } from '../core/search.ts'
import {
  createLineTerms,
  digestOf,
  POSTING_BYTES,
  postingBytes,
  speakersOf,
  spokenText,
  termsOfSource,
  WORD_END,
  type Worded,
  type WordRow,
  wordRows,
  writtenText,
} from './search-postings.ts'

/** Rows of one statement. */
const AT_ONCE = 2_000

interface PassageRow {
  readonly position: number
  readonly headings: readonly string[] | null
  readonly text: string | null
  readonly lines: string | null
  readonly digest: string
}

/** Lines as they are kept. */
const linesAsKept = (lines: readonly SpokenLine[]): string =>
  JSON.stringify(lines.map(({ segment, speaker, start, end, text }) => [segment, speaker, start, end, text]))

export const linesFrom = (kept: string): SpokenLine[] =>
  (JSON.parse(kept) as [number, string, number | null, number | null, string][]).map(
    ([segment, speaker, start, end, text]) => ({ segment, speaker, start, end, text }),
  )

type TextKind = 'conversation' | 'source'

export async function putConversation(
  tx: Writer,
  org: OrganizationId,
  id: string,
  passages: readonly SpokenPassage[],
): Promise<void> {
  const termsOfLine = createLineTerms()
  const rows = passages.map(({ position, lines }) => ({
    position,
    headings: null,
    text: null,
    lines: linesAsKept(lines),
    digest: digestOf(spokenText(lines)),
  }))
  const worded = passages.map(({ position, lines }) => ({
    position,
    terms: lines.flatMap((line) => termsOfLine(line)),
    speakers: speakersOf(lines),
  }))
  await put(tx, org, 'conversation', id, rows, worded)
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
    digest: digestOf(writtenText(passage)),
  }))
  const worded = passages.map((passage, position) => ({ position, terms: termsOfSource(passage), speakers: [] }))
  await put(tx, org, 'source', id, rows, worded)
}

/** By cascade its passages and their vectors, by trigger its words. */
export async function removeText(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from searched_texts where organization_id = ${org} and id = ${id}`.execute(tx)
}

async function put(
  tx: Writer,
  org: OrganizationId,
  kind: TextKind,
  id: string,
  rows: readonly PassageRow[],
  worded: readonly Worded[],
): Promise<void> {
  const words = wordRows(worded)
  const isNew = await holdText(tx, org, kind, id, rows.length, words)
  const fresh = isNew ? rows : await keepUnchanged(tx, org, id, rows)
  await Promise.all([
    inSlices(fresh, (some) => insertPassages(tx, org, id, some)),
    inSlices(words, (some) => insertWords(tx, org, kind, id, some)),
  ])
  if (!isNew) await settleSpace(tx, org, id)
}

async function inSlices<T>(all: readonly T[], write: (some: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await write(all.slice(from, from + AT_ONCE))
}

const wordLines = (rows: readonly WordRow[]): string => rows.map(({ word }) => word).join(WORD_END)

async function insertWords(
  tx: Writer,
  org: OrganizationId,
  kind: TextKind,
  id: string,
  rows: readonly WordRow[],
): Promise<void> {
  let end = 1
  const starts = rows.map(({ postings }) => {
    const start = end
    end += postings.length * POSTING_BYTES
    return start
  })
  // One value for all words and one for all postings: lists of them would have to be written and read with care.
  await sql`
    insert into passage_words (organization_id, in_source, word, text_id, passages, best, postings)
    select ${org}, ${kind === 'source'}, word, ${id}, passages, best,
           substring(${postingBytes(rows)}::bytea from start for passages * ${POSTING_BYTES})
    from unnest(
      string_to_array(${wordLines(rows)}, ${WORD_END}), ${rows.map(({ postings }) => postings.length)}::int[],
      ${rows.map(({ best }) => best)}::real[], ${starts}::int[]
    ) as w (word, passages, best, start)`.execute(tx)
}

/**
 * Holds the text's row until the transaction ends, so that nobody else writes its passages or vectors meanwhile. What it
 * was found by is gone, but for its passages.
 * @returns whether it is new
 */
async function holdText(
  tx: Writer,
  org: OrganizationId,
  kind: TextKind,
  id: string,
  passages: number,
  rows: readonly WordRow[],
): Promise<boolean> {
  const words = wordLines(rows)
  const column = kind === 'conversation' ? sql`conversation_id` : sql`source_id`
  const { rows: made } = await sql`
    insert into searched_texts (organization_id, ${column}, passages, words)
    values (${org}, ${id}, ${passages}, ${words})
    on conflict (organization_id, id) do nothing
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
    update searched_texts set passages = ${passages}, words = ${words}
    where organization_id = ${org} and id = ${id}`.execute(tx)
  return false
}

/** Which space a text is whole in after some of its passages have changed: the newest one, if any. */
async function settleSpace(tx: Writer, org: OrganizationId, id: string): Promise<void> {
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
 * Passages that say the same as before stay the rows they were, with their vectors; where they stand may be another.
 * All others of the text are deleted.
 * @returns what has to be written
 */
async function keepUnchanged(
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
    // In one statement: numbers are looked at when it ends.
    await sql`
      update passages p set position = k.position, lines = k.lines
      from jsonb_to_recordset(${JSON.stringify(kept.map(({ id, position, lines }) => ({ id, position, lines })))}::jsonb)
        as k (id uuid, position int, lines text)
      where p.organization_id = ${org} and p.text_id = ${id} and p.id = k.id
        and (p.position, p.lines) is distinct from (k.position, k.lines)`.execute(tx)
  }
  return fresh
}

async function insertPassages(tx: Writer, org: OrganizationId, id: string, rows: readonly PassageRow[]): Promise<void> {
  const given = rows.map((row) => ({ id: newId(), ...row }))
  await sql`
    insert into passages (organization_id, id, text_id, position, headings, text, lines, digest)
    select ${org}, id, ${id}, position, headings, text, lines, digest
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as r (id uuid, position int, headings text[], text text, lines text, digest uuid)`.execute(tx)
}

/** Texts whose words are taken out in one transaction. */
const TAKEN_OUT_AT_ONCE = 20

/** What an older version left: texts of which there are passages and no words. */
export async function takeOutWords(tx: Writer, org: OrganizationId): Promise<boolean> {
  const { rows: texts } = await sql<{ id: string }>`
    select id from searched_texts where organization_id = ${org} and words is null
    order by id limit ${TAKEN_OUT_AT_ONCE}`.execute(tx)
  for (const { id } of texts) {
    const { rows } = await sql<{ headings: string[]; text: string }>`
      select headings, text from passages
      where organization_id = ${org} and text_id = ${id} and text is not null order by position`.execute(tx)
    await putSource(tx, org, id, rows)
  }
  return texts.length === TAKEN_OUT_AT_ONCE
}

export async function selectUnknown(db: Reader, org: OrganizationId, conversations: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select c.id from unnest(${[...conversations]}::uuid[]) as c (id)
    where not exists (
      select from searched_texts t where t.organization_id = ${org} and t.conversation_id = c.id)`.execute(db)
  return rows.map(({ id }) => id)
}
