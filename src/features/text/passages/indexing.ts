/** Writes texts to the search index: words immediately, vectors by a job. */
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Passage, PreparedPassages, SpokenPassage } from '../../../core/search.ts'
import { embedPassages } from './embed-passages.job.ts'

type IndexPorts = Pick<Ports, 'search' | 'embedding' | 'jobs'> & { readonly org: OrganizationId }

export async function indexConversation(
  ctx: IndexPorts,
  tx: Writer,
  id: string,
  passages: readonly SpokenPassage[] | PreparedPassages,
): Promise<void> {
  await ctx.search.putConversation(tx, ctx.org, id, passages)
  if (('prepared' in passages ? passages.count : passages.length) > 0) await embedLater(ctx, tx)
}

/**
 * Indexes a new conversation with many passages in several short transactions (docs/decisions/0050).
 * @returns whether the index is complete. Otherwise the conversation was deleted, or another transaction indexes it
 */
export async function indexInSteps(
  ctx: IndexPorts & Pick<Ports, 'transactUnaudited' | 'transactBatch'>,
  id: string,
  passages: PreparedPassages,
): Promise<boolean> {
  if (!(await ctx.search.addConversation(ctx.transactBatch, ctx.org, id, passages))) return false
  if (passages.count > 0) await ctx.transactUnaudited((tx) => embedLater(ctx, tx))
  return true
}

export async function indexSource(
  ctx: IndexPorts,
  tx: Writer,
  id: string,
  passages: readonly Passage[],
): Promise<void> {
  await ctx.search.putSource(tx, ctx.org, id, passages)
  if (passages.length > 0) await embedLater(ctx, tx)
}

async function embedLater(ctx: IndexPorts, tx: Writer): Promise<void> {
  if (ctx.embedding.model !== undefined) await ctx.jobs.add(tx, ctx.org, embedPassages, {})
}
