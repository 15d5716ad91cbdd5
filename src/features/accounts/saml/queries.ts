/** All SQL of SAML. */
import { sql } from 'kysely'
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { DefaultRole } from '../sign-in-providers/index.ts'
import type {} from './schema.ts'

export interface SamlProviderRow {
  id: string
  name: string
  issuer: string
  sso_url: string
  certificates: string[]
  email_attribute: string | null
  domains: string[]
  enabled: boolean
  required: boolean
  allows_idp_initiated: boolean
  vouches_for_addresses: boolean
  makes_users: boolean
  default_role: DefaultRole
  default_team_id: string | null
  verified_at: string | null
  created_at: string
  updated_at: string
}

export async function selectSaml(db: Reader | Writer, org: OrganizationId): Promise<SamlProviderRow | undefined> {
  const { rows } = await sql<SamlProviderRow>`
    select p.id, p.name, p.issuer, p.enabled, p.required, p.vouches_for_addresses, p.makes_users, p.default_role,
           p.default_team_id, p.created_at, p.updated_at, s.sso_url, s.certificates, s.email_attribute,
           s.allows_idp_initiated, s.verified_at,
           array(
             select d.domain from sign_in_domains d
             where d.organization_id = p.organization_id and d.provider_id = p.id order by d.domain) as domains
    from sign_in_providers p
    join saml_providers s on s.organization_id = p.organization_id and s.provider_id = p.id
    where p.organization_id = ${org} and p.protocol = 'saml'`.execute(db)
  return rows[0]
}

export interface SamlProviderValues {
  readonly name: string
  readonly issuer: string
  readonly sso_url: string
  readonly certificates: readonly string[]
  readonly email_attribute: string | null
  readonly enabled: boolean
  readonly required: boolean
  readonly allows_idp_initiated: boolean
  readonly makes_users: boolean
  readonly default_role: DefaultRole
  readonly default_team_id: string | null
  readonly verified_at: Date | null
}

/** Creates or replaces the provider of an organization. */
export async function putSaml(
  tx: Writer,
  org: OrganizationId,
  id: string,
  values: SamlProviderValues,
  at: Date,
): Promise<void> {
  const { sso_url, certificates, email_attribute, allows_idp_initiated, verified_at, ...shared } = values
  await tx
    .insertInto('sign_in_providers')
    .values({
      ...{ organization_id: org, id, protocol: 'saml', client_id: null, client_secret: null, ...shared },
      ...{ vouches_for_addresses: true, created_at: at, updated_at: at },
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet({ ...shared, updated_at: at }))
    .execute()
  const own = { sso_url, certificates: [...certificates], email_attribute, allows_idp_initiated, verified_at }
  await tx
    .insertInto('saml_providers')
    .values({ organization_id: org, provider_id: id, ...own })
    .onConflict((conflict) => conflict.columns(['organization_id', 'provider_id']).doUpdateSet(own))
    .execute()
}

export async function deleteSaml(tx: Writer, org: OrganizationId): Promise<boolean> {
  const { rows } = await sql`
    delete from sign_in_providers where organization_id = ${org} and protocol = 'saml' returning id`.execute(tx)
  return rows.length > 0
}

/** Records that a sign-in or test succeeded, if the settings are still the same. */
export async function updateVerified(
  tx: Writer,
  org: OrganizationId,
  { id, updated_at }: Pick<SamlProviderRow, 'id' | 'updated_at'>,
  at: Date,
): Promise<void> {
  await sql`
    update saml_providers s set verified_at = ${at}
    from sign_in_providers p
    where s.organization_id = ${org} and s.provider_id = ${id}
      and p.organization_id = s.organization_id and p.id = s.provider_id and p.updated_at = ${updated_at}`.execute(tx)
}

/** A request that waits for its response. Only the browser in which it was made can complete it. */
export async function selectWaiting(
  db: Reader,
  org: OrganizationId,
  providerId: string,
  stateHash: string,
  now: Date,
): Promise<{ secrets: string } | undefined> {
  const { rows } = await sql<{ secrets: string }>`
    select secrets from sign_in_requests
    where organization_id = ${org} and state_hash = ${stateHash} and provider_id = ${providerId}
      and expires_at > ${now}`.execute(db)
  return rows[0]
}

/** Deletes a request and returns its browser, for the first response only. */
export async function takeWaiting(
  tx: Writer,
  org: OrganizationId,
  stateHash: string,
): Promise<{ browser_hash: string; return_to: string | null } | undefined> {
  const { rows } = await sql<{ browser_hash: string; return_to: string | null }>`
    delete from sign_in_requests where organization_id = ${org} and state_hash = ${stateHash}
    returning browser_hash, return_to`.execute(tx)
  return rows[0]
}

/** @returns false if the assertion was accepted before */
export async function insertAssertion(
  tx: Writer,
  org: OrganizationId,
  assertion: { readonly hash: string; readonly expiresAt: Date },
  now: Date,
): Promise<boolean> {
  await sql`delete from saml_assertions where organization_id = ${org} and expires_at <= ${now}`.execute(tx)
  const { rows } = await sql`
    insert into saml_assertions (organization_id, assertion_hash, expires_at)
    values (${org}, ${assertion.hash}, ${assertion.expiresAt}) on conflict do nothing
    returning assertion_hash`.execute(tx)
  return rows.length > 0
}

export const ATTEMPTS_KEPT = 20

export interface SamlAttempt {
  readonly outcome: string
  readonly detail: string | undefined
  readonly isTest: boolean
}

/** Records an attempt and deletes those before the last ones. */
export async function insertAttempt(
  tx: Writer,
  org: OrganizationId,
  { outcome, detail, isTest }: SamlAttempt,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('saml_attempts')
    .values({ organization_id: org, id: newId(), at, outcome, detail: detail ?? null, is_test: isTest })
    .execute()
  await sql`
    delete from saml_attempts where organization_id = ${org} and id in (
      select id from saml_attempts where organization_id = ${org}
      order by at desc, id desc offset ${ATTEMPTS_KEPT})`.execute(tx)
}

export interface SamlAttemptRow {
  at: string
  outcome: string
  detail: string | null
  is_test: boolean
}

export async function selectAttempts(db: Reader | Writer, org: OrganizationId): Promise<SamlAttemptRow[]> {
  const { rows } = await sql<SamlAttemptRow>`
    select at, outcome, detail, is_test from saml_attempts where organization_id = ${org}
    order by at desc, id desc limit ${ATTEMPTS_KEPT}`.execute(db)
  return rows
}
