import { z } from 'zod'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { cutIntoPassages, indexSource } from '../../text/passages/index.ts'
import { type FileContent, readStoredFile } from './file-content.ts'
import { createMasker } from './masked.ts'
import type { ExtractionFailure } from './model.ts'
import { lockSource, selectSource, updateOutcome } from './queries.ts'

/** Extracts the text of an uploaded file and indexes it. */
export const extractSource = defineJob({
  id: 'extract_source',
  input: z.object({ id: z.guid() }),
  retries: 5,
  timeout: 600,
  async handle({ id }, ctx) {
    const row = await selectSource(ctx.db, ctx.org, id)
    if (row?.status !== 'indexing' || !row.file_arrived) return
    await saveExtraction(ctx, id, await readStoredFile(ctx, row))
  },
  async failed({ id }, ctx) {
    await saveExtraction(ctx, id, 'internal')
  },
})

/** Stores the outcome once. A second run, or a run after a deletion, changes nothing. */
async function saveExtraction(ctx: JobContext, id: string, read: FileContent | ExtractionFailure): Promise<void> {
  const mask = await createMasker(ctx)
  // Masked after splitting, because the structure marks contain offsets in the original text.
  const passages = (typeof read === 'string' ? [] : cutIntoPassages(read.text, read.marks)).map((passage) => ({
    ...passage,
    headings: passage.headings.map(mask),
    text: mask(passage.text),
  }))
  await ctx.transact(async (tx) => {
    const standing = await lockSource(tx, ctx.org, id)
    if (standing?.status !== 'indexing') return
    if (passages.length > 0) await indexSource(ctx, tx, id, passages)
    const failure = typeof read === 'string' ? read : passages.length === 0 ? 'no_text' : null
    await updateOutcome(
      tx,
      ctx.org,
      id,
      {
        status: failure === null ? 'indexed' : 'failed',
        failure,
        format: typeof read === 'string' ? undefined : read.format,
        chunkCount: passages.length,
        truncated: failure === null && typeof read !== 'string' && read.truncated,
      },
      ctx.clock.now(),
    )
  })
}
