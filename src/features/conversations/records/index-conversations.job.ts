import { z } from 'zod'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { cutTranscript, indexConversation, passagesOfTranscript } from '../../text/passages/index.ts'
import { lockVisible, selectTranscribedIds } from './queries.ts'
import { selectSegments } from './queries-clips.ts'

/** Number of conversations per batch. */
const AT_ONCE = 500

/** Adds conversations to the search index that a version without search stored, or whose import was interrupted. */
export const indexConversations = defineJob({
  id: 'index_conversations',
  background: true,
  input: z.object({ conversationId: z.string().optional() }),
  retries: 5,
  timeout: 3_600,
  async handle({ conversationId }, ctx) {
    if (conversationId !== undefined) {
      for (const id of await ctx.search.findUnknown(ctx.db, ctx.org, [conversationId])) await indexCurrent(ctx, id)
      return
    }
    let ids: string[] = []
    do {
      ids = await selectTranscribedIds(ctx.db, ctx.org, ids.at(-1), AT_ONCE)
      for (const id of await ctx.search.findUnknown(ctx.db, ctx.org, ids)) {
        ctx.signal.throwIfAborted()
        await indexCurrent(ctx, id)
      }
    } while (ids.length === AT_ONCE)
  },
})

async function indexCurrent(ctx: JobContext, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    // The conversation can have been erased since then, or another transaction can be correcting it.
    const standing = await lockVisible(tx, ctx.org, 'everything', id)
    if (standing === undefined) return
    const segments = await selectSegments(tx, ctx.org, id, 'current')
    await indexConversation(ctx, tx, id, passagesOfTranscript(cutTranscript(segments)))
  })
}
