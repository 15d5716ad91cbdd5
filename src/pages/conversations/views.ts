/** Saved views of the call list: tabs, and forms to create and change views. */

import { AppError } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import {
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
} from '../../features/conversations/saved-views/index.ts'
import { type Fields, type PageRequest, type Redirect, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, type Choice, disclosure, type Fill, form, selectField, textField } from '../components/form.ts'
import { tabs } from '../components/layout.ts'
import { loadTeamChoices, type TeamChoices, teamName } from '../components/teams.ts'
import { type ListOptions, optionParams, parseOptions, toLayout } from './list-options.ts'
import {
  fromStoredFilters,
  type ListQueryParams,
  parseListQuery,
  toSearchParams,
  toStoredFilters,
} from './query-params.ts'

export const LIST = '/conversations'
const VIEWS_SHOWN = '200'
const NAME_MAX = 128

export const toViewPath = ({ uuid }: Pick<SavedView, 'uuid'>) => `${LIST}?view=${uuid}`

export const loadViews = async (req: PageRequest): Promise<readonly SavedView[]> =>
  (await req.run(listSavedViews, { size: VIEWS_SHOWN })).data

/** View in the URL. Undefined if the URL contains none, or a deleted one. */
export async function findRequestedView(req: PageRequest): Promise<SavedView | undefined> {
  const id = req.attempt?.fields.optional('view') ?? req.query.get('view')
  if (id === null || id === undefined || id === '') return undefined
  try {
    return await req.run(getSavedView, { id })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  }
}

export function viewTabs(views: readonly SavedView[], here: SavedView | undefined, isFiltered: boolean): Html {
  if (views.length === 0) return html``
  const places = views.map((view) => ({ label: view.name, path: toViewPath(view) }))
  const current = here === undefined ? (isFiltered ? '' : LIST) : toViewPath(here)
  return tabs(t('Saved views'), [{ label: t('All calls'), path: LIST }, ...places], current)
}

const layoutField = (options: ListOptions): Html =>
  html`<input type="hidden" name="options" value="${new URLSearchParams(optionParams(options)).toString()}">`

/** Value of the choice that shares a view with the organization. */
const EVERYONE = 'organization'
const SHARED_POINTERS = { '/visibility': 'shared', '/teamUUID': 'shared' } as const

/** Choice of who sees a view. @param view present view */
const sharedField = (fill: Fill, teams: readonly Choice[], id: string, view?: SavedView): Html =>
  selectField(fill, {
    ...{ name: 'shared', id, label: t('Share with') },
    none: t('Only me'),
    value: view?.visibility === 'organization' ? EVERYONE : (view?.teamUUID ?? ''),
    choices: [
      ...teams.map(({ value, label }) => ({ value, label: t`Team ${label}` })),
      { value: EVERYONE, label: t('Everyone in the organization') },
    ],
    help: t('Each user sees only the calls they have access to.'),
  })

/** Teams as choices, with the present team of the view, which the owner may have left. */
const withPresent = ({ teamUUID }: SavedView, teams: TeamChoices): readonly Choice[] =>
  teamUUID === null || teams.own.some(({ value }) => value === teamUUID)
    ? teams.own
    : [...teams.own, { value: teamUUID, label: teamName(teams, teamUUID) }]

const renderShared = (view: SavedView, teams: TeamChoices): Html =>
  view.teamUUID === null
    ? html`<p class="soft">Shared with the organization. Its owner and admins can change it.</p>`
    : html`<p class="soft">Shared with the team ${teamName(teams, view.teamUUID)}. Its owner and admins can change it.</p>`

/** Form that saves the current filters, order, columns and size as a new view or in an existing one. */
function saveForm(
  req: PageRequest,
  { asked, options }: { readonly asked: ListQueryParams; readonly options: ListOptions },
  views: readonly SavedView[],
  teams: TeamChoices,
): Html {
  const filters = toSearchParams(asked).toString()
  const mine = views.filter(({ mayChange }) => mayChange)
  const tried = req.attempt?.action === 'save-view' || req.attempt?.action === 'refilter-view'
  const save = form(
    req,
    { page: LIST, action: 'save-view', button: t('Save view'), kind: 'plain', pointers: SHARED_POINTERS },
    (fill) => html`<input type="hidden" name="filters" value="${filters}">${layoutField(options)}
${textField(fill, { name: 'name', label: t('Name'), required: true, max: NAME_MAX, placeholder: t('Renewals this quarter') })}
${sharedField(fill, teams.own, 'field-view-shared')}`,
  )
  const refilter =
    mine.length > 0 &&
    form(
      req,
      { page: LIST, action: 'refilter-view', button: t('Update view'), kind: 'plain', inline: true },
      (fill) => html`<input type="hidden" name="filters" value="${filters}">${layoutField(options)}
${selectField(fill, { name: 'view', id: 'field-view-replaced', label: t('Or update an existing view'), choices: mine.map(({ uuid, name }) => ({ value: uuid, label: name })) })}`,
    )
  return disclosure(t('Save as a view'), html`${save}${refilter}`, tried)
}

/** Button that stores the order, columns and size in the URL in the view. */
const layoutForm = (req: PageRequest, view: SavedView, options: ListOptions): Html | false =>
  view.mayChange &&
  form(
    req,
    {
      page: LIST,
      action: 'relayout-view',
      button: t('Save order and columns in the view'),
      kind: 'plain',
      inline: true,
    },
    () => html`<input type="hidden" name="view" value="${view.uuid}">${layoutField(options)}`,
  )

/** Form to change a view, or who shares it for users who can't. */
function changeForm(req: PageRequest, view: SavedView, views: readonly SavedView[], teams: TeamChoices): Html {
  if (!view.mayChange) return renderShared(view, teams)
  const order = views.filter((one) => one.visibility === view.visibility && one.teamUUID === view.teamUUID)
  const change = form(
    req,
    { page: LIST, action: 'change-view', button: t('Save view'), kind: 'plain', pointers: SHARED_POINTERS },
    (fill) => html`<input type="hidden" name="view" value="${view.uuid}">
${textField(fill, { name: 'name', label: t('Name'), value: view.name, required: true, max: NAME_MAX })}
${view.userUUID !== null && sharedField(fill, withPresent(view, teams), 'field-view-shared-with', view)}`,
  )
  const renderMoveButton = (to: number, button: Text) =>
    to >= 0 &&
    to < order.length &&
    actionButton(req, { page: LIST, action: 'move-view', button, fields: { view: view.uuid, position: String(to) } })
  return disclosure(
    t('Edit view'),
    html`${change}
<div class="actions conversations-view-actions">
${renderMoveButton(view.position - 1, t('Move left'))}${renderMoveButton(view.position + 1, t('Move right'))}
${actionButton(req, { page: LIST, action: 'delete-view', button: t('Delete view'), kind: 'danger', confirm: t("Delete this view? Its calls stay. You can't undo this."), fields: { view: view.uuid } })}
</div>`,
    req.attempt?.action === 'change-view',
  )
}

/**
 * Forms to save and change views, below the filters.
 * @param shown `view`: view that the list shows. `isChanged`: whether its order, columns or size differ in the URL
 */
export async function renderViewTools(
  req: PageRequest,
  shown: {
    readonly asked: ListQueryParams
    readonly options: ListOptions
    readonly view: SavedView | undefined
    readonly views: readonly SavedView[]
    readonly isChanged: boolean
  },
): Promise<Html> {
  const { view, views, options } = shown
  const teams = await loadTeamChoices(req)
  const tools =
    view === undefined
      ? saveForm(req, shown, views, teams)
      : html`${shown.isChanged && layoutForm(req, view, options)}${changeForm(req, view, views, teams)}`
  return html`<div class="conversations-tools">${tools}</div>`
}

/** Audience of a view, in the fields of the operations. */
function audienceIn(fields: Fields): { visibility: SavedView['visibility']; teamUUID?: string } {
  const shared = fields.text('shared')
  if (shared === '') return { visibility: 'private' }
  return shared === EVERYONE ? { visibility: 'organization' } : { visibility: 'team', teamUUID: shared }
}
const filtersIn = (req: PageRequest, fields: Fields) =>
  toStoredFilters(parseListQuery(new URLSearchParams(fields.text('filters'))), req)

const layoutIn = (fields: Fields) => toLayout(parseOptions(new URLSearchParams(fields.text('options'))))

/** Order, columns and size of a rejected form. */
export const readRejectedOptions = ({ attempt }: PageRequest): URLSearchParams | undefined => {
  const options = attempt?.fields.has('filters') === true ? attempt.fields.text('options') : undefined
  return options === undefined ? undefined : new URLSearchParams(options)
}

/** Filters of a rejected form. */
export const readRejectedFilters = ({ attempt }: PageRequest): ListQueryParams | undefined => {
  const filters = attempt?.fields.optional('filters')
  return filters === undefined ? undefined : parseListQuery(new URLSearchParams(filters))
}

export const filtersOfView = ({ filters }: SavedView): ListQueryParams => fromStoredFilters(filters)

export const viewActions = {
  'save-view': async (req: PageRequest, fields: Fields): Promise<Redirect> => {
    const made = await req.run(createSavedView, {
      name: fields.text('name'),
      ...audienceIn(fields),
      filters: filtersIn(req, fields),
      layout: layoutIn(fields),
    })
    return redirectTo(toViewPath(made), t`View ${made.name} saved`)
  },
  'refilter-view': async (req: PageRequest, fields: Fields): Promise<Redirect> => {
    const id = fields.text('view')
    const change = { filters: filtersIn(req, fields), layout: layoutIn(fields) }
    const { name } = await req.run(updateSavedView, { id, ...change })
    return redirectTo(toViewPath({ uuid: id }), t`View ${name} updated`)
  },
  'relayout-view': async (req: PageRequest, fields: Fields): Promise<Redirect> => {
    const id = fields.text('view')
    const { name } = await req.run(updateSavedView, { id, layout: layoutIn(fields) })
    return redirectTo(toViewPath({ uuid: id }), t`View ${name} updated`)
  },
  'change-view': async (req: PageRequest, fields: Fields): Promise<Redirect> => {
    const id = fields.text('view')
    const { userUUID } = await req.run(getSavedView, { id })
    const audience = userUUID === null ? {} : audienceIn(fields)
    await req.run(updateSavedView, { id, name: fields.text('name'), ...audience })
    return redirectTo(toViewPath({ uuid: id }), t('View saved'))
  },
  'move-view': async (req: PageRequest, fields: Fields): Promise<Redirect> => {
    const id = fields.text('view')
    await req.run(updateSavedView, { id, position: fields.number('position') })
    return redirectTo(toViewPath({ uuid: id }))
  },
  'delete-view': async (req: PageRequest, fields: Fields): Promise<Redirect> => {
    await req.run(deleteSavedView, { id: fields.text('view') })
    return redirectTo(LIST, t('View deleted. Its calls stay.'))
  },
}
