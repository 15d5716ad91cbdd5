/** All SQL of labels. */
import { type RawBuilder, sql } from 'kysely'
import { PREPARED, type Reader, type Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Option } from './model.ts'
import type { HolderKind } from './schema.ts'

export interface LabelRow {
  id: string
  name: string
  description: string
  ai_flow: boolean
  all_teams: boolean
  team_ids: string[]
  options: Option[]
  updated_at: string
}

const uuids = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`

const columns = sql`
  l.id, l.name, l.description, l.ai_flow, l.all_teams, l.updated_at,
  coalesce((
    select json_agg(t.team_id order by t.team_id) from label_teams t
    where t.organization_id = l.organization_id and t.label_id = l.id), '[]') as team_ids,
  coalesce((
    select json_agg(json_build_object('id', o.id, 'value', o.value, 'description', o.description) order by o.position)
    from label_options o where o.organization_id = l.organization_id and o.label_id = l.id), '[]') as options`

/** @param prefix `PREPARED` for a statement that each analysis runs */
const selectLabels = (which: RawBuilder<unknown>, prefix = '') => sql<LabelRow>`
  ${sql.raw(prefix)} select ${columns} from labels l where ${which}`

export async function selectLabel(db: Reader, org: OrganizationId, id: string): Promise<LabelRow | undefined> {
  const { rows } = await selectLabels(sql`l.organization_id = ${org} and l.id = ${id}`).execute(db)
  return rows[0]
}

const order = defineOrder('labels', ascending('l.name_folded', 'text'), ascending('l.id', 'uuid'))

export const selectPage = (db: Reader, org: OrganizationId, window: ListWindow) =>
  selectListPage<LabelRow>(db, window, {
    columns,
    from: sql`labels l`,
    where: sql`l.organization_id = ${org}`,
    order,
    updated: 'l.updated_at',
    isPrepared: true,
  })

/** Returns labels with `aiFlow` that apply to conversations of the team, sorted by name. */
export async function selectChoosable(
  db: Reader,
  org: OrganizationId,
  teamId: string | null,
  limit: number,
): Promise<LabelRow[]> {
  const which = sql`
    l.organization_id = ${org} and l.ai_flow and (l.all_teams or exists (
      select from label_teams t
      where t.organization_id = ${org} and t.label_id = l.id and t.team_id = ${teamId}))
    order by l.name_folded, l.id limit ${limit}`
  const { rows } = await selectLabels(which, PREPARED).execute(db)
  return rows
}

/** Returns all options of the labels with these case-folded names. */
export async function selectOptionsOfNames(db: Reader, org: OrganizationId, namesFolded: readonly string[]) {
  const { rows } = await sql<{ name_folded: string; id: string; value: string }>`
    select l.name_folded, o.id, o.value
    from labels l join label_options o on o.organization_id = ${org} and o.label_id = l.id
    where l.organization_id = ${org} and l.name_folded = any(${[...namesFolded]}::text[])`.execute(db)
  return rows
}

/**
 * Whether another label has the name. Takes an advisory lock on the label names of the organization until the
 * transaction ends, so that concurrent requests can't create the same name.
 */
export async function lockName(tx: Writer, org: OrganizationId, nameFolded: string, but?: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`label names of ${org}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select from labels
    where organization_id = ${org} and name_folded = ${nameFolded} and id is distinct from ${but ?? null}`.execute(tx)
  return rows.length > 0
}

export async function insertLabel(
  tx: Writer,
  org: OrganizationId,
  label: {
    id: string
    name: string
    nameFolded: string
    description: string
    aiFlow: boolean
    allTeams: boolean
    at: Date
  },
): Promise<void> {
  await sql`
    insert into labels (organization_id, id, name, name_folded, description, ai_flow, all_teams, created_at, updated_at)
    values (${org}, ${label.id}, ${label.name}, ${label.nameFolded}, ${label.description}, ${label.aiFlow},
            ${label.allTeams}, ${label.at}, ${label.at})`.execute(tx)
}

/** Locks the label until the transaction ends and returns it. */
export async function lockLabel(tx: Writer, org: OrganizationId, id: string): Promise<LabelRow | undefined> {
  const { rows } = await sql`
    select from labels where organization_id = ${org} and id = ${id} for update`.execute(tx)
  // A second statement, because the first one doesn't see changes that were committed while it waited for the lock.
  return rows.length === 0 ? undefined : selectLabel(tx, org, id)
}

export async function updateLabelRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: Partial<{ name: string; name_folded: string; description: string; ai_flow: boolean; all_teams: boolean }>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('labels')
    .set({ ...change, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function replaceOptions(
  tx: Writer,
  org: OrganizationId,
  labelId: string,
  options: readonly Option[],
): Promise<void> {
  await sql`
    delete from label_options
    where organization_id = ${org} and label_id = ${labelId}
      and id <> all(${options.map((option) => option.id)}::uuid[])`.execute(tx)
  await sql`
    insert into label_options (organization_id, label_id, id, position, value, description)
    select ${org}, ${labelId}, id, position, value, description
    from unnest(${options.map((option) => option.id)}::uuid[], ${options.map((option) => option.value)}::text[],
                ${options.map((option) => option.description)}::text[])
      with ordinality as o (id, value, description, position)
    on conflict (organization_id, label_id, id)
      do update set position = excluded.position, value = excluded.value, description = excluded.description`.execute(
    tx,
  )
}

export async function replaceTeams(
  tx: Writer,
  org: OrganizationId,
  labelId: string,
  teamIds: readonly string[],
): Promise<void> {
  await sql`delete from label_teams where organization_id = ${org} and label_id = ${labelId}`.execute(tx)
  await sql`
    insert into label_teams (organization_id, label_id, team_id)
    select distinct ${org}::uuid, ${labelId}::uuid, id from unnest(${[...teamIds]}::uuid[]) as t (id)`.execute(tx)
}

export async function deleteLabelRow(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from labels where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Whether criteria use one of the options, or any option of the label if `optionIds` is undefined. */
export async function isHeld(
  tx: Writer,
  org: OrganizationId,
  labelId: string,
  optionIds?: readonly string[],
): Promise<boolean> {
  const among = optionIds === undefined ? sql`true` : sql`option_id = ${uuids(optionIds)}`
  const { rows } = await sql`
    select from label_holds where organization_id = ${org} and label_id = ${labelId} and ${among} limit 1`.execute(tx)
  return rows.length > 0
}

/** Takes a shared lock on the labels until the transaction ends. @returns IDs of the labels that exist */
export async function lockLabels(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from labels where organization_id = ${org} and id = ${uuids(ids)} order by id for share`.execute(tx)
  return rows.map((row) => row.id)
}

export async function selectOptions(db: Reader, org: OrganizationId, labelIds: readonly string[]) {
  const { rows } = await sql<{ label_id: string; id: string }>`
    select label_id, id from label_options
    where organization_id = ${org} and label_id = ${uuids(labelIds)}`.execute(db)
  return rows
}

interface Holder {
  readonly kind: HolderKind
  readonly id: string
}

export async function insertHolds(
  tx: Writer,
  org: OrganizationId,
  holder: Holder,
  conditions: readonly { field: string; value: string }[],
): Promise<void> {
  await sql`
    insert into label_holds (organization_id, label_id, option_id, holder_kind, holder_id)
    select ${org}, label_id, option_id, ${holder.kind}, ${holder.id}
    from unnest(${conditions.map(({ field }) => field)}::uuid[], ${conditions.map(({ value }) => value)}::uuid[])
      as c (label_id, option_id)
    on conflict do nothing`.execute(tx)
}

export async function deleteHolds(tx: Writer, org: OrganizationId, holder: Holder): Promise<void> {
  await sql`
    delete from label_holds
    where organization_id = ${org} and holder_kind = ${holder.kind} and holder_id = ${holder.id}`.execute(tx)
}
