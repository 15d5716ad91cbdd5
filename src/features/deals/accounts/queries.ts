/** SQL of accounts: CRM records of companies that are linked to visible conversations. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import { ascending, defineOrder, descending, orderBy } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, planPage, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import {
  ACCOUNT_CODES,
  type AccountCode,
  type AccountKey,
  type CrmFields,
  DEAL_CODES,
  NAMING_FIELDS,
} from '../../conversations/crm-records/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import { NEWEST } from '../deal-overviews/index.ts'

export interface AccountRow extends AccountKey {
  /** Fields of the CRM record. Empty if it isn't stored. */
  readonly fields: CrmFields
  /** Number of conversations that the caller can read, without archived ones. */
  readonly calls: number
  readonly last: { readonly id: string; readonly title: string; readonly startedAt: string }
  /** IDs of the newest conversations, newest first. */
  readonly newest: readonly string[]
}

interface StoredRow {
  code: AccountCode
  record_id: string
  fields: string | null
  calls: number
  last_id: string
  last_title: string
  last_at: string
  newest: string[]
}

const order = defineOrder(
  'accounts, most recently active',
  descending('a.last_at', 'time'),
  ascending('a.code', 'text'),
  ascending('a.record_id', 'text'),
)

/** Conversations `c` with a link `l` to an account that the caller can read. */
const linkedConversations = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> => sql`
  conversation_crm_links l
  join conversations c on c.organization_id = ${org} and c.id = l.conversation_id and not c.archived
    and ${visibleTo(visibility)}
  where l.organization_id = ${org} and l.code = any(${[...ACCOUNT_CODES]}::text[])`

/**
 * One page of accounts that are linked to a visible conversation, most recently active first.
 * @param text that a name, a domain or the CRM ID contains. Empty: all
 */
export async function selectAccounts(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  text: string,
  window: ListWindow,
): Promise<{ rows: AccountRow[]; meta: ListMeta }> {
  const contains = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`
  const isNamed =
    text === ''
      ? sql`true`
      : sql`(${contains('l.record_id')} or (l.code, l.record_id) in (
          select v.code, v.record_id from crm_record_values v
          where v.organization_id = ${org} and v.field = any(${[...NAMING_FIELDS]}::text[])
            and v.code = any(${[...ACCOUNT_CODES]}::text[]) and ${contains('v.value')}))`
  const { condition, sorted, key, finish } = planPage(order, window)
  const { rows } = await sql<{ total: number } & (StoredRow | { code: null })>`
    with accounts as materialized (
      select l.code, l.record_id, count(*)::int as calls, max(c.started_at) as last_at
      from ${linkedConversations(org, visibility)} and ${isNamed}
      group by l.code, l.record_id
    ),
    page as (select a.code, a.record_id, a.calls, a.last_at${key} from accounts a where ${condition} ${sorted})
    select (select count(*)::int from accounts) as total, a.code, a.record_id, a.calls, r.fields::text as fields,
           n.newest, f.id as last_id, f.title as last_title, f.started_at as last_at
           ${window.cursor === undefined ? sql`` : sql`, a.list_key`}
    from (select 1) one
    left join page a on true
    left join lateral (
      select array(
        select c.id from ${linkedConversations(org, visibility)} and l.code = a.code and l.record_id = a.record_id
        order by c.started_at desc, c.id desc limit ${sql.lit(NEWEST)}) as newest
    ) n on true
    left join conversations f on f.organization_id = ${org} and f.id = n.newest[1]
    left join crm_records r on r.organization_id = ${org} and r.code = a.code and r.id = a.record_id
    ${orderBy(order)}`.execute(db)
  const found = rows.flatMap((row) => (row.code === null ? [] : [row as StoredRow]))
  const { rows: page, meta } = finish(found, rows[0]?.total ?? 0)
  return { rows: page.map(toAccountRow), meta }
}

/** Returns an account. Undefined if no conversation that the caller can read is linked to it. */
export async function selectAccount(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  key: AccountKey,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<StoredRow>`
    with linked as materialized (
      select c.id, c.started_at from ${linkedConversations(org, visibility)} and ${isAccount(key)}
    ),
    newest as (
      select array(select id from linked order by started_at desc, id desc limit ${sql.lit(NEWEST)}) as newest
    )
    select ${key.code} as code, ${key.recordId} as record_id, (select count(*)::int from linked) as calls, n.newest,
           f.id as last_id, f.title as last_title, f.started_at as last_at,
           (select r.fields::text from crm_records r
            where r.organization_id = ${org} and r.code = ${key.code} and r.id = ${key.recordId}) as fields
    from newest n
    join conversations f on f.organization_id = ${org} and f.id = n.newest[1]`.execute(db)
  const [row] = rows
  return row === undefined ? undefined : toAccountRow(row)
}

const isAccount = ({ code, recordId }: AccountKey) => sql`l.code = ${code} and l.record_id = ${recordId}`

const toAccountRow = (row: StoredRow): AccountRow => ({
  code: row.code,
  recordId: row.record_id,
  fields: row.fields === null ? {} : (JSON.parse(row.fields) as CrmFields),
  calls: row.calls,
  last: { id: row.last_id, title: row.last_title, startedAt: row.last_at },
  newest: row.newest,
})

const callOrder = defineOrder(
  'conversations of an account',
  descending('c.started_at', 'time'),
  descending('c.id', 'uuid'),
)

/** IDs of one page of the conversations of an account, newest first. */
export async function selectAccountCalls(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  key: AccountKey,
  window: ListWindow,
): Promise<{ ids: string[]; meta: ListMeta }> {
  const { rows, meta } = await selectListPage<{ id: string }>(db, window, {
    columns: sql`c.id`,
    from: sql`conversations c`,
    where: sql`c.organization_id = ${org} and not c.archived and ${visibleTo(visibility)} and c.id in (
      select l.conversation_id from conversation_crm_links l where l.organization_id = ${org} and ${isAccount(key)})`,
    order: callOrder,
  })
  return { ids: rows.map(({ id }) => id), meta }
}

export interface AccountDeal {
  readonly id: string
  readonly fields: CrmFields
}

/** Maximum number of deals of which the amounts are read. */
const DEALS_MAX = 2_000

/** Deals of the visible conversations of accounts, most recently active first, by the key of the account. */
export async function selectAccountDeals(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  accounts: readonly AccountKey[],
): Promise<ReadonlyMap<string, AccountDeal[]>> {
  const { rows } = await sql<{ code: AccountCode; record_id: string; id: string; fields: string | null }>`
    with deals as (
      select l.code, l.record_id, c.opportunity_id, max(c.started_at) as last_at
      from ${linkedConversations(org, visibility)} and c.opportunity_id is not null
        and (l.code, l.record_id) in (
          select code, record_id
          from unnest(${accounts.map(({ code }) => code)}::text[], ${accounts.map(({ recordId }) => recordId)}::text[])
            as given (code, record_id))
      group by l.code, l.record_id, c.opportunity_id
      order by last_at desc, c.opportunity_id limit ${sql.lit(DEALS_MAX)}
    )
    select d.code, d.record_id, o.id, r.fields
    from deals d
    join opportunities o on o.organization_id = ${org} and o.id = d.opportunity_id
    left join lateral (
      select r.fields::text as fields from crm_records r
      where r.organization_id = ${org} and r.code = any(${[...DEAL_CODES]}::text[]) and r.id = o.external_id
      order by r.updated_at desc limit 1
    ) r on true
    order by d.last_at desc, o.id`.execute(db)
  const found = new Map<string, AccountDeal[]>()
  for (const { code, record_id: recordId, id, fields } of rows) {
    const deal = { id, fields: fields === null ? {} : (JSON.parse(fields) as CrmFields) }
    const key = toMapKey({ code, recordId })
    found.set(key, [...(found.get(key) ?? []), deal])
  }
  return found
}

export const toMapKey = ({ code, recordId }: AccountKey): string => `${code}/${recordId}`
