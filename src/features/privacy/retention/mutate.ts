/** Validates retention policies and schedules their runs. */
import type { Writer } from '../../../core/db.ts'
import { invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { teamsWithin } from '../../accounts/identity/index.ts'
import { applyRetention } from './apply-retention.job.ts'
import { nextRun } from './model.ts'
import { type PolicyRow, scheduleRun } from './queries.ts'

/**
 * Includes archived teams, because their conversations remain. @throws AppError `validation_failed` if a team doesn't
 * exist
 */
export async function checkTeams(
  tx: Writer,
  ctx: Context,
  teamIds: readonly string[] | null | undefined,
): Promise<void> {
  if (teamIds == null) return
  const known = new Set(await teamsWithin(tx, ctx.org, teamIds))
  const index = teamIds.findIndex((id) => !known.has(id))
  if (index !== -1)
    throw invalid({
      pointer: `/teamsUUID/${index}`,
      detail: 'No team has this ID. Use IDs from `GET /organizations/teams`.',
    })
}

/** Schedules the daily run, if something needs it and it isn't scheduled yet. */
export async function ensureScheduled(
  tx: Writer,
  ctx: Context,
  { enabled }: Pick<PolicyRow, 'enabled'>,
): Promise<void> {
  if (!enabled) return
  const now = ctx.clock.now()
  const at = nextRun(now)
  const ticket = await scheduleRun(tx, ctx.org, at, now)
  if (ticket !== undefined) await ctx.jobs.add(tx, ctx.org, applyRetention, { ticket }, { startAfter: at })
}
