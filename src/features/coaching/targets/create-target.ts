import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { teamExists } from '../../accounts/identity/index.ts'
import { lockScorecardTitle } from '../scorecards/index.ts'
import { checkBounds, requireMaySet } from './model.ts'
import { countTargets, insertTarget, lockScope, selectTarget, type TargetScope } from './queries.ts'
import { TARGETS_MAX, target, targetFields } from './schema.ts'
import { announceTarget, serializeTarget } from './serialize.ts'

const fields = z.object(targetFields)

export const createTarget = defineOperation({
  id: 'createTarget',
  summary: 'Create a target',
  description:
    'Sets a lower bound, an upper bound or both for a figure of the reports, or for the score of a scorecard. A target of a ' +
    'team wins over those of the teams above it and of the organization. Admins set all targets, managers those of their ' +
    `teams and child teams. Returns 409 \`target_exists\` if the same figure has one. Maximum ${TARGETS_MAX} targets.`,
  tag: 'Reports',
  input: fields,
  output: target,
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: false, path: '/targets', status: 201, ...inData(target) },
  async handle({ figure, teamUUID, scorecardUUID, ...given }, ctx) {
    const scope = { figure, teamId: teamUUID ?? null, scorecardId: scorecardUUID ?? null }
    requireMaySet(ctx.principal, scope.teamId)
    const bounds = { minimum: given.minimum ?? null, maximum: given.maximum ?? null }
    checkBounds(figure, bounds)
    return ctx.transact(async (tx) => {
      // The lock also prevents concurrent creation beyond the maximum.
      const isTaken = await lockScope(tx, ctx.org, scope)
      await checkScope(tx, ctx, scope)
      if (isTaken) {
        throw conflict(
          'target_exists',
          'This figure already has a target for the same team or organization. Change that target instead.',
          '/figure',
        )
      }
      if ((await countTargets(tx, ctx.org)) >= TARGETS_MAX) {
        const detail = `An organization can have at most ${TARGETS_MAX} targets. Delete one first.`
        throw conflict('too_many_targets', detail)
      }
      const id = newId()
      await insertTarget(tx, ctx.org, { ...scope, ...bounds, id, at: ctx.clock.now() })
      ctx.addAuditTarget('target', id)
      const row = await selectTarget(tx, ctx.org, id)
      if (row === undefined) throw new Error('The target is missing after its creation.')
      await announceTarget(tx, ctx, 'created', row)
      return serializeTarget(row)
    })
  },
})

/** @throws AppError `validation_failed` for an unknown team or scorecard, and for a scorecard that doesn't fit the figure */
async function checkScope(tx: Writer, ctx: Context, { figure, teamId, scorecardId }: TargetScope): Promise<void> {
  if (teamId !== null && !(await teamExists(tx, ctx.org, teamId))) {
    const detail = 'No team has the ID in `teamUUID`. Use an ID from `GET /organizations/teams`.'
    throw invalid({ pointer: '/teamUUID', detail })
  }
  if (figure !== 'scorecardScore') {
    if (scorecardId === null) return
    const detail = '`scorecardUUID` is allowed only for the figure `scorecardScore`.'
    throw invalid({ pointer: '/scorecardUUID', detail })
  }
  if (scorecardId === null) {
    const detail = '`scorecardUUID` is required for the figure `scorecardScore`. Use an ID from `GET /scorecards`.'
    throw invalid({ pointer: '/scorecardUUID', detail })
  }
  if ((await lockScorecardTitle(tx, ctx.org, scorecardId)) === undefined) {
    const detail = 'No scorecard has the ID in `scorecardUUID`. Use an ID from `GET /scorecards`.'
    throw invalid({ pointer: '/scorecardUUID', detail })
  }
}
