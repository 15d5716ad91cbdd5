import { z } from 'zod'
import { forbidden } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { uuid } from '../../core/wire.ts'
import { browserIn, idleSince } from './model.ts'
import { selectSessions } from './queries.ts'
import { session } from './schema.ts'

export const listSessions = defineOperation({
  id: 'listSessions',
  summary: 'List the browsers a user is signed in with, the last used one first.',
  description: 'Those of the caller, or of `user_uuid`, whom only admins may name.',
  tag: 'Sign-in',
  input: z.object({ user_uuid: uuid().optional(), ...pageFields({ default: 50, max: 200 }) }),
  output: pageOf(session),
  requires: { scope: 'read', level: 'user' },
  rest: { method: 'GET', path: '/sessions', ...paged(session) },
  async handle({ user_uuid, page, size }, { db, org, principal, clock }) {
    const userId = user_uuid ?? principal.user?.id ?? ''
    if (principal.role !== 'ADMIN' && userId !== principal.user?.id) {
      throw forbidden('admin_required', 'Only admins see the sessions of others.')
    }
    const now = clock.now()
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectSessions(db, org, userId, { now, idleSince: idleSince(now) }, window)
    const data = rows.map(({ user_id, email, user_agent, ...row }) => ({
      ...row,
      user: { uuid: user_id, email },
      browser: browserIn(user_agent),
      current: row.id === principal.sessionId,
    }))
    return { data, meta: pageMeta(page, size, total) }
  },
})
