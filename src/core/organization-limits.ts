/**
 * Limits of one organization over those of the settings: an operator's affair, set by `parley limits set`. They lie in a
 * schema of their own, which the role that serves requests cannot reach.
 */
import { LRUCache } from 'lru-cache'
import type { OwnerDatabase } from './db.ts'
import { forKinds, forWindows, type LimitKind, type OrganizationLimits, type WindowName } from './limits.ts'
import type { OrganizationId } from './principal.ts'

/** Undefined: the setting holds. */
export type OwnLimits = Readonly<Record<LimitKind, { readonly [Name in WindowName]: number | undefined }>>

/** A number, `null` for what the settings say, nothing for what it was. */
export type LimitChange = { readonly [Name in WindowName]?: number | null | undefined }

/** How long a process goes by what it has read. */
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

/** The limits that hold for an organization, as they were half a minute ago at most, or when it last asked. */
export function cachedLimits(
  owner: OwnerDatabase,
  defaults: OrganizationLimits,
): (org: OrganizationId) => Promise<OrganizationLimits> {
  const cache = new LRUCache<OrganizationId, OrganizationLimits>({
    max: CACHED_ORGANIZATIONS,
    ttl: CACHED_MS,
    fetchMethod: async (org) => limitsOver(defaults, await readOwnLimits(owner, org)),
    // Nobody waits for what is read anew; while that fails, what was known holds.
    allowStale: true,
    noDeleteOnFetchRejection: true,
  })
  return async (org) => (await cache.fetch(org)) ?? defaults
}
