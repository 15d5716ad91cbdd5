/**
 * Limits of one organization over those of the settings: an operator's affair, set by `parley limits set`. They lie in a
 * schema of their own, which the role that serves requests cannot reach.
 */
import { LRUCache } from 'lru-cache'
import type { OwnerDatabase } from './db.ts'
import { forWindows, type Limits, type WindowName } from './limits.ts'
import type { OrganizationId } from './principal.ts'

/** Undefined: the setting holds. */
export type OwnLimits = { readonly [Name in WindowName]: number | undefined }

/** How long a process goes by what it has read. */
const CACHED_MS = 30_000
const CACHED_ORGANIZATIONS = 10_000

interface Row {
  readonly per_second: number | null
  readonly per_hour: number | null
  readonly per_day: number | null
}

const told = (row: Row | undefined): OwnLimits => forWindows(({ name }) => row?.[`per_${name}`] ?? undefined)

export async function readOwnLimits(owner: OwnerDatabase, org: OrganizationId): Promise<OwnLimits> {
  const [row] = await owner.query<Row>(
    'select per_second, per_hour, per_day from parley_limits.organizations where organization_id = $1',
    [org],
  )
  return told(row)
}

/** @param change a number, `null` for what the settings say, nothing for what it was */
export async function changeOwnLimits(
  owner: OwnerDatabase,
  org: OrganizationId,
  change: { readonly [Name in WindowName]?: number | null | undefined },
): Promise<OwnLimits> {
  const [row] = await owner.query<Row>(
    `insert into parley_limits.organizations as o (organization_id, per_second, per_hour, per_day)
     values ($1, $2::int, $3::int, $4::int)
     on conflict (organization_id) do update set
       per_second = case when $5 then $2::int else o.per_second end,
       per_hour = case when $6 then $3::int else o.per_hour end,
       per_day = case when $7 then $4::int else o.per_day end
     returning per_second, per_hour, per_day`,
    [
      ...[org, change.second ?? null, change.hour ?? null, change.day ?? null],
      ...[change.second !== undefined, change.hour !== undefined, change.day !== undefined],
    ],
  )
  return told(row)
}

export const limitsOver = (defaults: Limits, own: OwnLimits): Limits =>
  forWindows(({ name }) => own[name] ?? defaults[name])

/** The limits that hold for an organization, as they were half a minute ago at most, or when it last asked. */
export function cachedLimits(owner: OwnerDatabase, defaults: Limits): (org: OrganizationId) => Promise<Limits> {
  const cache = new LRUCache<OrganizationId, Limits>({
    max: CACHED_ORGANIZATIONS,
    ttl: CACHED_MS,
    fetchMethod: async (org) => limitsOver(defaults, await readOwnLimits(owner, org)),
    // Nobody waits for what is read anew; while that fails, what was known holds.
    allowStale: true,
    noDeleteOnFetchRejection: true,
  })
  return async (org) => (await cache.fetch(org)) ?? defaults
}
