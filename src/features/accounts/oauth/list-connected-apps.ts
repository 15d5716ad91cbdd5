import { z } from 'zod'
import { forbidden } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryBoolean, uuid } from '../../../core/wire.ts'
import { type ConnectionsOf, selectConnections } from './queries.ts'
import { connectedApp } from './schema.ts'
import { serializeConnectedApp } from './serialize.ts'

export const listConnectedApps = defineOperation({
  id: 'listConnectedApps',
  summary: 'List connected apps',
  description:
    'Returns apps that can act for a user on the tool server, newest first. Defaults to the apps of the caller. ' +
    'Admins can list the apps of another user or of everyone. An organization-level API key without `user_uuid` ' +
    'returns the apps of all users.',
  tag: 'Connected apps',
  input: z.object({
    user_uuid: uuid()
      .optional()
      .describe(
        'ID of the user whose apps are listed, from `GET /organizations/users`. Defaults to the caller. Only admins ' +
          'can set another user.',
      ),
    everyone: queryBoolean().describe(
      'Whether to list the apps of all users. Ignored if `user_uuid` is set. Requires the admin role. Example: ' +
        '`true`.',
    ),
    ...listFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(connectedApp),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/connected-apps', ...paged(connectedApp) },
  async handle({ user_uuid, everyone, ...window }, { db, org, principal, clock }) {
    const own = principal.user?.id
    const userId = user_uuid ?? (everyone ? undefined : own)
    if (principal.role !== 'ADMIN' && userId !== own) {
      throw forbidden(
        'admin_required',
        'Only admins can list the connected apps of other users. Omit `user_uuid` and `everyone` to list your own.',
      )
    }
    const of: ConnectionsOf = userId === undefined ? 'everyone' : { userId }
    const { rows, meta } = await selectConnections(db, org, of, clock.now(), toWindow(window))
    return { data: rows.map(serializeConnectedApp), meta }
  },
})
