/** Context of one of many changes of an operation, each with a transaction and an audit entry of its own. */
import type { AuditTarget } from '../../../core/audit.ts'
import type { Context } from '../../../core/operation.ts'

/**
 * The context of an operation collects the targets of all its transactions, so that the entry of the last one would name
 * every resource.
 * @param operation ID of the operation that the audit entries name
 */
export function createPartContext(ctx: Context, operation: string): Context {
  const targets: AuditTarget[] = []
  const { principal, source } = ctx
  return {
    ...ctx,
    addAuditTarget: (kind, id) => targets.push({ kind, id }),
    transact: (work) =>
      ctx.transactUnaudited(async (tx) => {
        const result = await work(tx)
        await ctx.audit(tx, ctx.org, { operation, principal, source, at: ctx.clock.now(), targets })
        return result
      }),
  }
}
