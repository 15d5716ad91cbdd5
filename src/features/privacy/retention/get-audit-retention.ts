import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { selectOldestEntry } from '../../platform/audit/index.ts'
import { selectAuditKeepDays } from './queries-audit.ts'
import { auditRetention } from './schema-audit.ts'

export const getAuditRetention = defineOperation({
  id: 'getAuditRetention',
  summary: 'Get the audit log retention',
  description: 'Returns how long entries of the audit log are kept, and the oldest entry. Requires the admin role.',
  tag: 'Audit log',
  input: z.object({}),
  output: auditRetention,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/audit-log/retention', ...inData(auditRetention) },
  async handle(_, ctx) {
    const [keepDays, oldestEntryAt] = await Promise.all([
      selectAuditKeepDays(ctx.db, ctx.org),
      selectOldestEntry(ctx.db, ctx.org),
    ])
    return { keepDays, oldestEntryAt }
  },
})
