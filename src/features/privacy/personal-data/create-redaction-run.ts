import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { bodyFilterFields } from '../../conversations/records/index.ts'
import { insertRun } from './queries.ts'
import { filtersOfRun, redactConversations } from './redact-conversations.job.ts'
import { REDACTION_RUN, redactionRun } from './schema.ts'
import { serializeRun } from './serialize.ts'

export const createRedactionRun = defineOperation({
  id: 'createRedactionRun',
  summary: 'Redact stored conversations',
  description:
    'Starts a background job that applies the redaction rules of the organization to all conversations that match ' +
    'the filters. Without filters, it redacts all conversations except archived ones. Each conversation is ' +
    'redacted as with `POST /conversations/{id}/redact`. Conversations under a legal hold are skipped and ' +
    "counted. You can't undo a redaction. Get the progress with `GET /privacy/redactions/{id}`. Requires the admin role.",
  tag: 'Privacy',
  cost: COSTS.highest,
  input: z.object(bodyFilterFields),
  output: redactionRun,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/privacy/redactions', status: 202, ...inData(redactionRun) },
  async handle(filters, ctx) {
    // Validates the filters before the job is queued.
    filtersOfRun(JSON.parse(JSON.stringify(filters)))
    return ctx.transact(async (tx) => {
      const by = ctx.principal.user?.id ?? null
      const row = await insertRun(tx, ctx.org, { id: newId(), filters, by, at: ctx.clock.now() })
      await ctx.jobs.add(tx, ctx.org, redactConversations, { id: row.id })
      ctx.addAuditTarget(REDACTION_RUN, row.id)
      return serializeRun(row)
    })
  },
})
