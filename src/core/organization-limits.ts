/**
 * Limits of one organization, which override those of the settings. Operators set them with `parley limits set`. They
 * are stored in a schema that the role for requests can't access.
 */
import { LRUCache } from 'lru-cache'
import type { OwnerDatabase } from './db.ts'
import { forKinds, forWindows, type LimitKind, type OrganizationLimits, type WindowName } from './limits.ts'
import type { OrganizationId } from './principal.ts'

/** Own limits of an organization. Undefined values use the setting. */
export type OwnLimits = Readonly<Record<LimitKind, { readonly [Name in WindowName]: number | undefined }>>

/** Change of limits. A number sets a limit, `null` restores the setting, `undefined` keeps the current value. */
export type LimitChange = { readonly [Name in WindowName]?: number | null | undefined }

/** Duration for which a process caches limits. */
const CACHED_MS = 30_000
const CACHED_ORGANIZATIONS = 10_000

interface Row {
  readonly kind: LimitKind
  readonly per_second: number | null
  readonly per_hour: number | null
  readonly per_day: number | null
}

export async function readOwnLimits(owner: OwnerDatabase, org: OrganizationId): Promise<OwnLimits> {
  const rows = await owner.query<Row>(
    'select kind, per_second, per_hour, per_day from parley_limits.organizations where organization_id = $1',
    [org],
  )
  return forKinds((kind) => {
    const row = rows.find((one) => one.kind === kind)
    return forWindows(({ name }) => row?.[`per_${name}`] ?? undefined)
  })
}

export async function changeOwnLimits(
  owner: OwnerDatabase,
  org: OrganizationId,
  change: LimitChange,
  kind: LimitKind = 'tools',
): Promise<OwnLimits> {
  await owner.query(
    `insert into parley_limits.organizations as o (organization_id, kind, per_second, per_hour, per_day)
     values ($1, $8, $2::int, $3::int, $4::int)
     on conflict (organization_id, kind) do update set
       per_second = case when $5 then $2::int else o.per_second end,
       per_hour = case when $6 then $3::int else o.per_hour end,
       per_day = case when $7 then $4::int else o.per_day end`,
    [
      ...[org, change.second ?? null, change.hour ?? null, change.day ?? null],
      ...[change.second !== undefined, change.hour !== undefined, change.day !== undefined, kind],
    ],
  )
  return readOwnLimits(owner, org)
}

export const limitsOver = (defaults: OrganizationLimits, own: OwnLimits): OrganizationLimits =>
  forKinds((kind) => forWindows(({ name }) => own[kind][name] ?? defaults[kind][name]))

/**
 * Limits of an organization, cached. They can be older than half a minute if the organization sent no requests since
 * then.
 */
export function cachedLimits(
  owner: OwnerDatabase,
  defaults: OrganizationLimits,
): (org: OrganizationId) => Promise<OrganizationLimits> {
  const cache = new LRUCache<OrganizationId, OrganizationLimits>({
    max: CACHED_ORGANIZATIONS,
    ttl: CACHED_MS,
    fetchMethod: async (org) => limitsOver(defaults, await readOwnLimits(owner, org)),
    // Refreshing runs in the background. If it fails, the previous limits stay in use.
    allowStale: true,
    noDeleteOnFetchRejection: true,
  })
  return async (org) => (await cache.fetch(org)) ?? defaults
}
