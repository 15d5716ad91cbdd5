/** Shared functions of operations on saved views. */
import type { Writer } from '../../../core/db.ts'
import { conflict, forbidden, invalid, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { teamExists } from '../../accounts/identity/index.ts'
import { checkPairs } from '../records/index.ts'
import { canEditView, readLayout, VIEWS_MAX } from './model.ts'
import {
  isShareableTeam,
  lockOrders,
  type Order,
  selectOrder,
  selectView,
  selectWrittenView,
  type ViewRow,
} from './queries.ts'
import {
  DEFAULT_LAYOUT,
  type FiltersInput,
  type LayoutInput,
  type SavedView,
  type ViewFilters,
  type ViewVisibility,
} from './schema.ts'

/** Loads a view and locks the order of views. @throws AppError if the caller can't read or change the view */
export async function changeView<T>(
  ctx: Context,
  id: string,
  change: (tx: Writer, view: ViewRow) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    await lockOrders(tx, ctx.org)
    const view = await selectView(tx, ctx.org, ctx.principal, id)
    if (view === undefined) throw notFound('view')
    if (!canEditView(ctx.principal, view)) {
      throw forbidden('owner_required', 'Only the owner of a view or an admin can change it.')
    }
    return change(tx, view)
  })
}

/** IDs of an order of views. @throws AppError `too_many_views` if no view can be added */
export async function listOrderedIds(tx: Writer, ctx: Context, order: Order): Promise<string[]> {
  const ids = await selectOrder(tx, ctx.org, order)
  if (ids.length < VIEWS_MAX) return ids
  throw conflict(
    'too_many_views',
    `${WHOSE[order.visibility]} can have at most ${VIEWS_MAX} views. Delete a view first.`,
  )
}

const WHOSE = { organization: 'An organization', team: 'A team', private: 'A user' } as const

/** Audience of a view, as stored. */
interface ViewAudience {
  readonly visibility: ViewVisibility
  readonly teamId: string | null
  readonly ownerId: string | null
}

/** @throws AppError `validation_failed` for a private view without an owner, and for a team view without a team */
export function toViewOrder({ visibility, teamId, ownerId }: ViewAudience): Order {
  if (visibility === 'organization') return { visibility }
  if (visibility === 'team') {
    if (teamId !== null) return { visibility, teamId }
    throw invalid({
      pointer: '/teamUUID',
      detail: '`teamUUID` is required with the visibility `team`. Use an ID from `GET /organizations/teams`.',
    })
  }
  if (ownerId === null)
    throw invalid({
      pointer: '/visibility',
      detail: "Views of an organization-level API key can't be private. Use `organization`.",
    })
  return { visibility, userId: ownerId }
}

/**
 * Checks the team that a caller shares a view with.
 * @param teamId team in the request
 * @param present team that the view is shared with already, which its owner may have left
 * @throws AppError `validation_failed`
 */
export async function checkViewTeam(
  tx: Writer,
  ctx: Context,
  visibility: ViewVisibility,
  teamId: string | undefined,
  present: string | null,
): Promise<void> {
  if (teamId === undefined) return
  const pointer = '/teamUUID'
  if (visibility !== 'team') {
    const detail = '`teamUUID` requires the visibility `team`. Set `visibility` to `team`, or omit `teamUUID`.'
    throw invalid({ pointer, detail })
  }
  if (teamId === present) return
  if (!(await teamExists(tx, ctx.org, teamId))) {
    const detail = 'No team has the ID in `teamUUID`. Use an ID from `GET /organizations/teams`.'
    throw invalid({ pointer, detail })
  }
  if (!(await isShareableTeam(tx, ctx.org, ctx.principal, teamId))) {
    const detail =
      'You can share views with your teams, their child teams and the teams above them. Choose one of these teams.'
    throw invalid({ pointer, detail })
  }
}

/** @throws AppError `validation_failed` */
export function checkFilters({ period, fromDateTime, toDateTime, filter }: FiltersInput): void {
  if (period !== undefined && (fromDateTime !== undefined || toDateTime !== undefined)) {
    throw invalid({
      pointer: '/filters/period',
      detail: "`period` can't be combined with `fromDateTime` or `toDateTime`.",
    })
  }
  if (filter !== undefined) checkPairs(filter, '/filters/filter')
}

export const serializeView = (row: ViewRow, { principal }: Pick<Context, 'principal'>): SavedView => ({
  uuid: row.id,
  name: row.name,
  visibility: row.visibility,
  teamUUID: row.team_id,
  userUUID: row.owner_id,
  filters: row.filters as ViewFilters,
  layout: serializeLayout(readLayout(row.layout)),
  position: row.position,
  mayChange: canEditView(principal, row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const serializeLayout = ({
  sort = DEFAULT_LAYOUT.sort,
  hide = [...DEFAULT_LAYOUT.hide],
  size = DEFAULT_LAYOUT.size,
}: LayoutInput): SavedView['layout'] => ({ sort, hide, size })

/** Reads the view that was just written. */
export async function readWrittenView(tx: Writer, ctx: Context, id: string): Promise<SavedView> {
  const row = await selectWrittenView(tx, ctx.org, id)
  if (row === undefined) throw new Error('A view that was just written is gone.')
  return serializeView(row, ctx)
}
