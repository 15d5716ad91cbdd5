/**
 * What models are not to see, read anew for every ask: a setting counts from the next one on. The read has a deadline: on
 * the embedded database, one session for everyone, it would wait for a transaction in which somebody asks, which waits
 * for the answer. Behind the deadline the rules of the last minute count, and without any nothing is asked.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Reader } from '../../core/db.ts'
import { ModelFault } from '../../core/language-model.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { finderOf } from './find.ts'
import type { Find } from './kinds.ts'
import { selectSettings } from './queries.ts'
import type { Settings } from './schema.ts'

const DEADLINE_MS = 3_000
const KEPT_MS = 60_000
const LATE = 'late'

const kept = new Map<OrganizationId, { settings: Settings; at: number }>()

/** In the process in which they are changed, the rules of before count no more. */
export function forgetRules(org: OrganizationId): void {
  kept.delete(org)
}

/**
 * Undefined when models are shown everything. Where storage is masked, what was stored before that is masked for them as
 * well.
 * @throws ModelFault `busy` when it cannot be known
 */
export async function findForModels(db: Reader, org: OrganizationId): Promise<Find | undefined> {
  const settings = await settingsOf(db, org)
  return settings.mode === 'off' ? undefined : finderOf(settings)
}

async function settingsOf(db: Reader, org: OrganizationId): Promise<Settings> {
  const timer = new AbortController()
  const read = selectSettings(db, org).then((settings) => {
    kept.set(org, { settings, at: performance.now() })
    return settings
  })
  const late = pause(DEADLINE_MS, LATE, { signal: timer.signal }).catch(() => LATE)
  try {
    const settings = await Promise.race([read, late])
    if (typeof settings !== 'string') return settings
  } finally {
    timer.abort()
  }
  // Nobody waits for it any more; that it may fail is told by the next one.
  read.catch(() => undefined)
  const last = kept.get(org)
  if (last !== undefined && performance.now() - last.at < KEPT_MS) return last.settings
  throw new ModelFault('busy')
}
