/** Checks shared by operations that create and update webhooks. */
import type { Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { WebhookFormat } from './format.ts'
import { isActiveTeam } from './queries.ts'

/** @throws AppError `validation_failed` at `/team_id` */
export async function checkTeam(
  tx: Writer,
  org: OrganizationId,
  format: WebhookFormat,
  teamId: string | null,
): Promise<void> {
  if (teamId === null) return
  if (format === 'events') {
    throw invalid({
      pointer: '/team_id',
      detail:
        '`team_id` is allowed for the formats `slack` and `teams` only. Events are sent for the whole organization.',
    })
  }
  if (!(await isActiveTeam(tx, org, teamId))) {
    throw invalid({
      pointer: '/team_id',
      detail: 'The organization has no active team with this ID. Use an ID from `GET /organizations/teams`.',
    })
  }
}
