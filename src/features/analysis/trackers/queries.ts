/** SQL of trackers. */

import { type RawBuilder, sql } from 'kysely'
import { PREPARED, type Reader, type Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { teamsAbove } from '../../accounts/identity/index.ts'
import { TRACKER_COLORS, type TrackerColor } from './colors.ts'
import type { Speakers } from './schema.ts'

export interface TrackerRow {
  id: string
  name: string
  description: string
  phrases: string[]
  stemmed: boolean
  case_sensitive: boolean
  speakers: Speakers
  all_teams: boolean
  enabled: boolean
  color: TrackerColor
  version: number
  team_ids: string[]
  updated_at: string
}

/** Color of a tracker. Trackers that are older than colors get one by their ID, which never changes. */
export const colorIn = (table: string): RawBuilder<TrackerColor> => sql<TrackerColor>`
  coalesce(${sql.ref(`${table}.color`)}, (${[...TRACKER_COLORS]}::text[])[
    1 + get_byte(uuid_send(${sql.ref(`${table}.id`)}), 15) % ${sql.lit(TRACKER_COLORS.length)}])`

const columns = sql`
  t.id, t.name, t.description, t.phrases, t.stemmed, t.case_sensitive, t.speakers, t.all_teams, t.enabled,
  ${colorIn('t')} as color, t.version, t.updated_at,
  coalesce((
    select json_agg(o.team_id order by o.team_id) from tracker_teams o
    where o.organization_id = t.organization_id and o.tracker_id = t.id), '[]') as team_ids`

/** @param prefix `PREPARED` for a statement that each analysis runs */
const selectTrackers = (which: RawBuilder<unknown>, prefix = '') => sql<TrackerRow>`
  ${sql.raw(prefix)} select ${columns} from trackers t where ${which}`

export async function selectTracker(db: Reader, org: OrganizationId, id: string): Promise<TrackerRow | undefined> {
  const { rows } = await selectTrackers(sql`t.organization_id = ${org} and t.id = ${id}`).execute(db)
  return rows[0]
}

const order = defineOrder('trackers', ascending('t.name_folded', 'text'), ascending('t.id', 'uuid'))

export const selectPage = (db: Reader, org: OrganizationId, window: ListWindow) =>
  selectListPage<TrackerRow>(db, window, {
    columns,
    from: sql`trackers t`,
    where: sql`t.organization_id = ${org}`,
    order,
    updated: 't.updated_at',
  })

export async function countTrackers(db: Reader | Writer, org: OrganizationId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from trackers where organization_id = ${org}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Enabled trackers that apply to a team: trackers for all teams, for the team, or for a team above it. */
export async function selectWatching(db: Reader, org: OrganizationId, teamId: string | null): Promise<TrackerRow[]> {
  const ofTeams =
    teamId === null
      ? sql`false`
      : sql`exists (
          select from tracker_teams o
          where o.organization_id = ${org} and o.tracker_id = t.id
            and o.team_id = any(${await teamsAbove(db, org, teamId)}::uuid[]))`
  const which = sql`
    t.organization_id = ${org} and t.enabled and (t.all_teams or ${ofTeams})
    order by t.id`
  const { rows } = await selectTrackers(which, PREPARED).execute(db)
  return rows
}

/**
 * Locks tracker names of the organization until the transaction ends, and checks whether another tracker has the name.
 */
export async function lockName(tx: Writer, org: OrganizationId, nameFolded: string, but?: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tracker names of ${org}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select from trackers
    where organization_id = ${org} and name_folded = ${nameFolded} and id is distinct from ${but ?? null}`.execute(tx)
  return rows.length > 0
}

export interface NewTracker {
  id: string
  name: string
  nameFolded: string
  description: string
  phrases: readonly string[]
  stemmed: boolean
  caseSensitive: boolean
  speakers: Speakers
  allTeams: boolean
  enabled: boolean
  color: TrackerColor
  at: Date
}

export async function insertTracker(tx: Writer, org: OrganizationId, one: NewTracker): Promise<void> {
  await sql`
    insert into trackers (organization_id, id, name, name_folded, description, phrases, stemmed, case_sensitive,
      speakers, all_teams, enabled, color, created_at, updated_at)
    values (${org}, ${one.id}, ${one.name}, ${one.nameFolded}, ${one.description}, ${[...one.phrases]}::text[],
      ${one.stemmed}, ${one.caseSensitive}, ${one.speakers}, ${one.allTeams}, ${one.enabled}, ${one.color},
      ${one.at}, ${one.at})`.execute(tx)
}

/** Locks a tracker until the transaction ends, and returns its current state. */
export async function lockTracker(tx: Writer, org: OrganizationId, id: string): Promise<TrackerRow | undefined> {
  const { rows } = await sql`
    select from trackers where organization_id = ${org} and id = ${id} for update`.execute(tx)
  // A second statement, because the first one has a snapshot from before it waited for the lock.
  return rows.length === 0 ? undefined : selectTracker(tx, org, id)
}

export async function updateTrackerRow(tx: Writer, org: OrganizationId, one: NewTracker): Promise<void> {
  await sql`
    update trackers
    set name = ${one.name}, name_folded = ${one.nameFolded}, description = ${one.description},
        phrases = ${[...one.phrases]}::text[], stemmed = ${one.stemmed}, case_sensitive = ${one.caseSensitive},
        speakers = ${one.speakers}, all_teams = ${one.allTeams}, enabled = ${one.enabled}, color = ${one.color},
        version = version + 1,
        updated_at = ${one.at}
    where organization_id = ${org} and id = ${one.id}`.execute(tx)
}

/** Changes nothing that matches depend on, so the version stays. */
export async function updateColor(
  tx: Writer,
  org: OrganizationId,
  id: string,
  color: TrackerColor,
  at: Date,
): Promise<void> {
  await sql`
    update trackers set color = ${color}, updated_at = ${at} where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** The color that the fewest trackers have, the first one of several. */
export async function chooseColor(tx: Writer, org: OrganizationId): Promise<TrackerColor> {
  const { rows } = await sql<{ color: TrackerColor }>`
    select c.color from unnest(${[...TRACKER_COLORS]}::text[]) with ordinality as c (color, place)
    left join trackers t on t.organization_id = ${org} and ${colorIn('t')} = c.color
    group by c.color, c.place order by count(t.id), c.place limit 1`.execute(tx)
  return rows[0]?.color ?? TRACKER_COLORS[0]
}

export async function replaceTeams(
  tx: Writer,
  org: OrganizationId,
  trackerId: string,
  teamIds: readonly string[],
): Promise<void> {
  await sql`delete from tracker_teams where organization_id = ${org} and tracker_id = ${trackerId}`.execute(tx)
  await sql`
    insert into tracker_teams (organization_id, tracker_id, team_id)
    select distinct ${org}::uuid, ${trackerId}::uuid, id from unnest(${[...teamIds]}::uuid[]) as t (id)`.execute(tx)
}

export async function deleteTrackerRow(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from trackers where organization_id = ${org} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}
