import { z } from 'zod'
import { defineToolOperation } from '../../../core/tool.ts'
import { selectRequirement } from '../second-factors/index.ts'

/** Whether the organization requires a second factor, for the admin page. */
export const getSecondFactorRequirement = defineToolOperation({
  id: 'getSecondFactorRequirement',
  summary: 'Get whether a second factor is required',
  tag: 'Sign-in',
  input: z.object({}),
  output: z.object({
    required: z.boolean(),
    updated_at: z.string().nullable().describe('When the setting last changed; null if it never changed.'),
  }),
  requires: { scope: 'read', role: 'ADMIN' },
  async handle(_, { db, org }) {
    const { required, updatedAt } = await selectRequirement(db, org)
    return { required, updated_at: updatedAt }
  },
})
