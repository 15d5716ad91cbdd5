/** All SQL of sign-in providers. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { DefaultRole } from './schema.ts'

export interface ProviderRow {
  id: string
  name: string
  issuer: string
  client_id: string
  /** Encrypted. */
  client_secret: string | null
  required: boolean
  vouches_for_addresses: boolean
  makes_users: boolean
  default_role: DefaultRole
  default_team_id: string | null
  created_at: string
  updated_at: string
  domains: string[]
  users: number
}

const columns = sql`
  p.id, p.name, p.issuer, p.client_id, p.client_secret, p.required, p.vouches_for_addresses, p.makes_users,
  p.default_role, p.default_team_id, p.created_at, p.updated_at,
  array(
    select d.domain from sign_in_domains d
    where d.organization_id = p.organization_id and d.provider_id = p.id order by d.domain) as domains,
  (select count(*)::int from sign_in_identities i
   where i.organization_id = p.organization_id and i.provider_id = p.id) as users`

const order = defineOrder('sign-in providers', ascending('p.created_at', 'time'), ascending('p.id', 'uuid'))

export async function selectProvider(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`
    select ${columns} from sign_in_providers p
    where p.organization_id = ${org} and p.id = ${id} and p.protocol = 'oidc'`.execute(db)
  return rows[0]
}

export const selectPage = (db: Reader, org: OrganizationId, window: ListWindow) =>
  selectListPage<ProviderRow>(db, window, {
    columns,
    from: sql`sign_in_providers p`,
    where: sql`p.organization_id = ${org} and p.protocol = 'oidc'`,
    order,
    updated: 'p.updated_at',
  })

/** Locks a provider until the transaction ends. */
export async function lockProvider(tx: Writer, org: OrganizationId, id: string): Promise<ProviderRow | undefined> {
  const { rows } = await sql`
    select from sign_in_providers where organization_id = ${org} and id = ${id} for update`.execute(tx)
  // A second statement, because the first one has a snapshot from before it waited for the lock.
  return rows.length === 0 ? undefined : selectProvider(tx, org, id)
}

/** Counts the providers, and blocks the creation of others until the transaction ends. */
export async function countProviders(tx: Writer, org: OrganizationId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in providers of ${org}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sign_in_providers where organization_id = ${org}`.execute(tx)
  return rows[0]?.n ?? 0
}

export interface ProviderValues {
  readonly name: string
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string | null
  readonly required: boolean
  readonly vouches_for_addresses: boolean
  readonly makes_users: boolean
  readonly default_role: DefaultRole
  readonly default_team_id: string | null
}

export async function insertProvider(
  tx: Writer,
  org: OrganizationId,
  id: string,
  values: ProviderValues,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('sign_in_providers')
    .values({ organization_id: org, id, protocol: 'oidc', enabled: true, ...values, created_at: at, updated_at: at })
    .execute()
}

export async function updateProvider(
  tx: Writer,
  org: OrganizationId,
  id: string,
  values: Partial<ProviderValues>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('sign_in_providers')
    .set({ ...values, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function deleteProviderRow(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from sign_in_providers where organization_id = ${org} and id = ${id} and protocol = 'oidc' returning id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Deletes the identities of a provider, because a new issuer uses other subjects. */
export async function deleteIdentities(tx: Writer, org: OrganizationId, providerId: string): Promise<void> {
  await sql`delete from sign_in_identities where organization_id = ${org} and provider_id = ${providerId}`.execute(tx)
}

/** Locks domains across all organizations until the transaction ends. Sorted, to prevent deadlocks. */
export async function lockDomains(tx: Writer, domains: readonly string[]): Promise<void> {
  for (const domain of domains.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in domain ${domain}`}, 0))`.execute(tx)
  }
}

export async function replaceDomains(
  tx: Writer,
  org: OrganizationId,
  providerId: string,
  domains: readonly string[],
): Promise<void> {
  await sql`
    delete from sign_in_domains
    where organization_id = ${org} and provider_id = ${providerId} and domain <> all(${[...domains]}::text[])`.execute(
    tx,
  )
  await sql`
    insert into sign_in_domains (organization_id, domain, provider_id)
    select ${org}, domain, ${providerId} from unnest(${[...domains]}::text[]) as domain
    on conflict do nothing`.execute(tx)
}

/** Provider of a domain, with its organization. */
export interface Route {
  readonly organizationId: OrganizationId
  readonly organizationName: string
  readonly providerId: string
  readonly providerName: string
  readonly required: boolean
  readonly protocol: 'oidc' | 'saml'
  /** Whether people are offered the provider. A domain belongs to a disabled provider too. */
  readonly enabled: boolean
}

/** @param db bound to any organization; the database function searches all organizations */
export async function selectRoute(db: Reader | Writer, domain: string): Promise<Route | undefined> {
  const { rows } = await sql<Route>`
    select organization_id as "organizationId", organization_name as "organizationName", provider_id as "providerId",
           provider_name as "providerName", required, protocol, enabled
    from sign_in_provider_of(${domain})`.execute(db)
  return rows[0]
}

/**
 * Whether a user must sign in with the provider of a domain. Admins can always sign in without a SAML provider, because
 * Parley can't check whether it works.
 */
export async function selectIsRequired(
  db: Reader | Writer,
  org: OrganizationId,
  { domain, address }: { readonly domain: string; readonly address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_domains d
    join sign_in_providers p on p.organization_id = d.organization_id and p.id = d.provider_id
    where d.organization_id = ${org} and d.domain = ${domain} and p.required and p.enabled
      and (p.protocol <> 'saml' or not exists (
        select from users u join roles r on r.organization_id = u.organization_id and r.id = u.role_id
        where u.organization_id = d.organization_id and u.email_folded = ${address.toLowerCase()}
          and u.active and r.type = 'ADMIN'))`.execute(db)
  return rows.length > 0
}
