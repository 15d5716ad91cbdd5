import type { Reader } from '../../core/db.ts'
import type { OrganizationId, Visibility } from '../../core/principal.ts'
import type { SummaryContent } from '../gist/index.ts'
import { currentOf, extractiveOf } from './make.ts'
import { selectStanding, selectSubject } from './queries.ts'
import { content } from './schema.ts'

/**
 * The summary as it is kept, or what one of what was said would be: for whoever reads along while others write, so nothing
 * is stored. Undefined when the conversation is hidden, or has no transcript.
 */
export async function readSummary(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<SummaryContent | undefined> {
  const standing = await selectStanding(db, org, visibility, id)
  if (standing === undefined || standing.current === null) return undefined
  const current = currentOf(standing)
  if (current !== undefined) return content.parse(JSON.parse(current.content))
  const subject = await selectSubject(db, org, id)
  return subject === undefined ? undefined : extractiveOf(subject)
}
