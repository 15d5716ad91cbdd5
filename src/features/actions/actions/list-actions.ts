import { z } from 'zod'
import { forbidden, notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryList, queryString, uuid } from '../../../core/wire.ts'
import { isInTeams, userExists } from '../../accounts/identity/index.ts'
import { selectActions } from './queries.ts'
import { action, actionStatus, entityType } from './schema.ts'
import { toActions, toActionViewer, withAddresses } from './serialize.ts'

export const listActions = defineOperation({
  id: 'listActions',
  summary: 'List suggested actions',
  description:
    'Returns the actions that the caller owns, from newest to oldest. With `owner`, managers list those of a member of ' +
    'their teams and child teams, and admins those of any user. Others get 403. An action is hidden while the caller ' +
    "can't see a conversation that it refers to or quotes.",
  tag: 'Actions',
  input: z.object({
    ...changedListFields({ default: 25, max: 100 }),
    status: queryList(z.string().pipe(actionStatus), { max: 5 }).describe(
      'Comma-separated statuses to include. Defaults to all. Example: `pending,drafted`.',
    ),
    entity_type: entityType.optional().describe('Type of the record that actions are about. Example: `opportunity`.'),
    entity_id: queryString(256)
      .optional()
      .describe(
        'ID of the record that actions are about: of a conversation or opportunity in Parley, otherwise from the CRM. ' +
          'Example: `3f2b8c1e-90d4-4a57-8e6b-51c7a9d0f233`.',
      ),
    owner: uuid()
      .optional()
      .describe(
        'ID of the user who owns the actions, from `GET /organizations/users`. Defaults to the caller. Example: ' +
          '`7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
      ),
  }),
  output: pageSchema(action),
  requires: { scope: 'read', level: 'user' },
  rest: {
    method: 'GET',
    path: '/actions',
    refusals: [404],
    ...paged(action),
    present: ({ data, meta }, wire) =>
      paged(action).present({ data: data.map((one) => withAddresses(one, wire)), meta }, wire),
  },
  async handle({ status: statuses, entity_type, entity_id, owner, ...input }, ctx) {
    const filters = { statuses, entityType: entity_type, entityId: entity_id }
    const viewer = toActionViewer(ctx)
    if (owner !== undefined && owner !== ctx.principal.user?.id) await requireMayRead(ctx, owner)
    const owners = owner === undefined ? viewer.owners : { userId: owner, teamIds: [] }
    const { rows, meta } = await selectActions(ctx.db, ctx.org, { ...viewer, owners }, filters, toWindow(input))
    return { data: await toActions(ctx.db, ctx.org, rows), meta }
  },
})

/**
 * Checks the permission to list the actions of another user.
 * @throws AppError `manager_required`, `admin_required`; `user_not_found`
 */
async function requireMayRead(ctx: Context, owner: string): Promise<void> {
  const { role, user } = ctx.principal
  if (role === 'SALES_REP') {
    throw forbidden('manager_required', "Listing colleagues' actions requires the manager or admin role.")
  }
  if (!(await userExists(ctx.db, ctx.org, owner))) throw notFound('user', '/query/owner')
  if (role === 'ADMIN' || (await isInTeams(ctx.db, ctx.org, owner, user?.teamIds ?? []))) return
  throw forbidden(
    'admin_required',
    'Managers can list the actions of members of their own teams and child teams. Ask an admin for others.',
  )
}
