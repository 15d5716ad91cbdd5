import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { importSourceRecordingKind } from './announce-call.ts'
import { lockRecording, selectRecording, updateRecording } from './queries.ts'
import { sourceRecording } from './schema.ts'
import { serializeSourceRecording } from './serialize.ts'

export const retrySourceRecording = defineOperation({
  id: 'retrySourceRecording',
  summary: 'Retry the import of a call',
  description:
    'Imports a call of a source again in the background, without waiting for the next planned attempt. An imported ' +
    'call returns 409 `source_recording_done`. Without its data, which is deleted 30 days after a failure, it returns ' +
    '409 `source_recording_forgotten`. Safe to repeat. Requires the admin role.',
  tag: 'Sources',
  input: z.object({ id: pathId('source'), recordingId: pathId('source recording') }),
  output: sourceRecording,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/sources/{id}/recordings/{recordingId}/retry',
    status: 202,
    refusals: [409],
    ...inData(sourceRecording),
  },
  async handle({ id, recordingId }, ctx) {
    return ctx.transact(async (tx) => {
      const row = await lockRecording(tx, ctx.org, recordingId)
      if (row === undefined || row.source_id !== id) throw notFound('source recording', '/path/recordingId')
      if (row.state === 'done') {
        throw conflict('source_recording_done', 'The call is imported. Nothing is left to retry.')
      }
      if (row.announced === null) {
        const detail = 'The data of the call is no longer stored. Let the source deliver it again, or start a backfill.'
        throw conflict('source_recording_forgotten', detail)
      }
      const [ticket, at] = [row.ticket + 1, ctx.clock.now()]
      await updateRecording(tx, ctx.org, row.id, { state: 'waiting', ticket, tries: 0, next_try_at: at }, at)
      await ctx.jobs.add(tx, ctx.org, importSourceRecordingKind, { id: row.id, ticket })
      const changed = await selectRecording(tx, ctx.org, id, row.id)
      if (changed === undefined) throw notFound('source recording', '/path/recordingId')
      return serializeSourceRecording(ctx, changed)
    })
  },
})
