/** Context with which a job runs operations for the organization, with their audit entries. */
import type { AuditTarget } from '../../../core/audit.ts'
import type { JobContext } from '../../../core/jobs.ts'
import type { Context } from '../../../core/operation.ts'
import { insertEntry } from './queries.ts'

/**
 * @param operation ID of the operation that the audit entries name
 * @param target resource for which the job runs
 */
export function createServiceContext(ctx: JobContext, operation: string, target: AuditTarget): Context {
  const targets: AuditTarget[] = [target]
  const principal = {
    ...{ organizationId: ctx.org, role: 'ADMIN', via: 'service' },
    scopes: ['read', 'write'],
  } as const satisfies Context['principal']
  return {
    ...ctx,
    principal,
    source: {},
    audit: insertEntry,
    addAuditTarget: (kind, id) => targets.push({ kind, id }),
    derivesFrom: () => undefined,
    emit: async () => undefined,
    transact: (work) =>
      ctx.transact(async (tx) => {
        const result = await work(tx)
        await insertEntry(tx, ctx.org, { operation, principal, source: {}, at: ctx.clock.now(), targets })
        return result
      }),
  }
}
