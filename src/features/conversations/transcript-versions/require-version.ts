/** Finds a version of a transcript that the caller can read. */
import type { Reader } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { isVisible } from '../records/index.ts'
import { selectVersionState, type VersionState } from './queries.ts'

/**
 * @param pointer location of the version number in the request
 * @throws AppError `conversation_not_found`, `transcript_version_not_found`
 */
export async function requireVersion(
  { db, org, principal }: Pick<Context, 'org' | 'principal'> & { readonly db: Reader },
  id: string,
  version: number,
  pointer: string,
): Promise<VersionState> {
  const visibility = toVisibility(principal)
  const state = await selectVersionState(db, org, visibility, id, version)
  if (state === undefined && !(await isVisible(db, org, visibility, id))) throw notFound('conversation')
  if (state === undefined || state.restriction === 'unavailable') throw notFound('transcript version', pointer)
  return state
}
