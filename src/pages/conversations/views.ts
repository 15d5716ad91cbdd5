/** Saved views of the call list: tabs, and forms to create and change views. */
import { AppError } from '../../core/errors.ts'
import {
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
} from '../../features/conversations/saved-views/index.ts'
import { type Fields, type Going, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, checkField, disclosure, form, selectField, textField } from '../components/form.ts'
import { tabs } from '../components/layout.ts'
import { type Asked, askedIn, askedOf, paramsOf, storedOf } from './query-params.ts'

export const LIST = '/conversations'
const VIEWS_SHOWN = '200'
const NAME_MAX = 128

const pathOf = ({ uuid }: Pick<SavedView, 'uuid'>) => `${LIST}?view=${uuid}`

export const viewsSeen = async (visit: Visit): Promise<readonly SavedView[]> =>
  (await visit.ask(listSavedViews, { size: VIEWS_SHOWN })).data

/** View in the URL. Undefined if the URL contains none, or a deleted one. */
export async function viewAsked(visit: Visit): Promise<SavedView | undefined> {
  const id = visit.attempt?.fields.given('view') ?? visit.query.get('view')
  if (id === null || id === undefined || id === '') return undefined
  try {
    return await visit.ask(getSavedView, { id })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  }
}

export function viewTabs(views: readonly SavedView[], here: SavedView | undefined, isFiltered: boolean): Html {
  if (views.length === 0) return html``
  const places = views.map((view) => ({ label: view.name, path: pathOf(view) }))
  const current = here === undefined ? (isFiltered ? '' : LIST) : pathOf(here)
  return tabs('Saved views', [{ label: 'All calls', path: LIST }, ...places], current)
}

/** Form that saves the current filters as a new view or in an existing one. */
export function saveForm(visit: Visit, asked: Asked, views: readonly SavedView[]): Html {
  const filters = paramsOf(asked).toString()
  const mine = views.filter(({ mayChange }) => mayChange)
  const tried = visit.attempt?.action === 'save-view' || visit.attempt?.action === 'refilter-view'
  const save = form(
    visit,
    { page: LIST, action: 'save-view', button: 'Save view', kind: 'plain', pointers: { '/visibility': 'shared' } },
    (fill) => html`<input type="hidden" name="filters" value="${filters}">
${textField(fill, { name: 'name', label: 'Name', required: true, max: NAME_MAX, placeholder: 'Renewals this quarter' })}
${checkField(fill, { name: 'shared', label: 'Share with the organization', help: 'Each user sees only the calls they have access to.' })}`,
  )
  const refilter =
    mine.length > 0 &&
    form(
      visit,
      { page: LIST, action: 'refilter-view', button: 'Update view', kind: 'plain', inline: true },
      (fill) => html`<input type="hidden" name="filters" value="${filters}">
${selectField(fill, { name: 'view', id: 'field-view-replaced', label: 'Or update an existing view', choices: mine.map(({ uuid, name }) => ({ value: uuid, label: name })) })}`,
    )
  return disclosure('Save filters as a view', html`${save}${refilter}`, tried)
}

export function changeForm(visit: Visit, view: SavedView, views: readonly SavedView[]): Html {
  if (!view.mayChange) return html``
  const order = views.filter(({ visibility }) => visibility === view.visibility)
  const change = form(
    visit,
    { page: LIST, action: 'change-view', button: 'Save view', kind: 'plain', pointers: { '/visibility': 'shared' } },
    (fill) => html`<input type="hidden" name="view" value="${view.uuid}">
${textField(fill, { name: 'name', label: 'Name', value: view.name, required: true, max: NAME_MAX })}
${view.userUUID !== null && checkField(fill, { name: 'shared', label: 'Share with the organization', on: view.visibility === 'organization' })}`,
  )
  const step = (to: number, button: string) =>
    to >= 0 &&
    to < order.length &&
    actionButton(visit, { page: LIST, action: 'move-view', button, fields: { view: view.uuid, position: String(to) } })
  return disclosure(
    'Edit view',
    html`${change}
<div class="actions conversations-view-actions">
${step(view.position - 1, 'Move left')}${step(view.position + 1, 'Move right')}
${actionButton(visit, { page: LIST, action: 'delete-view', button: 'Delete view', kind: 'danger', confirm: "Delete this view? Its calls stay. You can't undo this.", fields: { view: view.uuid } })}
</div>`,
    visit.attempt?.action === 'change-view',
  )
}

const visibilityIn = (fields: Fields) => (fields.has('shared') ? 'organization' : 'private')
const filtersIn = (visit: Visit, fields: Fields) =>
  storedOf(askedIn(new URLSearchParams(fields.text('filters'))), visit)

/** Filters of a rejected form. */
export const filtersTried = ({ attempt }: Visit): Asked | undefined => {
  const filters = attempt?.fields.given('filters')
  return filters === undefined ? undefined : askedIn(new URLSearchParams(filters))
}

export const filtersOfView = ({ filters }: SavedView): Asked => askedOf(filters)

export const viewActions = {
  'save-view': async (visit: Visit, fields: Fields): Promise<Going> => {
    const made = await visit.ask(createSavedView, {
      name: fields.text('name'),
      visibility: visibilityIn(fields),
      filters: filtersIn(visit, fields),
    })
    return goTo(pathOf(made), `View ${made.name} saved`)
  },
  'refilter-view': async (visit: Visit, fields: Fields): Promise<Going> => {
    const id = fields.text('view')
    const { name } = await visit.ask(updateSavedView, { id, filters: filtersIn(visit, fields) })
    return goTo(pathOf({ uuid: id }), `Filters of view ${name} updated`)
  },
  'change-view': async (visit: Visit, fields: Fields): Promise<Going> => {
    const id = fields.text('view')
    const { userUUID } = await visit.ask(getSavedView, { id })
    const visibility = userUUID === null ? {} : { visibility: visibilityIn(fields) as 'private' }
    await visit.ask(updateSavedView, { id, name: fields.text('name'), ...visibility })
    return goTo(pathOf({ uuid: id }), 'View saved')
  },
  'move-view': async (visit: Visit, fields: Fields): Promise<Going> => {
    const id = fields.text('view')
    await visit.ask(updateSavedView, { id, position: fields.number('position') })
    return goTo(pathOf({ uuid: id }))
  },
  'delete-view': async (visit: Visit, fields: Fields): Promise<Going> => {
    await visit.ask(deleteSavedView, { id: fields.text('view') })
    return goTo(LIST, 'View deleted. Its calls stay.')
  },
}
