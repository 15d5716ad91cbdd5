/** Context with which a job runs operations for the organization, with their audit entries. */
import type { AuditTarget } from '../../../core/audit.ts'
import type { JobContext } from '../../../core/jobs.ts'
import type { Context } from '../../../core/operation.ts'
import { recordAudit } from '../../platform/audit/index.ts'

/** @param operation ID of the operation that the audit entries name */
export function createImportContext(ctx: JobContext, operation: string, sourceId: string): Context {
  const targets: AuditTarget[] = [{ kind: 'source', id: sourceId }]
  const principal = {
    ...{ organizationId: ctx.org, role: 'ADMIN', via: 'service' },
    scopes: ['read', 'write'],
  } as const satisfies Context['principal']
  return {
    ...ctx,
    principal,
    source: {},
    audit: recordAudit,
    addAuditTarget: (kind, id) => targets.push({ kind, id }),
    derivesFrom: () => undefined,
    emit: async () => undefined,
    transact: (work) =>
      ctx.transact(async (tx) => {
        const result = await work(tx)
        await recordAudit(tx, ctx.org, { operation, principal, source: {}, at: ctx.clock.now(), targets })
        return result
      }),
  }
}
