import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { bodyFilterFields } from '../conversations/index.ts'
import { insertRun } from './queries.ts'
import { filtersOfRun, redactConversations } from './redact-conversations.job.ts'
import { REDACTION_RUN, redactionRun } from './schema.ts'
import { toldRun } from './told.ts'

export const createRedactionRun = defineOperation({
  id: 'createRedactionRun',
  summary: 'Mask many stored conversations by the rules of the organization, for good, in the background.',
  description:
    'Those that the filters mean, all of them without a filter; archived ones with `archived`. Each as by ' +
    '/conversations/{id}/redact. What a legal hold keeps is left out and counted.',
  tag: 'Privacy',
  cost: COSTS.highest,
  input: z.object(bodyFilterFields),
  output: redactionRun,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/privacy/redactions', status: 202, ...inData(redactionRun) },
  async handle(filters, ctx) {
    // Refused now rather than by the job.
    filtersOfRun(JSON.parse(JSON.stringify(filters)))
    return ctx.transact(async (tx) => {
      const by = ctx.principal.user?.id ?? null
      const row = await insertRun(tx, ctx.org, { id: newId(), filters, by, at: ctx.clock.now() })
      await ctx.jobs.add(tx, ctx.org, redactConversations, { id: row.id })
      ctx.names(REDACTION_RUN, row.id)
      return toldRun(row)
    })
  },
})
