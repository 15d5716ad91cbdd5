import { z } from 'zod'
import { defineJob } from '../../core/jobs.ts'
import { lockVisible, updateAwaited } from '../conversations/index.ts'
import { requestTranscription, selectLeft } from '../media/index.ts'

/** Conversations that are looked at in one go. */
const AT_ONCE = 200

/** Takes up what only waited for a transcriber, or gave up on one that could not be asked. */
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
          // Erased meanwhile, or with a transcript of other origin by now.
          const standing = await lockVisible(tx, ctx.org, 'everything', id)
          if (standing === undefined || standing.transcript_version !== replaces) return
          await requestTranscription(tx, ctx, id, { hasRecording: true, replaces })
          await updateAwaited(tx, ctx.org, id, { transcript: 'pending', processing: 'pending' }, ctx.clock.now())
        })
      }
    } while (left.length === AT_ONCE)
  },
})
