import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { checkTeams, ensureScheduled } from './mutate.ts'
import { insertPolicy } from './queries.ts'
import { NOUN, policy, policyFields } from './schema.ts'
import { serializePolicy } from './serialize.ts'

export const createRetentionPolicy = defineOperation({
  id: 'createRetentionPolicy',
  summary: 'Create a retention policy',
  description:
    'A retention policy archives or erases conversations after a number of days. Enabled policies run daily at 02:00 ' +
    'UTC; new ones are disabled by default. Conversations under a legal hold stay. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({
    ...policyFields,
    labels: policyFields.labels.default({}),
    teamsUUID: policyFields.teamsUUID.default(null),
    private: policyFields.private.default(null),
    enabled: policyFields.enabled.default(false),
  }),
  output: policy,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/retention-policies', status: 201, ...inData(policy) },
  async handle({ afterDays, teamsUUID, ...given }, ctx) {
    return ctx.transact(async (tx) => {
      await checkTeams(tx, ctx, teamsUUID)
      const row = { ...given, after_days: afterDays, team_ids: teamsUUID }
      const made = await insertPolicy(tx, ctx.org, newId(), row, ctx.clock.now())
      await ensureScheduled(tx, ctx, made)
      ctx.addAuditTarget(NOUN, made.id)
      return serializePolicy(made)
    })
  },
})
