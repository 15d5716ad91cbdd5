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
