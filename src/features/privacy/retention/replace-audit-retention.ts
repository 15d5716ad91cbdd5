import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { selectOldestEntry } from '../../platform/audit/index.ts'
import { ensureScheduled } from './mutate.ts'
import { putAuditKeepDays } from './queries-audit.ts'
import { auditRetention, auditRetentionInput } from './schema-audit.ts'

export const replaceAuditRetention = defineOperation({
  id: 'replaceAuditRetention',
  summary: 'Replace the audit log retention',
  description:
    'Older entries are deleted permanently, daily at 02:00 UTC, and a new entry contains their number and the time of ' +
    'the newest one. With `keepDays: null`, entries are kept permanently. Requires the admin role.',
  tag: 'Audit log',
  input: auditRetentionInput,
  output: auditRetention,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/audit-log/retention', ...inData(auditRetention) },
  handle: ({ keepDays }, ctx) =>
    ctx.transact(async (tx) => {
      await putAuditKeepDays(tx, ctx.org, keepDays, ctx.clock.now())
      await ensureScheduled(tx, ctx, { enabled: keepDays !== null })
      ctx.addAuditTarget('kept days', keepDays === null ? 'all' : String(keepDays))
      ctx.addAuditTarget('organization', ctx.org)
      return { keepDays, oldestEntryAt: await selectOldestEntry(tx, ctx.org) }
    }),
})
