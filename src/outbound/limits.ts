/** The store of rate limits that the settings name. Nothing is connected to before it is opened. */
import type { LimitSettings } from '../core/config.ts'
import type { OwnerDatabase } from '../core/db.ts'
import type { LimitsStore } from '../core/limits.ts'
import type { Log } from '../core/log.ts'
import { openDatabaseLimits } from './limits-database.ts'
import { openMemoryLimits } from './limits-memory.ts'
import { openRedisLimits } from './limits-redis.ts'

export function openLimitsStore(
  store: LimitSettings['store'],
  owner: OwnerDatabase,
  log: Pick<Log, 'warn' | 'debug'>,
): LimitsStore {
  if (store === 'memory') return openMemoryLimits()
  return store === 'database' ? openDatabaseLimits(owner, log) : openRedisLimits(store, log)
}
