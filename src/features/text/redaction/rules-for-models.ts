/**
 * Redaction rules for models, read before every request so that changes apply immediately. The read has a deadline: the
 * embedded database has a single session, so the read can wait for a transaction that itself waits for the model. After
 * the deadline, rules from the last minute are used; without any, the request fails.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Reader } from '../../../core/db.ts'
import { ModelFault } from '../../../core/language-model.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createFinder } from './find.ts'
import type { SpanFinder } from './kinds.ts'
import { selectSettings } from './queries.ts'
import type { RedactionSettings } from './schema.ts'

const DEADLINE_MS = 3_000
const KEPT_MS = 60_000
const LATE = 'late'

const kept = new Map<OrganizationId, { settings: RedactionSettings; at: number }>()

/** Clears cached rules after a change in this process. */
export function clearRules(org: OrganizationId): void {
  kept.delete(org)
}

/**
 * Undefined if models see the original. In mode `storage`, data stored earlier is masked for models as well.
 * @throws ModelFault `busy` if the settings are unavailable
 */
export async function findForModels(db: Reader, org: OrganizationId): Promise<SpanFinder | undefined> {
  const settings = await loadSettings(db, org)
  return settings.mode === 'off' ? undefined : createFinder(settings)
}

async function loadSettings(db: Reader, org: OrganizationId): Promise<RedactionSettings> {
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
  // The pending read is ignored; if it fails, the next read reports the error.
  read.catch(() => undefined)
  const last = kept.get(org)
  if (last !== undefined && performance.now() - last.at < KEPT_MS) return last.settings
  throw new ModelFault('busy')
}
