import { AppError } from '../../../core/errors.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { createServiceContext } from '../../platform/audit/index.ts'
import { endSession } from './discard-parts.job.ts'
import { finishIdleKind, idleAfter } from './finish-idle-kind.ts'
import { finishSession } from './finish-session.ts'
import { lockSession, selectSession } from './queries.ts'

/** Codes of sessions that can't become a conversation, until their user completes them. */
const LASTING = new Set(['parts_missing', 'recording_unreadable'])

/** Age after which a session that can't become a conversation is deleted. */
const KEPT_MS = 30 * 86_400_000

/** Finishes a session that nobody has used for a day, so that a forgotten recording isn't lost. */
export const finishIdleSession = defineJob({
  ...finishIdleKind,
  async handle({ id }, ctx) {
    const session = await selectSession(ctx.db, ctx.org, id)
    if (session === undefined) return
    const due = idleAfter(new Date(session.updated_at))
    if (due > ctx.clock.now()) {
      await ctx.transact((tx) => ctx.jobs.add(tx, ctx.org, finishIdleKind, { id }, { startAfter: due }))
      return
    }
    const owner = await findUser(ctx.db, ctx.org, { id: session.user_id })
    const isOld = ctx.clock.now().getTime() - new Date(session.updated_at).getTime() > KEPT_MS
    if (owner === undefined || session.takes.length === 0) return end(ctx, id)
    try {
      await finishSession(
        createServiceContext(ctx, 'finishRecordingSession', { kind: 'recording session', id }),
        id,
        undefined,
      )
    } catch (error) {
      if (!(error instanceof AppError) || !LASTING.has(error.code)) throw error
      ctx.log.warn({ session: id, code: error.code }, 'an idle recording could not be saved')
      await (isOld ? end(ctx, id) : again(ctx, id))
    }
  },
  failed: ({ id }, ctx) => again(ctx, id),
})

const end = (ctx: JobContext, id: string): Promise<void> =>
  ctx.transact(async (tx) => {
    if ((await lockSession(tx, ctx.org, id)) !== undefined) await endSession(tx, ctx, id)
  })

/** Looks at the session again in a day. */
const again = (ctx: JobContext, id: string): Promise<void> =>
  ctx.transact((tx) => ctx.jobs.add(tx, ctx.org, finishIdleKind, { id }, { startAfter: idleAfter(ctx.clock.now()) }))
