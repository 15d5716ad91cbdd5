/** Discovered configurations of providers, with their keys. */
import { LRUCache } from 'lru-cache'
import type { Configuration } from 'openid-client'
import type { OrganizationId } from '../../../core/principal.ts'
import type { PublicFetch } from '../../../core/public-fetch.ts'
import type { Sealer } from '../../../core/sealed.ts'
import { discover, type ProviderRow } from '../sign-in-providers/index.ts'

const CACHE = { max: 200, ttl: 10 * 60_000 }

/** Returns the configuration of a provider. @throws ProviderFault if the provider isn't available */
export type GetConfiguration = (org: OrganizationId, provider: ProviderRow) => Promise<Configuration>

export function createConfigurations(fetchPublic: PublicFetch, sealer: Sealer): GetConfiguration {
  const cache = new LRUCache<string, Configuration>(CACHE)
  return async (org, provider) => {
    // The key contains the time of the last change, so changes apply immediately.
    const key = JSON.stringify([org, provider.id, provider.updated_at])
    const known = cache.get(key)
    if (known !== undefined) return known
    const found = await discover({ fetchPublic, sealer, org }, provider)
    cache.set(key, found)
    return found
  }
}
