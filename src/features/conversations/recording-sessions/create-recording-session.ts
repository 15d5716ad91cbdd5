import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { conflict } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { finishIdleKind, idleAfter } from './finish-idle-kind.ts'
import { serializeSession } from './model.ts'
import { requireUserId, sessionNotFound } from './owner.ts'
import { countSessions, insertSession, selectSession } from './queries.ts'
import { SESSIONS_MAX, sessionAnswer, sourceName, statementInput, titleInput } from './schema.ts'

export const createRecordingSession = defineOperation({
  id: 'createRecordingSession',
  summary: 'Start a recording session',
  description:
    'Starts a recording that you send in parts while it is recorded. Each take is a WebM file with Opus, as browsers ' +
    'record it. You confirm that everybody agreed to be recorded; the statement is stored with the conversation. A ' +
    `session without new parts for 24 hours becomes a conversation by itself. Fails with 409 ` +
    `\`too_many_recording_sessions\` if you have ${SESSIONS_MAX} unfinished ones.`,
  tag: 'Recording sessions',
  input: z.object({
    title: titleInput
      .optional()
      .describe('Title of the future conversation, 1 to 512 characters. Example: `Site visit`.'),
    sources: z
      .array(sourceName)
      .min(1)
      .max(2)
      .refine((sources) => new Set(sources).size === sources.length, { message: 'Each source can be named only once.' })
      .describe(
        'Recorded sources, 1 or 2 distinct values: `microphone`, `tab`. With both, the first channel of the ' +
          'recording is the microphone.',
      ),
    consent: z
      .object({
        statement: statementInput.describe(
          'Statement that you confirm, 1 to 1,000 characters. Example: `Everyone on the call agrees to be recorded.`',
        ),
      })
      .describe('Confirmation that everybody agreed to be recorded.'),
  }),
  output: sessionAnswer,
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'POST', derived: false, path: '/recording-sessions', status: 201 },
  async handle({ title, sources, consent }, ctx) {
    const userId = requireUserId(ctx.principal)
    const at = ctx.clock.now()
    const id = newId()
    return ctx.transact(async (tx) => {
      if ((await countSessions(tx, ctx.org, userId)) >= SESSIONS_MAX) {
        throw conflict(
          'too_many_recording_sessions',
          `You have ${SESSIONS_MAX} unfinished recordings. Finish or delete one first.`,
        )
      }
      await insertSession(tx, ctx.org, { id, userId, title: title ?? null, sources, statement: consent.statement, at })
      await ctx.jobs.add(tx, ctx.org, finishIdleKind, { id }, { startAfter: idleAfter(at) })
      ctx.addAuditTarget('recording session', id)
      const row = await selectSession(tx, ctx.org, id, userId)
      if (row === undefined) throw sessionNotFound()
      return { data: serializeSession(row) }
    })
  },
})
