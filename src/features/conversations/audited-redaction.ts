import type { Context } from '../../core/operation.ts'
import { addCounts, type Counts } from '../redaction/index.ts'

/**
 * Has the audit entry tell how much of what was masked, as `card:1,email:2`, beside the conversation, which it is about.
 * Nothing is told where nothing was masked.
 */
export function nameRedaction(
  ctx: Pick<Context, 'names'>,
  conversationId: string,
  ...counts: readonly (Counts | undefined)[]
): void {
  const all = Object.entries(addCounts(...counts.map((one) => one ?? {})))
  if (all.length === 0) return
  ctx.names('redaction', all.map(([kind, n]) => `${kind}:${n}`).join(','))
  ctx.names('conversation', conversationId)
}
