import { z } from 'zod'
import { AppError } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { isVisible, selectIdBySource } from '../records/index.ts'
import { finishSession } from './finish-session.ts'
import { RECORDER } from './model.ts'
import { requireUserId } from './owner.ts'

export const finishRecordingSession = defineOperation({
  id: 'finishRecordingSession',
  summary: 'Save a recording session as a conversation',
  description:
    'Joins the takes to one recording and imports it as your conversation, which Parley transcribes and analyzes. The ' +
    'consent is in `importMetadata.externalMetadata.extra.recorder`. Repeating the request returns the same `uuid`. Fails ' +
    'with 409 `recording_empty` without parts, `parts_missing` if a part or take is missing, and ' +
    '`recording_unreadable` if no take contains sound.',
  tag: 'Recording sessions',
  cost: COSTS.high,
  takesLong: true,
  input: z.object({ id: pathId('recording session') }),
  output: z.object({ uuid: z.string().describe('ID of the conversation.') }),
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'POST', derived: false, path: '/recording-sessions/{id}/finish' },
  async handle({ id }, ctx) {
    try {
      return await finishSession(ctx, id, requireUserId(ctx.principal))
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
      // An earlier request has finished it, and its response was lost.
      const uuid = await selectIdBySource(ctx.db, ctx.org, { application: RECORDER, externalId: id })
      if (uuid === undefined || !(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), uuid))) throw error
      return { uuid }
    }
  },
})
