import { z } from 'zod'
import { forbidden } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { browserIn, idleSince } from './model.ts'
import { selectSessions } from './queries.ts'
import { session } from './schema.ts'

export const listSessions = defineOperation({
  id: 'listSessions',
  summary: 'List browser sessions of a user',
  description: 'Returns active sessions, the most recently used first. Only admins can list sessions of other users.',
  tag: 'Sign-in',
  input: z.object({
    user_uuid: uuid()
      .optional()
      .describe(
        'ID of the user, from `GET /organizations/users`. Defaults to the caller. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
      ),
    ...listFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(session),
  requires: { scope: 'read', level: 'user' },
  rest: { method: 'GET', path: '/sessions', ...paged(session) },
  async handle({ user_uuid, ...window }, { db, org, principal, clock }) {
    const userId = user_uuid ?? principal.user?.id ?? ''
    if (principal.role !== 'ADMIN' && userId !== principal.user?.id) {
      throw forbidden(
        'admin_required',
        'Only admins can list sessions of other users. Omit `user_uuid` to list your own.',
      )
    }
    const now = clock.now()
    const at = { now, idleSince: idleSince(now) }
    const { rows, meta } = await selectSessions(db, org, userId, at, toWindow(window))
    const data = rows.map(({ user_id, email, user_agent, ...row }) => ({
      ...row,
      user: { uuid: user_id, email },
      browser: browserIn(user_agent),
      current: row.id === principal.sessionId,
    }))
    return { data, meta }
  },
})
