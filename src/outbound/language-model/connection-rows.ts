/** Table of the connected language model. It is outside of the tenants' tables, and has at most one row. */
import type { OwnerDatabase } from '../../core/db.ts'
import type { ConnectionOrigin, ModelChoice, ModelProvider, ModelServerKind } from '../../core/model-connection.ts'

export interface ConnectionRow {
  /** Changes with every connection. */
  readonly revision: string
  readonly provider: ModelProvider
  readonly server: ModelServerKind
  readonly url: string | null
  readonly name: string
  readonly sealed_key: string | null
  readonly context_tokens: number | null
  readonly origin: ConnectionOrigin
  readonly connected_at: Date | string
}

export async function selectConnection(owner: OwnerDatabase): Promise<ConnectionRow | undefined> {
  const [row] = await owner.query<ConnectionRow>('select * from installation.language_model')
  return row
}

export async function upsertConnection(
  owner: OwnerDatabase,
  { provider, server, url, name, contextTokens }: Omit<ModelChoice, 'key'>,
  stored: { readonly sealedKey: string | null; readonly origin: ConnectionOrigin; readonly at: Date },
): Promise<void> {
  await owner.query(
    `insert into installation.language_model
       (provider, server, url, name, sealed_key, context_tokens, origin, connected_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (only_row) do update set
       revision = gen_random_uuid(), provider = excluded.provider, server = excluded.server, url = excluded.url,
       name = excluded.name, sealed_key = excluded.sealed_key, context_tokens = excluded.context_tokens,
       origin = excluded.origin, connected_at = excluded.connected_at`,
    [provider, server, url ?? null, name, stored.sealedKey, contextTokens ?? null, stored.origin, stored.at],
  )
}

/** @returns whether there was a connection */
export async function deleteConnection(owner: OwnerDatabase): Promise<boolean> {
  return (await owner.query('delete from installation.language_model returning 1')).length > 0
}

export async function countOrganizations(owner: OwnerDatabase): Promise<number> {
  const [row] = await owner.query<{ n: number }>('select count(*)::int as n from organizations')
  return row?.n ?? 0
}
