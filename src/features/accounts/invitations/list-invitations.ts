import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryList } from '../../../core/wire.ts'
import { selectPage } from './queries.ts'
import { invitation, statuses } from './schema.ts'
import { toInvitationRecord, toVisibleInvitations } from './serialize.ts'

export const listInvitations = defineOperation({
  id: 'listInvitations',
  summary: 'List invitations',
  description:
    'Returns invitations, newest first. Admins get all invitations of the organization, other users only those they ' +
    'created.',
  tag: 'Invitations',
  input: z.object({
    status: queryList(z.enum(statuses), { max: statuses.length }).describe(
      'Statuses to include. Repeat the parameter for several. Defaults to all. Example: `pending`.',
    ),
    ...changedListFields({ default: 50, max: 200 }),
  }),
  output: pageSchema(invitation),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/invitations', ...paged(invitation) },
  async handle({ status, ...window }, { db, org, principal, clock }) {
    const filter = { statuses: status, now: clock.now() }
    const { rows, meta } = await selectPage(db, org, toVisibleInvitations(principal), filter, toWindow(window))
    return { data: rows.map(toInvitationRecord), meta }
  },
})
