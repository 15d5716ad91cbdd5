/** SQL that stores opportunities, and finds those that conversations can link to. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import { fold } from '../../../core/fold.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'

/** Returns a team's opportunity with this CRM ID. A new one gets the ID as its title. */
export async function ensureOpportunity(
  tx: Writer,
  org: OrganizationId,
  opportunity: { id: string; teamId: string | null; externalId: string; at: Date },
): Promise<string> {
  const { externalId, at } = opportunity
  const { rows } = await sql<{ id: string }>`
    insert into opportunities (organization_id, id, team_id, external_id, title, title_folded, created_at, updated_at)
    values (${org}, ${opportunity.id}, ${opportunity.teamId}, ${externalId}, ${externalId}, ${fold(externalId)},
            ${at}, ${at})
    on conflict (organization_id, external_id, team_id) do update set external_id = excluded.external_id
    returning id`.execute(tx)
  return rows[0]?.id ?? opportunity.id
}

/** Creates or renames a team's opportunity. */
export async function upsertOpportunity(
  tx: Writer,
  org: OrganizationId,
  opportunity: { id: string; teamId: string; externalId: string; title: string; at: Date },
): Promise<{ id: string; created: boolean }> {
  const { externalId, title, at } = opportunity
  // `xmax` is the transaction that updated a row. It is 0 for an inserted row.
  const { rows } = await sql<{ id: string; created: boolean }>`
    insert into opportunities (organization_id, id, team_id, external_id, title, title_folded, created_at, updated_at)
    values (${org}, ${opportunity.id}, ${opportunity.teamId}, ${externalId}, ${title}, ${fold(title)}, ${at}, ${at})
    on conflict (organization_id, external_id, team_id) do update
      set title = excluded.title, title_folded = excluded.title_folded, updated_at = excluded.updated_at
    returning id, xmax = 0 as created`.execute(tx)
  return rows[0] ?? { id: opportunity.id, created: true }
}

/** Whether the caller can link a conversation of the team to the opportunity with this Parley ID. */
export async function selectLinkable(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
  teamId: string | null,
): Promise<boolean> {
  const usable =
    visibility === 'everything'
      ? sql`true`
      : sql`(team_id = any(${[...visibility.teamIds]}::uuid[]) or team_id is not distinct from ${teamId})`
  const { rows } = await sql`
    select id from opportunities where organization_id = ${org} and id = ${id} and ${usable}`.execute(tx)
  return rows.length > 0
}

/** Sets the titles from the CRM in every team that has the opportunities. Creates missing ones in the given team. */
export async function titleOpportunities(
  tx: Writer,
  org: OrganizationId,
  titled: readonly { id: string; externalId: string; title: string; titleFolded: string }[],
  teamId: string | null,
  at: Date,
): Promise<void> {
  const given = sql`
    unnest(${titled.map((one) => one.id)}::uuid[], ${titled.map((one) => one.externalId)}::text[],
           ${titled.map((one) => one.title)}::text[], ${titled.map((one) => one.titleFolded)}::text[])
      with ordinality as given (id, external_id, title, title_folded, position)`
  if (teamId !== null) {
    await sql`
      insert into opportunities (organization_id, id, team_id, external_id, title, title_folded, created_at, updated_at)
      select ${org}, id, ${teamId}, external_id, title, title_folded, ${at}, ${at} from ${given} order by position
      on conflict (organization_id, external_id, team_id) do nothing`.execute(tx)
  }
  await sql`
    update opportunities o set title = given.title, title_folded = given.title_folded, updated_at = ${at}
    from ${given}
    where o.organization_id = ${org} and o.external_id = given.external_id and o.title <> given.title`.execute(tx)
}
