import { z } from 'zod'
import { forbidden, notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryInstant, queryList, queryString, uuid } from '../../../core/wire.ts'
import { isInTeams, userExists } from '../../accounts/identity/index.ts'
import type { CallScope } from '../../coaching/team-reports/index.ts'
import { type ActionViewer, selectActions } from './queries.ts'
import { action, actionStatus, entityType } from './schema.ts'
import { toActions, toActionViewer, toManagingViewer, withAddresses } from './serialize.ts'

/** Value of `owner` for all users whose actions the caller can read. */
const ALL = 'all'

/** Conversations of a report. With one of them, actions are limited to those that refer to or quote such a conversation. */
const callFields = {
  conversation_team: uuid()
    .optional()
    .describe(
      'ID of a team, from `GET /organizations/teams`. Limits actions to conversations of the team and its child teams. ' +
        'Example: `5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10`.',
    ),
  conversation_owner: uuid()
    .optional()
    .describe(
      'ID of a user, from `GET /organizations/users`. Limits actions to conversations that the user owns. Example: ' +
        '`7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
  conversation_from: queryInstant()
    .optional()
    .describe(
      'Earliest start of a conversation that the actions refer to or quote: a date, or an ISO 8601 date-time with offset. ' +
        'Archived conversations are ignored. Example: `2026-09-01`.',
    ),
  conversation_to: queryInstant()
    .optional()
    .describe(
      'Latest start of such a conversation: a date (00:00 UTC), or an ISO 8601 date-time with offset. Example: `2026-11-21`.',
    ),
}

/** Undefined without a limit. */
function toCallScope(given: z.output<z.ZodObject<typeof callFields>>): CallScope | undefined {
  const { conversation_team: teamId, conversation_owner: ownerId, conversation_from: from, conversation_to: to } = given
  if ([teamId, ownerId, from, to].every((one) => one === undefined)) return undefined
  return { teamId, ownerId, from: from ?? EARLIEST, to: to ?? LATEST }
}

const EARLIEST = new Date(0)
const LATEST = new Date('9999-12-31T23:59:59.999Z')

export const listActions = defineOperation({
  id: 'listActions',
  summary: 'List suggested actions',
  description:
    'Returns the actions that the caller owns, from newest to oldest. With `owner`, managers list those of a member of ' +
    'their teams and child teams, and admins those of any user. Others get 403. With `all`, everybody lists the actions ' +
    "that they can read. An action is hidden while the caller can't see a conversation that it refers to or quotes.",
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
    owner: z
      .union([uuid(), z.literal(ALL)])
      .optional()
      .describe(
        'ID of the user who owns the actions, from `GET /organizations/users`, or `all` for all users whose actions the ' +
          'caller can read. Defaults to the caller. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
      ),
    ...callFields,
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
    const filters = { statuses, entityType: entity_type, entityId: entity_id, calls: toCallScope(input) }
    const viewer = await toListViewer(ctx, owner)
    const { rows, meta } = await selectActions(ctx.db, ctx.org, viewer, filters, toWindow(input))
    return { data: await toActions(ctx.db, ctx.org, rows), meta }
  },
})

async function toListViewer(ctx: Context, owner: string | undefined): Promise<ActionViewer> {
  if (owner === ALL) return toManagingViewer(ctx)
  const viewer = toActionViewer(ctx)
  if (owner === undefined || owner === ctx.principal.user?.id) return viewer
  await requireMayRead(ctx, owner)
  return { ...viewer, owners: { userId: owner, teamIds: [] } }
}

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
