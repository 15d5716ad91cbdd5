import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { announceUpdate, lockVisible } from '../../conversations/records/index.ts'
import { toSerializedChapters, updateChapters } from '../topics/index.ts'
import { saveSummary, summarizeExtractively } from './make.ts'
import { selectOutdated, selectStanding, selectSubject, updateStepVersion } from './queries.ts'
import { SUMMARY_VERSION } from './summary.step.ts'

/** Number of conversations per batch. */
const AT_ONCE = 100

/**
 * Creates the extractive summaries of earlier versions of Parley again. It calls no language model, and starts no
 * integrations, because nothing was said since. A stopped job continues after the last stored summary.
 */
export const refreshSummaries = defineJob({
  id: 'refresh_summaries',
  background: true,
  input: z.object({}),
  retries: 5,
  timeout: 12 * 3_600,
  async handle(_, ctx) {
    let outdated: string[] = []
    do {
      outdated = await selectOutdated(ctx.db, ctx.org, SUMMARY_VERSION, outdated.at(-1), AT_ONCE)
      for (const id of outdated) {
        ctx.signal.throwIfAborted()
        await refresh(id, ctx)
      }
    } while (outdated.length === AT_ONCE)
  },
})

async function refresh(id: string, ctx: JobContext): Promise<void> {
  const subject = await selectSubject(ctx.db, ctx.org, id)
  const version = subject?.transcript_version ?? null
  if (subject === undefined || version === null) return
  const content = await summarizeExtractively(subject, ctx.workers, ctx.signal)
  await ctx.transact(async (tx) => {
    const locked = await lockVisible(tx, ctx.org, 'everything', id)
    // The conversation was erased, its transcript changed, or somebody created its summary again.
    if (locked?.transcript_version !== version) return
    if (!(await updateStepVersion(tx, ctx.org, id, SUMMARY_VERSION))) return
    const standing = await selectStanding(tx, ctx.org, 'everything', id)
    const isSame = isDeepStrictEqual(
      JSON.parse(standing?.stored?.content ?? 'null'),
      JSON.parse(JSON.stringify(content)),
    )
    if (isSame) return
    await saveSummary(tx, ctx, id, version, { content, model: null, fault: null }, false)
    const chapters = JSON.stringify(toSerializedChapters(content.chapters))
    await updateChapters(tx, ctx.org, id, { transcriptVersion: version, chapters })
    await announceUpdate(tx, ctx, id, ['summary'])
  })
}
