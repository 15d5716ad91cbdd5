/** Search by meaning, and storage of vectors. */
import { sql } from 'kysely'
import { type Reader, VECTOR_SEARCH, type Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { spokenText, writtenText } from './postings.ts'
import { type IndexScope, isAmong } from './scope.ts'
import { linesFrom } from './write.ts'

export interface VectorSpace {
  readonly id: number
  readonly dimension: number
  /** Type of the vectors in the table of the space. Null without such a table, or while it is filled. */
  readonly ownTable: 'halfvec' | 'vector' | null
}

/** Table that contains only the vectors of one large space, and their index. */
export const toVectorTable = (space: number): string => `search_vectors.space_${space}`

export async function selectSpace(db: Reader, org: OrganizationId, name: string): Promise<VectorSpace | undefined> {
  const { rows } = await sql<VectorSpace>`
    select id, dimension, case when own_table_ready then own_table end as "ownTable"
    from vector_spaces where organization_id = ${org} and name = ${name}`.execute(db)
  return rows[0]
}

/** Vector in pgvector's text format. */
export const vectorText = (values: Float32Array): string => `[${values.join(',')}]`

export interface VectorNeighbor {
  readonly textId: string
  readonly position: number
  readonly semantic: number
}

/** Nearest passages, nearest first. */
export async function selectNearest(
  db: Reader,
  scope: IndexScope,
  space: VectorSpace,
  values: Float32Array,
  among: readonly string[] | undefined,
  limit: number,
): Promise<VectorNeighbor[]> {
  const to = sql`${vectorText(values)}::${sql.raw(space.ownTable ?? 'halfvec')}`
  const inSpace =
    space.ownTable === null
      ? sql`passage_vectors v where v.organization_id = ${scope.org} and v.space_id = ${space.id}`
      : sql`${sql.raw(toVectorTable(space.id))} v where true`
  const { rows } = await sql<{ text_id: string; position: number; semantic: number }>`
    ${sql.raw(VECTOR_SEARCH)} with nearest as materialized (
      select v.text_id, v.passage_id, v.vector <#> ${to} as distance
      from ${inSpace} and ${scope.permits(sql`v.text_id`)} and ${isAmong(sql`v.text_id`, among)}
      order by v.vector <#> ${to}
      limit ${limit}
    )
    select n.text_id, p.position, -n.distance as semantic
    from nearest n
    join passages p on p.organization_id = ${scope.org} and p.text_id = n.text_id and p.id = n.passage_id
    order by n.distance, n.text_id, p.position`.execute(db)
  return rows.map(({ text_id, position, semantic }) => ({ textId: text_id, position, semantic }))
}

export async function selectVectors(
  db: Reader,
  org: OrganizationId,
  textId: string,
  model: string,
): Promise<ReadonlyMap<number, Float32Array>> {
  const { rows } = await sql<{ position: number; vector: Buffer }>`
    select p.position, halfvec_send(v.vector) as vector
    from vector_spaces s
    join passage_vectors v on v.organization_id = ${org} and v.text_id = ${textId} and v.space_id = s.id
    join passages p on p.organization_id = ${org} and p.text_id = ${textId} and p.id = v.passage_id
    where s.organization_id = ${org} and s.name = ${model}`.execute(db)
  return new Map(rows.map(({ position, vector }) => [position, fromHalves(vector)]))
}

/**
 * Reads pgvector's binary format of a halfvec: two bytes dimension, two unused, then big-endian half-precision numbers.
 */
function fromHalves(bytes: Buffer): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Float32Array(view.getUint16(0))
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const value = view.getFloat16(4 + i * 2)
    values[i] = value
    squares += value * value
  }
  // Normalized again, because rounding changed the length.
  const length = Math.sqrt(squares) || 1
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / length
  return values
}

/** Passages of texts with missing vectors in this space, oldest first. */
export async function selectWithoutVector(
  db: Reader,
  org: OrganizationId,
  model: string,
  limit: number,
): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; lines: string | null; headings: string[] | null; text: string | null }>`
    -- None has the number 0.
    with space as materialized (
      select coalesce(max(id), 0) as id from vector_spaces where organization_id = ${org} and name = ${model}
    )
    select p.id, p.lines, p.headings, p.text
    from (
      select t.id from searched_texts t
      where t.organization_id = ${org} and t.space_id is distinct from (select id from space) and t.passages > 0
      order by t.id
      -- Each of them lacks at least one.
      limit ${limit}
    ) behind
    join passages p on p.organization_id = ${org} and p.text_id = behind.id
    where not exists (
      select from passage_vectors v
      where v.organization_id = ${org} and v.text_id = p.text_id and v.passage_id = p.id
        and v.space_id = (select id from space))
    order by behind.id, p.position
    limit ${limit}`.execute(db)
  return rows.map(({ id, lines, headings, text }) => ({
    id,
    text: lines === null ? writtenText({ headings: headings ?? [], text: text ?? '' }) : spokenText(linesFrom(lines)),
  }))
}

export async function insertVectors(
  tx: Writer,
  org: OrganizationId,
  model: string,
  vectors: readonly { id: string; values: Float32Array }[],
): Promise<number> {
  const [first] = vectors
  if (first === undefined) return 0
  const ids = vectors.map(({ id }) => id)
  await sql`
    insert into vector_spaces (organization_id, name, dimension) values (${org}, ${model}, ${first.values.length})
    on conflict (organization_id, name) do nothing`.execute(tx)
  const space = await selectSpace(tx, org, model)
  if (space === undefined) throw new Error('The new vector space was deleted.')
  if (vectors.some(({ values }) => values.length !== space.dimension)) {
    throw new Error(`Vectors of the space ${model} must have ${space.dimension} dimensions.`)
  }
  // Replacing a text's passages locks its row, so the following queries see the final passages.
  const { rows: held } = await sql<{ id: string }>`
    select t.id from searched_texts t
    where t.organization_id = ${org} and t.id in (
      select text_id from passages where organization_id = ${org} and id = any(${ids}::uuid[]))
    order by t.id
    for update`.execute(tx)
  const { rows } = await sql<{ known: number }>`
    with given as materialized (
      select p.text_id, p.id, v.vector
      from unnest(${ids}::uuid[], ${vectors.map(({ values }) => vectorText(values))}::text[]) v (id, vector)
      join passages p on p.organization_id = ${org} and p.id = v.id
    ),
    written as (
      insert into passage_vectors (organization_id, text_id, passage_id, space_id, vector)
      select ${org}, text_id, id, ${space.id}, vector::halfvec from given
      on conflict do nothing
      returning passage_id
    )
    select (select count(*) from given) - (select count(*) from written) as known`.execute(tx)
  await sql`
    update searched_texts t set space_id = ${space.id}
    where t.organization_id = ${org} and t.id = any(${held.map(({ id }) => id)}::uuid[])
      and t.passages = (
        select count(*) from passage_vectors v
        where v.organization_id = ${org} and v.text_id = t.id and v.space_id = ${space.id})`.execute(tx)
  return rows[0]?.known ?? 0
}

/** Number of texts whose vectors are deleted per transaction. */
const FORGOTTEN_AT_ONCE = 50

export async function deleteOtherVectors(
  tx: Writer,
  org: OrganizationId,
  model: string,
  after?: string,
): Promise<string | undefined> {
  const space = await selectSpace(tx, org, model)
  if (space === undefined) return undefined
  const { rows: others } = await sql<{ isBehind: boolean }>`
    select exists (
      select from searched_texts
      where organization_id = ${org} and passages > 0 and space_id is distinct from ${space.id}) as "isBehind"
    from vector_spaces where organization_id = ${org} and id <> ${space.id} limit 1`.execute(tx)
  if (others[0] === undefined || others[0].isBehind) return undefined
  const { rows: texts } = await sql<{ id: string }>`
    select id from searched_texts
    where organization_id = ${org} and id > ${after ?? NIL} order by id limit ${FORGOTTEN_AT_ONCE}`.execute(tx)
  await sql`
    delete from passage_vectors
    where organization_id = ${org} and text_id = any(${texts.map(({ id }) => id)}::uuid[])
      and space_id <> ${space.id}`.execute(tx)
  if (texts.length === FORGOTTEN_AT_ONCE) return texts.at(-1)?.id
  await sql`
    delete from vector_spaces s
    where s.organization_id = ${org} and s.id <> ${space.id}
      and not exists (
        select from searched_texts t where t.organization_id = ${org} and t.space_id = s.id)`.execute(tx)
  return undefined
}

const NIL = '00000000-0000-0000-0000-000000000000'

export async function selectCoverage(
  db: Reader,
  org: OrganizationId,
  model: string,
): Promise<{ embedded: number; passages: number }> {
  const { rows } = await sql<{ embedded: number; passages: number }>`
    with space as materialized (select id from vector_spaces where organization_id = ${org} and name = ${model})
    select coalesce(sum(t.passages), 0)::int as passages,
           (coalesce(sum(t.passages) filter (where t.space_id = (select id from space)), 0)
             + (select count(*) from passage_vectors v
                join searched_texts b on b.organization_id = ${org} and b.id = v.text_id
                where v.organization_id = ${org} and v.space_id = (select id from space)
                  and b.space_id is distinct from v.space_id))::int as embedded
    from searched_texts t where t.organization_id = ${org}`.execute(db)
  return rows[0] ?? { embedded: 0, passages: 0 }
}
