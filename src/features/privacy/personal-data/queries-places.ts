/**
 * SQL that reads and updates the rows of a place. Table and column names come from `personal-data-columns.ts`, never from requests.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { isOnHold } from '../../conversations/legal-holds/index.ts'
import type { PersonalDataColumn } from './personal-data-columns.ts'
import type { RewritableRow } from './rewrite.ts'

const joinColumns = (place: PersonalDataColumn) =>
  sql.join([...place.key, ...Object.keys(place.columns)].map((column) => sql.ref(column)))

/** Search terms: a row matches if any column contains any of them, ignoring case. */
export interface Needles {
  /** In lower case, with the wildcards of `like` escaped. */
  readonly words: readonly string[]
}

const containsAnyNeedle = (place: PersonalDataColumn, { words }: Needles): RawBuilder<unknown> => {
  const patterns = words.map((word) => `%${word}%`)
  const columns = Object.keys(place.columns).map(
    (column) => sql`lower(${sql.ref(column)}::text) like any(${patterns}::text[])`,
  )
  return sql`(${sql.join(columns, sql` or `)})`
}

/** Condition that no legal hold applies to the conversations a row belongs to. */
function isFree(org: OrganizationId, { table, of }: PersonalDataColumn): RawBuilder<unknown> {
  if (of === undefined) return sql`true`
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conversations =
    of === 'conversation_id'
      ? sql`select ${column('conversation_id')} as id`
      : sql`select l.conversation_id as id from ${sql.table(of.through)} l
            where l.organization_id = ${org} and ${sql.join(
              Object.entries(of.on).map(([mine, theirs]) => sql`${column(mine)} = ${sql.ref(`l.${theirs}`)}`),
              sql` and `,
            )}`
  return sql`not exists (
    select from (${conversations}) mine
    join conversations c on c.organization_id = ${org} and c.id = mine.id
    where ${isOnHold(org)})`
}

/** Locks rows without a legal hold that contain one of the search terms, after a given key. */
export async function lockHolding(
  tx: Writer,
  org: OrganizationId,
  place: PersonalDataColumn,
  needles: Needles,
  after: readonly string[] | undefined,
  limit: number,
): Promise<RewritableRow[]> {
  const key = sql.join(place.key.map((column) => sql.ref(column)))
  const behind = after === undefined ? sql`true` : sql`(${key}) > (${sql.join([...after])})`
  const { rows } = await sql<RewritableRow>`
    select ${joinColumns(place)} from ${sql.table(place.table)}
    where organization_id = ${org} and ${containsAnyNeedle(place, needles)} and ${behind} and ${isFree(org, place)}
    order by ${key} limit ${limit} for update`.execute(tx)
  return rows
}

export async function countHolding(
  db: Reader,
  org: OrganizationId,
  place: PersonalDataColumn,
  needles: Needles,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(place.table)}
    where organization_id = ${org} and ${containsAnyNeedle(place, needles)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Locks the rows that belong to a conversation. */
export async function lockOfConversation(
  tx: Writer,
  org: OrganizationId,
  place: PersonalDataColumn,
  conversationId: string,
): Promise<RewritableRow[]> {
  if (place.of === undefined) return []
  const mine =
    place.of === 'conversation_id'
      ? sql`conversation_id = ${conversationId}`
      : sql`(${sql.join(Object.keys(place.of.on).map((column) => sql.ref(column)))}) in (
          select ${sql.join(Object.values(place.of.on).map((column) => sql.ref(column)))}
          from ${sql.table(place.of.through)}
          where organization_id = ${org} and conversation_id = ${conversationId})`
  const { rows } = await sql<RewritableRow>`
    select ${joinColumns(place)} from ${sql.table(place.table)} where organization_id = ${org} and ${mine}
    order by ${sql.join(place.key.map((column) => sql.ref(column)))} for update`.execute(tx)
  return rows
}

export async function deleteOfConversation(
  tx: Writer,
  org: OrganizationId,
  place: PersonalDataColumn,
  id: string,
): Promise<void> {
  await sql`
    delete from ${sql.table(place.table)} where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
}

/**
 * Tables whose rows have a time of the last change that clients see. Not `actions`: equal times of an action show that
 * nobody edited it.
 */
const TIMED: ReadonlySet<string> = new Set([
  ...['coaching_assignments', 'comments', 'crm_connections', 'decks', 'field_configurations', 'field_items', 'labels'],
  ...['integration_workflows', 'library_folders', 'opportunities', 'retention_policies', 'saved_views', 'scim_groups'],
  ...['scorecard_items', 'scorecard_results', 'scorecards', 'sign_in_providers', 'snippets', 'sources', 'tasks'],
  ...['teams', 'trackers', 'webhooks'],
])

export async function updateRow(
  tx: Writer,
  org: OrganizationId,
  place: PersonalDataColumn,
  row: RewritableRow,
  changes: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) => {
    const holds = place.columns[column]
    const given =
      holds === 'json'
        ? sql`${JSON.stringify(value)}::jsonb`
        : holds === 'list'
          ? sql`${value as string[]}::text[]`
          : sql`${value}`
    return sql`${sql.ref(column)} = ${given}`
  })
  if (TIMED.has(place.table)) set.push(sql`updated_at = ${at}`)
  const same = place.key.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
  await sql`
    update ${sql.table(place.table)} set ${sql.join(set)}
    where organization_id = ${org} and ${sql.join(same, sql` and `)}`.execute(tx)
}
