import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { UnreadableMedia } from '../../../core/media.ts'
import {
  discardMedia,
  factsAsStored,
  type MediaFailure,
  type NewMedia,
  requestTranscription,
  selectMedia,
  toMediaKey,
  updateArrived,
} from '../media/index.ts'
import { announceUpdate, fillFromRecording, lockVisible, updateAwaited } from '../records/index.ts'

type Arrived = Pick<NewMedia, 'size' | 'sha256' | 'contentType' | 'duration' | 'streams'>

/** Reads a file that was uploaded to the object store: after confirmation, or when the upload form has expired. */
export const readMedia = defineJob({
  id: 'read_media',
  input: z.object({ conversationId: z.guid(), id: z.guid() }),
  retries: 20,
  timeout: 3_600,
  // Downloads up to 2 GiB from the object store.
  outside: true,
  singleCall: true,
  async handle({ conversationId, id }, ctx) {
    const awaited = await selectMedia(ctx.db, ctx.org, conversationId)
    if (awaited?.id !== id || awaited.state !== 'awaited') return
    const arrived = await read(ctx, id)
    await ctx.transact(async (tx) => {
      const standing = await lockVisible(tx, ctx.org, 'everything', conversationId)
      // Erased or replaced in the meantime. That transaction deletes the file.
      if (standing === undefined || !(await updateArrived(tx, ctx.org, conversationId, id, arrived))) return
      if ('failure' in arrived) return ctx.jobs.add(tx, ctx.org, discardMedia, { id })
      await announceUpdate(tx, ctx, conversationId, ['recording'])
      await fillFromRecording(tx, ctx.org, conversationId, { length: arrived.duration, language: null })
      if (standing.transcript_version !== null) return
      await requestTranscription(tx, ctx, conversationId, { hasRecording: true, replaces: null })
      const at = ctx.clock.now()
      await updateAwaited(tx, ctx.org, conversationId, { transcript: 'pending', processing: 'pending' }, at)
    })
  },
})

async function read(ctx: JobContext, id: string): Promise<Arrived | { failure: MediaFailure }> {
  const stored = await ctx.files.get(toMediaKey(ctx.org, id))
  if (stored === undefined) return { failure: 'not_received' }
  const folder = await mkdtemp(join(tmpdir(), 'parley-media-'))
  try {
    const path = join(folder, 'file')
    const hash = createHash('sha256')
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        hash.update(chunk)
        next(null, chunk)
      },
    })
    await pipeline(stored.body, measure, createWriteStream(path, { mode: 0o600 }), { signal: ctx.signal })
    const facts = await ctx.media.read(path, ctx.signal)
    return { size: stored.size, sha256: hash.digest('hex'), ...factsAsStored(facts) }
  } catch (error) {
    if (error instanceof UnreadableMedia) return { failure: error.reason }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
