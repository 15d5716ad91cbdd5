/** Creates the request counters: in this process, and in the store of the settings. Connections start with `open`. */
import type { Clock } from '../../core/clock.ts'
import type { Config } from '../../core/config.ts'
import type { OwnerDatabase } from '../../core/db.ts'
import type { LimitsStore, ProcessCounts } from '../../core/limits.ts'
import type { Log } from '../../core/log.ts'
import { shareCounts } from '../../core/shared-counts.ts'
import { openDatabaseLimits } from './database.ts'
import { openMemoryLimits } from './memory.ts'
import { openRedisLimits } from './redis.ts'

export interface LimitCounters {
  readonly counts: ProcessCounts
  /** Undefined if this is the only process that counts. */
  readonly limitsStore: LimitsStore | undefined
  /** Adds unshared counts to the store. Call it before closing the store. */
  closeCounts(): Promise<void>
}

export function openCounts(
  { limits: { store } }: Pick<Config, 'limits'>,
  owner: OwnerDatabase,
  clock: Clock,
  log: Pick<Log, 'warn' | 'debug'>,
): LimitCounters {
  const local = openMemoryLimits()
  if (store === 'memory') return { counts: local, limitsStore: undefined, closeCounts: () => local.close() }
  const limitsStore = store === 'database' ? openDatabaseLimits(owner, log) : openRedisLimits(store, log)
  const shared = shareCounts(local, limitsStore, { clock, log })
  return { counts: shared, limitsStore, closeCounts: () => shared.close() }
}
