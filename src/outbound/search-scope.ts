/** Where is looked: which texts whoever asks may find. Part of every query, never a sieve afterwards. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../core/db.ts'
import type { OrganizationId } from '../core/principal.ts'
import type { Within } from '../core/search.ts'

export type Condition = RawBuilder<unknown>

export interface TextSize {
  readonly id: string
  readonly passages: number
}

export interface Scope {
  readonly org: OrganizationId
  readonly inSource: boolean
  /** That a text may be found at all. */
  permits(textId: Condition): Condition
  /** All texts there are to find, where they are few. */
  readonly few: readonly TextSize[] | undefined
  /** Permitted texts, the newest first; only some of them, when those are given. */
  newest(db: Reader, among: readonly string[] | undefined, page: { limit: number; offset: number }): Promise<TextSize[]>
}

/** @param most so many texts are few: asked for by their ids, so that no plan has to guess how many are permitted */
export async function scopeOf(db: Reader, org: OrganizationId, within: Within, most: number): Promise<Scope> {
  const permitted = permittedTexts(org, within)
  const { rows } = await sql<TextSize>`
    select few.id, coalesce(t.passages, 0) as passages
    from (${permitted()} limit ${most + 1}) few
    left join searched_texts t on t.organization_id = ${org} and t.id = few.id`.execute(db)
  const few = rows.length > most ? undefined : rows.filter(({ passages }) => passages > 0)
  const ids = few?.map(({ id }) => id)
  const permits = (textId: Condition) =>
    ids === undefined ? sql`${textId} in (${permitted()})` : sql`${textId} = any(${ids}::uuid[])`
  return {
    org,
    inSource: 'sources' in within,
    few,
    permits,
    async newest(db, among, { limit, offset }) {
      const { rows } = await sql<TextSize>`
        select t.id, t.passages
        from (${permitted('newest first')}) found (id, at)
        join searched_texts t on t.organization_id = ${org} and t.id = found.id
        where t.passages > 0 and ${permits(sql`t.id`)} and ${isAmong(sql`t.id`, among)}
        order by found.at desc, found.id desc
        limit ${limit} offset ${offset}`.execute(db)
      return rows
    },
  }
}

export const isAmong = (textId: Condition, ids: readonly string[] | undefined): Condition =>
  ids === undefined ? sql`true` : sql`${textId} = any(${[...ids]}::uuid[])`

/** A condition over conversations stands alone with them in a query, since it may name columns as it likes. */
function permittedTexts(org: OrganizationId, within: Within): (order?: 'newest first') => Condition {
  if ('conversations' in within) {
    return (order) => sql`
      select c.id${order === undefined ? sql`` : sql`, c.started_at`}
      from conversations c where c.organization_id = ${org} and (${within.conversations})`
  }
  const { sources } = within
  return (order) => sql`
    select s.id${order === undefined ? sql`` : sql`, null::timestamptz`}
    from searched_texts s
    where s.organization_id = ${org} and s.source_id is not null
      ${sources === 'all' ? sql`` : sql`and s.id = any(${[...sources]}::uuid[])`}`
}
