/** All SQL of legal holds. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type {} from './schema.ts'

/** SQL condition over `conversations c`: whether the conversation is under a hold. */
export const isOnHold = (org: OrganizationId): RawBuilder<unknown> => sql`(
  exists (
    select from legal_holds h
    where h.organization_id = ${org} and h.conversation_id = c.id and h.released_at is null)
  or exists (
    select from legal_holds h
    where h.organization_id = ${org} and h.custodian_id = c.owner_id and h.released_at is null)
  or exists (
    select from conversation_participants p
    join legal_holds h on h.organization_id = ${org} and h.participant_email = p.email and h.released_at is null
    where p.organization_id = ${org} and p.conversation_id = c.id)
  or exists (
    select from conversation_participants p
    join users u on u.organization_id = ${org} and u.email_folded = p.email
    join legal_holds h on h.organization_id = ${org} and h.custodian_id = u.id and h.released_at is null
    where p.organization_id = ${org} and p.conversation_id = c.id))`

/** Returns the holds of one conversation, by the same rule as `isOnHold`. */
export async function selectConversationHolds(
  db: Reader,
  org: OrganizationId,
  conversationId: string,
): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    with c as (
      select id, owner_id from conversations where organization_id = ${org} and id = ${conversationId}),
    people as (
      select email from conversation_participants
      where organization_id = ${org} and conversation_id = ${conversationId})
    select ${columns} from legal_holds
    where organization_id = ${org} and released_at is null and (
      conversation_id = (select id from c)
      or custodian_id = (select owner_id from c)
      or participant_email in (select email from people)
      or custodian_id in (
        select u.id from users u where u.organization_id = ${org} and u.email_folded in (select email from people)))
    order by created_at desc, id desc limit 100`.execute(db)
  return rows
}

export async function selectHeld(
  db: Reader | Writer,
  org: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.organization_id = ${org} and c.id = any(${[...ids]}::uuid[]) and ${isOnHold(org)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface HoldRow {
  id: string
  conversation_id: string | null
  custodian_id: string | null
  participant_email: string | null
  reason: string
  created_by: string | null
  created_at: string
  released_by: string | null
  released_at: string | null
  updated_at: string
}

const columns = sql`
  id, conversation_id, custodian_id, participant_email, reason, created_by, created_at, released_by, released_at,
  greatest(created_at, released_at) as updated_at`

export interface NewHold {
  readonly id: string
  readonly conversationId?: string | undefined
  readonly custodianId?: string | undefined
  /** Case-folded email address. */
  readonly participantEmail?: string | undefined
  readonly reason: string
  readonly by: string | null
  readonly at: Date
}

/** Inserts a hold. A conversation has at most one hold of its own; inserting another replaces its reason. */
export async function insertHold(tx: Writer, org: OrganizationId, hold: NewHold): Promise<HoldRow> {
  const { rows } = await sql<HoldRow>`
    insert into legal_holds (organization_id, id, conversation_id, custodian_id, participant_email, reason, created_by,
      created_at)
    values (${org}, ${hold.id}, ${hold.conversationId ?? null}, ${hold.custodianId ?? null},
      ${hold.participantEmail ?? null}, ${hold.reason}, ${hold.by}, ${hold.at})
    on conflict (organization_id, conversation_id) where conversation_id is not null and released_at is null
    do update set reason = excluded.reason
    returning ${columns}`.execute(tx)
  return rows[0] as HoldRow
}

/** @returns false if the hold was already released; undefined if it doesn't exist */
export async function releaseHold(
  tx: Writer,
  org: OrganizationId,
  id: string,
  by: string | null,
  at: Date,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ released_at: string | null }>`
    select released_at from legal_holds where organization_id = ${org} and id = ${id} for update`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  if (row.released_at !== null) return false
  await sql`
    update legal_holds set released_at = ${at}, released_by = ${by}
    where organization_id = ${org} and id = ${id}`.execute(tx)
  return true
}

/** Releases the hold of this single conversation. @returns false if there was none */
export async function releaseConversationHolds(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  by: string | null,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update legal_holds set released_at = ${at}, released_by = ${by}
    where organization_id = ${org} and conversation_id = ${conversationId} and released_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

const order = newestFirst('legal holds', 'h')

export const selectHolds = (
  db: Reader,
  org: OrganizationId,
  filter: { released: boolean },
  window: ListWindow,
): Promise<{ rows: HoldRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns,
    from: sql`legal_holds h`,
    where: sql`h.organization_id = ${org} and ${filter.released ? sql`true` : sql`h.released_at is null`}`,
    order,
    updated: 'greatest(h.created_at, h.released_at)',
  })
