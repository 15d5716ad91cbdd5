/** Turns a recording session into a conversation: joins its takes to one file and imports it. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { conflict } from '../../../core/errors.ts'
import { UnreadableMedia } from '../../../core/media.ts'
import { type Context, UploadedFile } from '../../../core/operation.ts'
import { importConversation } from '../records/index.ts'
import { endSession } from './discard-parts.job.ts'
import { groupTakes, RECORDER, serializeSession, toPartKey } from './model.ts'
import { sessionNotFound } from './owner.ts'
import {
  clearFinishing,
  lockSession,
  type PartRow,
  type SessionRow,
  selectParts,
  selectSession,
  updateFinishing,
} from './queries.ts'

/** Difference between the duration of all packets and that of the file, in seconds. The last packet has none in the file. */
const TOLERANCE_SECONDS = 1

/**
 * Imports the recording as a call of its user. A repetition returns the conversation of the first attempt, because the
 * session identifies it.
 * @param userId owner who finishes it; undefined for a job
 * @throws AppError `recording_empty`, `parts_missing`, `recording_unreadable`, or not found
 */
export async function finishSession(ctx: Context, id: string, userId: string | undefined): Promise<{ uuid: string }> {
  const { session, takes, at } = await closeSession(ctx, id, userId)
  const folder = await mkdtemp(join(tmpdir(), 'parley-session-'))
  try {
    const file = await joinTakes(ctx, takes, folder)
    const { consent, sources, createdAt } = serializeSession(session)
    const { uuid } = await importConversation.handle(
      {
        file,
        applicationName: RECORDER,
        applicationExternalID: id,
        conversationStartedAt: new Date(createdAt),
        externalMetadata: { extra: { recorder: { sources, consent } } },
        ...(session.title === null ? {} : { conversationTitle: session.title }),
        ...(userId === undefined ? { userID: session.user_id } : {}),
      },
      ctx,
    )
    await ctx.transactUnaudited(async (tx) => {
      const locked = await lockSession(tx, ctx.org, id)
      // Parts that arrived after a failure of another request are in no recording yet.
      if (locked !== undefined && countParts(locked) === takes.flat().length) await endSession(tx, ctx, id)
    })
    return { uuid }
  } catch (error) {
    await ctx.transactUnaudited((tx) => clearFinishing(tx, ctx.org, id, at))
    // Another request has finished the session, and its files are deleted.
    if ((await selectSession(ctx.db, ctx.org, id)) === undefined) throw sessionNotFound()
    // Other reasons, such as a time limit, can pass.
    if (!(error instanceof UnreadableMedia) || error.reason !== 'not_media') throw error
    throw conflict(
      'recording_unreadable',
      'The recording contains no sound in WebM with Opus. Delete it, and record again.',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Refuses more parts from now on, so that no stored part is missing in the conversation. */
function closeSession(ctx: Context, id: string, userId: string | undefined) {
  return ctx.transactUnaudited(async (tx): Promise<{ session: SessionRow; takes: PartRow[][]; at: Date }> => {
    const session = await lockSession(tx, ctx.org, id, userId)
    if (session === undefined) throw sessionNotFound()
    const takes = groupTakes(await selectParts(tx, ctx.org, id))
    const at = ctx.clock.now()
    await updateFinishing(tx, ctx.org, id, at)
    return { session, takes, at }
  })
}

const countParts = ({ takes }: SessionRow): number => takes.reduce((sum, { parts }) => sum + parts, 0)

async function joinTakes(ctx: Context, takes: readonly PartRow[][], folder: string): Promise<UploadedFile> {
  const paths: string[] = []
  for (const [index, parts] of takes.entries()) {
    const path = join(folder, `take-${index}`)
    for (const part of parts) {
      const stored = await ctx.files.get(toPartKey(ctx.org, part.file_id))
      if (stored === undefined) throw new Error('A part of the recording is not in the file store.')
      await pipeline(stored.body, createWriteStream(path, { flags: 'a', mode: 0o600 }))
    }
    paths.push(path)
  }
  const path = join(folder, 'recording.webm')
  const { duration } = await ctx.media.join(paths, path, ctx.signal)
  // The parts are deleted afterwards. A full disk can cut the file without an error.
  const stored = (await ctx.media.read(path, ctx.signal)).duration ?? 0
  if (stored < duration - TOLERANCE_SECONDS) throw new Error('The joined recording is incomplete.')
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return new UploadedFile({ path, name: 'Recording.webm', size: (await stat(path)).size, sha256: hash.digest('hex') })
}
