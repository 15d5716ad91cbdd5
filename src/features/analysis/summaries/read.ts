import type { Context } from '../../../core/operation.ts'
import type { Visibility } from '../../../core/principal.ts'
import type { SummaryContent } from '../../text/extractive-summary/index.ts'
import { findCurrentSummary, summarizeExtractively } from './make.ts'
import { selectStanding, selectSubject } from './queries.ts'
import { content } from './schema.ts'

/**
 * The stored summary, or an extractive one that isn't stored, for callers that must not write. Undefined if the
 * conversation isn't visible or has no transcript.
 */
export async function readSummary(
  { db, org, requestWorkers, signal }: Pick<Context, 'db' | 'org' | 'requestWorkers' | 'signal'>,
  visibility: Visibility,
  id: string,
): Promise<SummaryContent | undefined> {
  const standing = await selectStanding(db, org, visibility, id)
  if (standing === undefined || standing.current === null) return undefined
  const current = findCurrentSummary(standing)
  if (current !== undefined) return content.parse(JSON.parse(current.content))
  const subject = await selectSubject(db, org, id)
  return subject === undefined ? undefined : await summarizeExtractively(subject, requestWorkers, signal)
}
