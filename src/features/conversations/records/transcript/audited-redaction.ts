import type { Context } from '../../../../core/operation.ts'
import { addCounts, type Counts, countsTold } from '../../../text/redaction/index.ts'

/**
 * Adds the redaction counts to the audit entry of the conversation, as `card:1,email:2`. Adds nothing if nothing was
 * redacted.
 */
export function nameRedaction(
  ctx: Pick<Context, 'names'>,
  conversationId: string,
  ...counts: readonly (Counts | undefined)[]
): void {
  const told = countsTold(addCounts(...counts.map((one) => one ?? {})))
  if (told === '') return
  ctx.names('redaction', told)
  ctx.names('conversation', conversationId)
}
