import { z } from 'zod'
import { forbidden } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { queryBoolean, uuid } from '../../core/wire.ts'
import { type ConnectionsOf, selectConnections } from './queries.ts'
import { connectedApp } from './schema.ts'
import { connectionTold } from './told.ts'

export const listConnectedApps = defineOperation({
  id: 'listConnectedApps',
  summary: 'List the programs that may act for a user, newest first.',
  description:
    'Those of the caller, or of `user_uuid`, whom only admins may name; of all users with `everyone`, which is for admins, ' +
    'or for an org-level key that names nobody.',
  tag: 'Connected apps',
  input: z.object({
    user_uuid: uuid().optional(),
    everyone: queryBoolean().describe('Of all users, unless one is named. Needs the admin role.'),
    ...pageFields({ default: 50, max: 200 }),
  }),
  output: pageOf(connectedApp),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/connected-apps', ...paged(connectedApp) },
  async handle({ user_uuid, everyone, page, size }, { db, org, principal, clock }) {
    const own = principal.user?.id
    const userId = user_uuid ?? (everyone ? undefined : own)
    if (principal.role !== 'ADMIN' && userId !== own) {
      throw forbidden('admin_required', 'Only admins see the connected apps of others.')
    }
    const of: ConnectionsOf = userId === undefined ? 'everyone' : { userId }
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectConnections(db, org, of, clock.now(), window)
    return { data: rows.map(connectionTold), meta: pageMeta(page, size, total) }
  },
})
