import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { putRequirement } from '../second-factors/index.ts'

/**
 * Requires a second factor of all users, or stops requiring it. Users without one are led to its setup at their next page
 * view. Users who sign in with an identity provider aren't affected.
 */
export const replaceSecondFactorRequirement = defineToolOperation({
  id: 'replaceSecondFactorRequirement',
  summary: 'Replace whether a second factor is required',
  tag: 'Sign-in',
  input: z.object({ required: z.boolean() }),
  output: z.object({ required: z.boolean() }),
  requires: { scope: 'write', role: 'ADMIN' },
  async handle({ required }, ctx) {
    await ctx.transact((tx) => putRequirement(tx, ctx.org, required, ctx.clock.now()))
    return { required }
  },
})
