import type { Context } from '../../../../core/operation.ts'
import { addCounts, formatMaskCounts, type MaskCounts } from '../../../text/redaction/index.ts'

/**
 * Adds the redaction counts to the audit entry of the conversation, as `card:1,email:2`. Adds nothing if nothing was
 * redacted.
 */
export function nameRedaction(
  ctx: Pick<Context, 'addAuditTarget'>,
  conversationId: string,
  ...counts: readonly (MaskCounts | undefined)[]
): void {
  const told = formatMaskCounts(addCounts(...counts.map((one) => one ?? {})))
  if (told === '') return
  ctx.addAuditTarget('redaction', told)
  ctx.addAuditTarget('conversation', conversationId)
}
