import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { serializeSession } from './model.ts'
import { requireUserId } from './owner.ts'
import { selectSessions } from './queries.ts'
import { recordingSession, SESSIONS_MAX } from './schema.ts'

export const listRecordingSessions = defineOperation({
  id: 'listRecordingSessions',
  summary: 'List recording sessions',
  description: `Returns your unfinished recordings, newest first. There are at most ${SESSIONS_MAX}. Nobody else sees them.`,
  tag: 'Recording sessions',
  input: z.object({}),
  output: z.object({ data: z.array(recordingSession).describe('Recording sessions, newest first.') }),
  requires: { scope: 'read', level: 'user' },
  rest: { method: 'GET', path: '/recording-sessions' },
  async handle(_input, { db, org, principal }) {
    return { data: (await selectSessions(db, org, requireUserId(principal))).map(serializeSession) }
  },
})
