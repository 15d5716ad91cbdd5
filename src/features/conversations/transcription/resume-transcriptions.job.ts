import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'
import { requestTranscription, selectLeft } from '../media/index.ts'
import { lockVisible, updateAwaited } from '../records/index.ts'

/** Number of conversations per batch. */
const AT_ONCE = 200

/** Resumes transcriptions that waited for a transcriber, or failed because it wasn't available. */
export const resumeTranscriptions = defineJob({
  id: 'resume_transcriptions',
  background: true,
  input: z.object({}),
  retries: 5,
  timeout: 3_600,
  async handle(_, ctx) {
    if (ctx.transcriber === undefined) return
    let left: { id: string; replaces: number | null }[] = []
    do {
      left = await selectLeft(ctx.db, ctx.org, left.at(-1)?.id, AT_ONCE)
      for (const { id, replaces } of left) {
        ctx.signal.throwIfAborted()
        await ctx.transact(async (tx) => {
          // The conversation was erased, or got a transcript in another way.
          const standing = await lockVisible(tx, ctx.org, 'everything', id)
          if (standing === undefined || standing.transcript_version !== replaces) return
          await requestTranscription(tx, ctx, id, { hasRecording: true, replaces })
          await updateAwaited(tx, ctx.org, id, { transcript: 'pending', processing: 'pending' }, ctx.clock.now())
        })
      }
    } while (left.length === AT_ONCE)
  },
})
