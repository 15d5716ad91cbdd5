import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { conflict, invalid, tooLarge } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation, UploadedFile } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { MEDIA_BYTES_MAX } from '../media/index.ts'
import { serializeSession, toPartKey } from './model.ts'
import { requireUserId, sessionNotFound } from './owner.ts'
import { insertPart, lockSession, type PartRow, type SessionRow, selectPart, selectSession } from './queries.ts'
import { PART_BYTES_MAX, partNumber, sessionAnswer, takeNumber } from './schema.ts'

export const addRecordingPart = defineOperation({
  id: 'addRecordingPart',
  summary: 'Store a part of a recording',
  description:
    'Stores consecutive bytes of a take, sent as `multipart/form-data`. Parts can arrive in any order. Storing equal bytes again changes nothing; ' +
    'other bytes fail with 409 `part_exists`. All parts of a session together have at most 2 GiB.',
  tag: 'Recording sessions',
  cost: COSTS.high,
  input: z.object({
    id: pathId('recording session'),
    take: takeNumber.describe('Number of the take, 0 to 99. A recorder that starts again begins the next take.'),
    part: partNumber.describe('Number of the part in its take, 0 to 9999.'),
    file: z.instanceof(UploadedFile).optional().describe('Bytes of the part, 1 byte to 16 MiB.'),
  }),
  output: sessionAnswer,
  requires: { scope: 'write', level: 'user' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/recording-sessions/{id}/parts',
    upload: { field: 'file', maxBytes: PART_BYTES_MAX },
  },
  precheck: async ({ id }, ctx) => {
    if ((await selectSession(ctx.db, ctx.org, id, requireUserId(ctx.principal))) === undefined) throw sessionNotFound()
  },
  async handle({ id, take, part, file }, ctx) {
    const userId = requireUserId(ctx.principal)
    const session = await selectSession(ctx.db, ctx.org, id, userId)
    if (session === undefined) throw sessionNotFound()
    if (file === undefined || file.size === 0) {
      throw invalid({
        pointer: '/file',
        detail: 'The part is empty. Send its bytes as multipart/form-data in the field `file`.',
      })
    }
    const place = { take, part }
    const known = await selectPart(ctx.db, ctx.org, id, place)
    if (known !== undefined) return { data: serializeSession(refuseOtherBytes(known, file, session)) }
    // Checked before the bytes are moved, and again with the lock.
    refuseMore(session, file)
    const fileId = newId()
    try {
      await ctx.files.put(toPartKey(ctx.org, fileId), createReadStream(file.path), { max: PART_BYTES_MAX })
      return await ctx.transact(async (tx) => {
        const locked = await lockSession(tx, ctx.org, id, userId)
        if (locked === undefined) throw sessionNotFound()
        ctx.addAuditTarget('recording session', id)
        const first = await selectPart(tx, ctx.org, id, place)
        if (first !== undefined) return { data: serializeSession(refuseOtherBytes(first, file, locked)) }
        refuseMore(locked, file)
        const row = { ...place, size: file.size, sha256: file.sha256, file_id: fileId }
        await insertPart(tx, ctx.org, id, row, ctx.clock.now())
        return { data: serializeSession((await selectSession(tx, ctx.org, id, userId)) ?? locked) }
      })
    } finally {
      await dropUnlessStored(ctx, id, place, fileId)
    }
  },
})

/** Deletes the file of a part that wasn't stored. A commit whose response was lost has stored it, and needs the file. */
async function dropUnlessStored(
  ctx: Context,
  session: string,
  place: Pick<PartRow, 'take' | 'part'>,
  fileId: string,
): Promise<void> {
  try {
    if ((await selectPart(ctx.db, ctx.org, session, place))?.file_id !== fileId)
      await ctx.files.delete(toPartKey(ctx.org, fileId))
  } catch (error) {
    // Nothing refers to the file. It stays.
    ctx.log.warn({ session, error: (error as Error).message }, 'a file of a recording could not be deleted')
  }
}

/** @returns the session, which has the part already @throws AppError `part_exists` if the bytes differ */
function refuseOtherBytes({ sha256 }: PartRow, file: UploadedFile, session: SessionRow): SessionRow {
  if (sha256 === file.sha256) return session
  throw conflict('part_exists', 'The session has other bytes for this part. Use the next part or the next take.')
}

/** @throws AppError if the session doesn't accept this part */
function refuseMore({ takes, finishing_at }: SessionRow, file: UploadedFile): void {
  if (finishing_at !== null)
    throw conflict('recording_finished', 'The recording is being saved and accepts no more parts. Start another one.')
  const stored = takes.reduce((sum, { bytes }) => sum + Number(bytes), 0)
  if (stored + file.size > MEDIA_BYTES_MAX)
    throw tooLarge('The recording would exceed 2 GiB. Finish it, and start another one.', '/file')
}
