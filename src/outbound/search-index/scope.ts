/**
 * Search scope: the texts that a caller can find. The condition is part of every query; results are never filtered
 * afterwards.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { SearchScope } from '../../core/search.ts'

export type ScopeCondition = RawBuilder<unknown>

export interface TextSize {
  readonly id: string
  readonly passages: number
}

export interface IndexScope {
  readonly org: OrganizationId
  readonly inSource: boolean
  /** Condition that a text is in scope. */
  permits(textId: ScopeCondition): ScopeCondition
  /** All texts in scope, if there are few; otherwise undefined. */
  readonly fewTexts: readonly TextSize[] | undefined
  /** Texts in scope, newest first. `among` limits them to some texts. */
  newest(db: Reader, among: readonly string[] | undefined, page: { limit: number; offset: number }): Promise<TextSize[]>
}

/**
 * @param most maximum number of texts that count as few; they are queried by ID, so that plans don't depend on
 * estimates of permitted texts
 */
export async function loadScope(
  db: Reader,
  org: OrganizationId,
  within: SearchScope,
  most: number,
): Promise<IndexScope> {
  const permitted = permittedTexts(org, within)
  const { rows } = await sql<TextSize>`
    select few.id, coalesce(t.passages, 0) as passages
    from (${permitted()} limit ${most + 1}) few
    left join searched_texts t on t.organization_id = ${org} and t.id = few.id`.execute(db)
  const few = rows.length > most ? undefined : rows.filter(({ passages }) => passages > 0)
  const ids = few?.map(({ id }) => id)
  const permits = (textId: ScopeCondition) =>
    ids === undefined ? sql`${textId} in (${permitted()})` : sql`${textId} = any(${ids}::uuid[])`
  return {
    org,
    inSource: 'sources' in within,
    fewTexts: few,
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

export const isAmong = (textId: ScopeCondition, ids: readonly string[] | undefined): ScopeCondition =>
  ids === undefined ? sql`true` : sql`${textId} = any(${[...ids]}::uuid[])`

/** Subquery with the condition over conversations. Separate, because the condition can use any column names. */
function permittedTexts(org: OrganizationId, within: SearchScope): (order?: 'newest first') => ScopeCondition {
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
