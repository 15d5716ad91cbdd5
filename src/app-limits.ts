/** Rate limits of the app: of requests by address, key, user and organization, and of tool calls. */
import type { Clock } from './core/clock.ts'
import type { Config } from './core/config.ts'
import type { OwnerDatabase } from './core/db.ts'
import { createLimiter, type Limiter } from './core/limiter.ts'
import type { Log } from './core/log.ts'
import type { SharedPorts } from './core/operation.ts'
import { createRequestLimits, type RequestLimits } from './core/request-limits.ts'
import type { Metrics } from './core/signals.ts'
import { openCounts } from './outbound/rate-limits/limits.ts'
import { openMemoryLimits } from './outbound/rate-limits/memory.ts'
import { countedLimiter, countedRequestLimits } from './outbound/tracing/counted.ts'

export interface AppLimits {
  /** Rate limits of all transports except the tool server. */
  readonly requestLimits: RequestLimits
  /** Rate limits of the tool server. */
  readonly limiter: Limiter
  /** Whether the store that processes share is reachable. True without such a store. */
  areLimitsReachable(): boolean
  closeLimits(): Promise<void>
}

export function openAppLimits(
  config: Pick<Config, 'limits'>,
  owner: OwnerDatabase,
  parts: {
    readonly clock: Clock
    readonly log: Log
    readonly metrics: Metrics
    readonly getLimits: SharedPorts['getLimits']
  },
): AppLimits {
  const { clock, log, metrics, getLimits } = parts
  const { address, deliveries, defaults } = config.limits
  const { counts, limitsStore, closeCounts } = openCounts(config, owner, clock, log)
  const limiter = createLimiter({
    ...{ store: limitsStore, process: counts, clock, log },
    defaults: defaults.tools,
    getLimits: async (org) => (await getLimits(org)).tools,
  })
  const requestLimits = createRequestLimits({
    ...{ counts, addresses: openMemoryLimits(), getLimits, clock, log },
    ...{ addressLimits: address, deliveryLimits: deliveries, defaults },
  })
  return {
    requestLimits: countedRequestLimits(requestLimits, metrics),
    limiter: countedLimiter(limiter, metrics),
    areLimitsReachable: () => limitsStore?.isReachable?.() !== false,
    async closeLimits() {
      await closeCounts()
      await limiter.close()
    },
  }
}
