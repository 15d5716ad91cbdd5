/** Finds the scorecards that apply to a conversation. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { AnalysisSubject } from '../../analysis/pipeline/index.ts'
import { findMatchingOptions, meetsCriteria } from '../../conversations/labels/index.ts'
import { selectLabels } from '../../conversations/records/index.ts'
import { type JudgingTemplate, judgingTemplates } from '../scorecards/index.ts'

/**
 * Enabled scorecards for the conversation's team or for all teams, whose criteria the labels of the conversation meet.
 */
export async function applicableTo(
  { id, teamId, skips }: Pick<AnalysisSubject, 'id' | 'teamId' | 'skips'>,
  { db, org }: { readonly db: Reader; readonly org: OrganizationId },
): Promise<JudgingTemplate[]> {
  if (skips.scorecards) return []
  const templates = await judgingTemplates(db, org, teamId)
  if (templates.every(({ criteria }) => criteria.conditions.length === 0)) return templates
  const held = await findMatchingOptions(db, org, await selectLabels(db, org, id))
  return templates.filter(({ criteria }) => meetsCriteria(criteria, held))
}
