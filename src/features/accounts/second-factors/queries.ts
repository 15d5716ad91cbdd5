/** All SQL of second factors. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { SecondFactors } from './schema.ts'

export interface AppRow {
  readonly secret: string
  readonly confirmed_at: string | null
  readonly created_at: string
  readonly last_step: number | null
}

/** Condition: the user has a confirmed authenticator app or a passkey. */
const hasFactor = (org: OrganizationId, userId: RawBuilder<unknown>) => sql`(
  exists (select from authenticator_apps f
          where f.organization_id = ${org} and f.user_id = ${userId} and f.confirmed_at is not null)
  or exists (select from passkeys f where f.organization_id = ${org} and f.user_id = ${userId}))`

/** SQL condition: the organization requires a second factor, and the user has none. */
export const lacksRequiredFactor = (org: OrganizationId, userId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from sign_in_settings r where r.organization_id = ${org} and r.second_factor_required)
  and not ${hasFactor(org, userId)})`

export async function hasSecondFactor(db: Reader | Writer, org: OrganizationId, userId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasFactor(org, sql`${userId}::uuid`)} as has`.execute(db)
  return rows[0]?.has === true
}

/** Second factors of users. Users without one are omitted. */
export async function selectFactors(
  db: Reader | Writer,
  org: OrganizationId,
  userIds: readonly string[],
): Promise<Map<string, SecondFactors>> {
  const { rows } = await sql<{ id: string; since: string | null; codes: number; passkeys: number }>`
    select u.id, a.confirmed_at as since,
      (select count(*)::int from recovery_codes c where c.organization_id = ${org} and c.user_id = u.id) as codes,
      (select count(*)::int from passkeys p where p.organization_id = ${org} and p.user_id = u.id) as passkeys
    from users u
    left join authenticator_apps a
      on a.organization_id = ${org} and a.user_id = u.id and a.confirmed_at is not null
    where u.organization_id = ${org} and u.id = any(${[...userIds]}::uuid[])`.execute(db)
  return new Map(
    rows
      .filter(({ since, passkeys }) => since !== null || passkeys > 0)
      .map(({ id, since, codes, passkeys }) => [
        id,
        { appSince: since ?? undefined, recoveryCodesLeft: codes, passkeys },
      ]),
  )
}

/** Stores the key of an app that isn't confirmed. Does nothing if the user has a confirmed app. */
export async function putUnconfirmedApp(
  tx: Writer,
  org: OrganizationId,
  app: { readonly userId: string; readonly secret: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into authenticator_apps (organization_id, user_id, secret, created_at)
    values (${org}, ${app.userId}, ${app.secret}, ${app.at})
    on conflict (organization_id, user_id) do update
    set secret = excluded.secret, created_at = excluded.created_at, last_step = null
    where authenticator_apps.confirmed_at is null`.execute(tx)
}

export async function selectApp(db: Reader | Writer, org: OrganizationId, userId: string): Promise<AppRow | undefined> {
  const { rows } = await sql<AppRow>`
    select secret, confirmed_at, created_at, last_step::float8 as last_step
    from authenticator_apps where organization_id = ${org} and user_id = ${userId}`.execute(db)
  return rows[0]
}

/**
 * Records the time step of an accepted code.
 * @returns false if a code of this step or of a later one was accepted before. Of concurrent callers, only one gets true
 */
export async function advanceStep(tx: Writer, org: OrganizationId, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update authenticator_apps set last_step = ${step}
    where organization_id = ${org} and user_id = ${userId} and coalesce(last_step, -1) < ${step}
    returning user_id`.execute(tx)
  return rows.length > 0
}

export async function confirmApp(tx: Writer, org: OrganizationId, userId: string, at: Date): Promise<void> {
  await sql`
    update authenticator_apps set confirmed_at = ${at}
    where organization_id = ${org} and user_id = ${userId}`.execute(tx)
}

/** @param which `unconfirmed`: only an app whose setup isn't complete */
export async function deleteApp(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  which: 'any' | 'unconfirmed' = 'any',
): Promise<boolean> {
  const { rows } = await sql`
    delete from authenticator_apps where organization_id = ${org} and user_id = ${userId}
      and ${which === 'any' ? sql`true` : sql`confirmed_at is null`} returning user_id`.execute(tx)
  return rows.length > 0
}

export async function insertRecoveryCodes(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ organization_id: org, user_id: userId, code_hash })))
    .execute()
}

/** Deletes the code. @returns whether it existed; of concurrent callers, only one gets true */
export async function takeRecoveryCode(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  hash: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_codes where organization_id = ${org} and user_id = ${userId} and code_hash = ${hash}
    returning code_hash`.execute(tx)
  return rows.length > 0
}

export async function deleteRecoveryCodes(tx: Writer, org: OrganizationId, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('organization_id', '=', org).where('user_id', '=', userId).execute()
}

export interface FactorRequirement {
  readonly required: boolean
  /** When the setting last changed. Null: never. */
  readonly updatedAt: string | null
}

export async function selectRequirement(db: Reader | Writer, org: OrganizationId): Promise<FactorRequirement> {
  const { rows } = await sql<FactorRequirement>`
    select second_factor_required as required, updated_at as "updatedAt"
    from sign_in_settings where organization_id = ${org}`.execute(db)
  return rows[0] ?? { required: false, updatedAt: null }
}

export async function putRequirement(tx: Writer, org: OrganizationId, required: boolean, at: Date): Promise<void> {
  await sql`
    insert into sign_in_settings (organization_id, second_factor_required, updated_at)
    values (${org}, ${required}, ${at})
    on conflict (organization_id) do update
    set second_factor_required = excluded.second_factor_required, updated_at = excluded.updated_at`.execute(tx)
}
