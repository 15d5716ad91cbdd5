import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { checkTeams, ensureScheduled } from './mutate.ts'
import { lockPolicy, updatePolicy } from './queries.ts'
import { NOUN, policy, policyFields } from './schema.ts'
import { serializePolicy } from './serialize.ts'

export const updateRetentionPolicy = defineOperation({
  id: 'updateRetentionPolicy',
  summary: 'Update a retention policy',
  description: 'Omitted fields keep their values. Requires the admin role.',
  tag: 'Privacy',
  input: z
    .object({ id: pathId(NOUN), ...z.object(policyFields).partial().shape })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: policy,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PATCH', path: '/retention-policies/{id}', ...inData(policy) },
  async handle({ id, ...given }, ctx) {
    return ctx.transact(async (tx) => {
      const before = await lockPolicy(tx, ctx.org, id)
      if (before === undefined) throw notFound(NOUN)
      await checkTeams(tx, ctx, given.teamsUUID)
      const after = {
        name: given.name ?? before.name,
        enabled: given.enabled ?? before.enabled,
        after_days: given.afterDays ?? before.after_days,
        action: given.action ?? before.action,
        labels: given.labels ?? before.labels,
        team_ids: given.teamsUUID === undefined ? before.team_ids : given.teamsUUID,
        private: given.private === undefined ? before.private : given.private,
      }
      const row = await updatePolicy(tx, ctx.org, id, after, ctx.clock.now())
      await ensureScheduled(tx, ctx, row)
      return serializePolicy(row)
    })
  },
})
