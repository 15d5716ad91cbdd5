import type { Context } from '../../core/operation.ts'
import { addCounts, type Counts, countsTold } from '../redaction/index.ts'

/**
 * Has the audit entry tell how much of what was masked, as `card:1,email:2`, beside the conversation, which it is about.
 * Nothing is told where nothing was masked.
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
