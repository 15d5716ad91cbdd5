/**
 * Call sources: the systems that an organization connects, so that calls arrive by themselves.
 *
 * A **source** has a kind, settings, and credentials, which are stored encrypted and never returned. Its **address**
 * receives deliveries; the last part is a secret that also names the organization, so that a delivery is looked up
 * within one organization only. Rules of the source determine the owner, team and privacy of its calls, and which
 * email domains are inside.
 *
 * A **look** lists the calls of a source: regularly, because deliveries can be lost, and as a **backfill** of earlier
 * days. A look continues at its cursor after a restart. Deliveries and looks meet in the ID of the call at the source.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createSource } from './create-source.ts'
import { deleteSource } from './delete-source.ts'
import { getSource } from './get-source.ts'
import { listSourceKinds } from './list-source-kinds.ts'
import { listSourceStates } from './list-source-states.ts'
import { listSources } from './list-sources.ts'
import { startSourceBackfill } from './start-source-backfill.ts'
import { testSource } from './test-source.ts'
import { updateSource } from './update-source.ts'

export { delayLimited, isLimited, requireUnlimited, startLimit } from './limited-sources.ts'
export { lookAtSourceKind, requestLook, scheduleLook } from './look.ts'
export { SOURCES_MAX } from './model.ts'
export { openSource } from './open.ts'
export { lockSource, type SourceRow, selectSource, sourceExists, updateLastSeen, updateSourceFault } from './queries.ts'
export { selectSeen, updateLook, upsertSeen } from './queries-look.ts'

export {
  createSource,
  deleteSource,
  getSource,
  listSourceKinds,
  listSourceStates,
  listSources,
  startSourceBackfill,
  testSource,
  updateSource,
}

export const operations: readonly AnyOperation[] = [
  listSourceKinds,
  listSources,
  createSource,
  getSource,
  updateSource,
  deleteSource,
  testSource,
  startSourceBackfill,
]
