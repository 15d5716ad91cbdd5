/** Library: clips in folders of the organization, and in folders of the user. */

import { t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { deleteLibraryItem, listLibraryItems, updateLibraryItem } from '../../features/library/folder-items/index.ts'
import {
  createLibraryFolder,
  deleteLibraryFolder,
  getLibraryFolder,
  listLibraryFolders,
  updateLibraryFolder,
} from '../../features/library/folders/index.ts'
import { type AnswerOf, definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { assignmentPath } from '../coaching/coaching.ts'
import { actionButton, type Choice, checkField, form, formMenu, selectField, textField } from '../components/form.ts'
import { badge, empty, heading, linkButton, placeTabs, segmented } from '../components/layout.ts'
import { attemptProblem } from '../components/problem.ts'
import { pageAsked, pager } from '../components/table.ts'
import { dayOf } from '../components/times.ts'
import { assignFolder, createFolderCoaching } from './assign.ts'
import { mayOrder, moveClip, orderButtons, orderForm, orderProblem } from './order.ts'
import { walkPath } from './walk.ts'

const PAGE = '/library'
const OURS = PAGE
const MINE = `${PAGE}?mine=1`
/** Number of clips of a page: those that the walk goes through. */
const PAGE_SIZE = '100'
/** Value for the root in a move, in place of a folder ID. */
const ROOT = 'root'

type Folder = AnswerOf<typeof listLibraryFolders>['data']
type SubFolder = Folder['subFolders'][number]
type Item = AnswerOf<typeof listLibraryItems>['data'][number]

/** Folder and library in a URL. */
interface LibraryView {
  readonly mine: boolean
  /** Folder ID; empty for the root. */
  readonly folder: string
  readonly hidden: boolean
}

export const libraryPage = definePage({
  path: PAGE,
  navigation: { group: 'library', label: t('Folders') },
  async show(req) {
    const place = readLibraryView(req)
    const { mine, folder: folderUUID, hidden } = place
    // The folder is loaded first, because the operation checks access to it.
    const includeHidden = String(hidden)
    const { data: folder } =
      folderUUID === ''
        ? await req.run(listLibraryFolders, { userUUID: req.user.id, myLibrary: String(mine), includeHidden })
        : await req.run(getLibraryFolder, { id: folderUUID, includeHidden })
    const items = await req.run(listLibraryItems, {
      folderUUID,
      myLibrary: String(mine),
      page: pageAsked(req),
      size: PAGE_SIZE,
    })
    const isOrdered = items.data.length > 1 && mayOrder(req, mine, folder)
    const { pageNumber, pageSize, totalRecords } = items.meta
    const startPlace = (pageNumber - 1) * pageSize
    const isRoot = folder.uuid === ''
    const first = items.data[0]?.snippet.id
    const title = isRoot ? t('Library') : folder.name
    const isEmpty = folder.subFolders.length === 0 && items.data.length === 0
    return {
      title,
      scripts: ['pages/library/library.browser.ts'],
      body: html`${heading(title, { actions: html`${!isRoot && first !== undefined && linkButton(walkPath(first, folder.uuid), t('Go through clips'), { icon: 'play' })}${!isRoot && items.data[0] !== undefined && (await assignFolder(req, folder.uuid, items.data[0].snippet.conversation_id, renderPlaceField(place)))}${!isRoot && changeFolder(req, place, folder)}${newFolder(req, place)}`, ...(isRoot ? { tabs: placeTabs(req, t('Library'), 'library'), words: t('Collect your best clips in folders, for coaching and onboarding.') } : { trail: createTrail(place, folder) }) })}
${segmented(
  t('Libraries'),
  [
    { label: t('Organization'), path: OURS },
    { label: t('My library'), path: MINE },
  ],
  mine ? MINE : OURS,
)}
<div id="library">
${orderProblem(req)}
${isEmpty && empty(t('No clips yet'), html`Collect the best examples from your calls. Open a clip and choose <b>Add to library</b>.`, linkButton('/clips', t('View clips')))}
${folder.subFolders.length > 0 && html`<ul class="library-folders">${folder.subFolders.map((one) => renderFolder(req, place, one))}</ul>`}
${items.data.length > 0 && html`<ul class="library-items">${items.data.map((item, n) => renderItem(req, place, folder, item, isOrdered ? { place: startPlace + n + 1, count: totalRecords } : undefined))}</ul>`}
${isOrdered && orderForm(req, renderPlaceField(place))}
${pager(req, items.meta)}
</div>
${dropForm(req, place)}
<p class="library-hidden"><a href="${toLibraryUrl({ ...place, hidden: !hidden })}">${hidden ? t('Hide hidden folders') : t('Show hidden folders')}</a></p>`,
    }
  },
  actions: {
    assign: async (req, fields) => {
      const { uuid } = await createFolderCoaching(req, fields)
      return redirectTo(assignmentPath(uuid), t('Coaching assigned'))
    },
    'new-folder': async (req, fields) => {
      const { folder, mine } = readSubmittedView(fields)
      await req.run(createLibraryFolder, {
        name: fields.text('name'),
        parentUUID: folder,
        myLibrary: mine,
        hidden: fields.has('hidden'),
      })
      return redirectTo(toReturnPath(fields), t('Folder created'))
    },
    change: async (req, fields) => {
      await req.run(updateLibraryFolder, {
        id: fields.text('key'),
        name: fields.text('name'),
        hidden: fields.has('hidden'),
      })
      return redirectTo(toReturnPath(fields), t('Folder saved'))
    },
    'delete-folder': async (req, fields) => {
      await req.run(deleteLibraryFolder, { id: fields.text('key'), recursive: 'true' })
      return redirectTo(
        toLibraryUrl({ ...readSubmittedView(fields), folder: fields.text('parent') }),
        t('Folder deleted. Its clips stay.'),
      )
    },
    order: async (req, fields) => {
      await moveClip(req, fields)
      return redirectTo(toReturnPath(fields), t('Order saved'))
    },
    move: async (req, fields) => {
      const [kind = '', id = ''] = fields.text('key').split(':', 2)
      const to = fields.text('to') === ROOT ? '' : fields.text('to')
      if (kind === 'folder') await req.run(updateLibraryFolder, { id, parentUUID: to })
      else await req.run(updateLibraryItem, { id, folderUUID: to, myLibrary: readSubmittedView(fields).mine })
      return redirectTo(toReturnPath(fields), kind === 'folder' ? t('Folder moved') : t('Clip moved'))
    },
    remove: async (req, fields) => {
      await req.run(deleteLibraryItem, { id: fields.text('key') })
      return redirectTo(toReturnPath(fields), t('Clip removed from the library. The clip itself stays.'))
    },
  },
})

function readLibraryView({ query, attempt }: PageRequest): LibraryView {
  return attempt === undefined ? placeIn(query) : readSubmittedView(attempt.fields)
}

const placeIn = (query: URLSearchParams): LibraryView => ({
  mine: query.get('mine') === '1',
  folder: query.get('folder') ?? '',
  hidden: query.get('hidden') === '1',
})

/** Folder and library from the hidden field that every form has. */
const readSubmittedView = (fields: Fields): LibraryView => placeIn(new URLSearchParams(fields.text('place')))
const toReturnPath = (fields: Fields): string => toLibraryUrl(readSubmittedView(fields))

function toLibraryUrl(place: LibraryView): string {
  const query = toLibraryQuery(place)
  return query === '' ? PAGE : `${PAGE}?${query}`
}

function toLibraryQuery({ mine, folder, hidden }: LibraryView): string {
  const query = new URLSearchParams()
  if (mine) query.set('mine', '1')
  if (folder !== '') query.set('folder', folder)
  if (hidden) query.set('hidden', '1')
  return query.toString()
}

function createTrail(place: LibraryView, { parentUUID, path }: Folder) {
  const names = path.split('/').filter((name) => name !== '')
  const parent = names.at(-2)
  const root = { label: place.mine ? t('My library') : t('Library'), path: toLibraryUrl({ ...place, folder: '' }) }
  return parent === undefined ? [root] : [root, { label: parent, path: toLibraryUrl({ ...place, folder: parentUUID }) }]
}

const renderPlaceField = (place: LibraryView): Html =>
  html`<input type="hidden" name="place" value="${toLibraryQuery(place)}">`

function newFolder(req: PageRequest, place: LibraryView): Html {
  return formMenu(
    t('New folder'),
    form(req, { page: PAGE, action: 'new-folder', button: t('Create folder') }, (fill) => [
      renderPlaceField(place),
      textField(fill, { name: 'name', id: 'new-name', label: t('Name'), required: true, max: 128 }),
      checkField(fill, { name: 'hidden', label: t('Hide this folder unless hidden folders are shown') }),
    ]),
    { open: req.attempt?.action === 'new-folder' || req.query.has('new') },
  )
}

function changeFolder(req: PageRequest, place: LibraryView, { uuid, name, hidden, parentUUID }: Folder): Html {
  const isWrong = req.attempt?.action === 'change' || req.attempt?.action === 'delete-folder'
  return formMenu(
    t('Edit folder'),
    html`${form(req, { page: PAGE, action: 'change', key: uuid, button: t('Save folder') }, (fill) => [
      renderPlaceField(place),
      textField(fill, { name: 'name', id: 'folder-name', label: t('Name'), value: name, required: true, max: 128 }),
      checkField(fill, { name: 'hidden', label: t('Hide this folder unless hidden folders are shown'), on: hidden }),
    ])}<hr>${form(req, { page: PAGE, action: 'delete-folder', key: uuid, button: t('Delete folder'), kind: 'danger', confirm: t("Delete this folder and its subfolders? Their clips stay. You can't undo this.") }, () => html`${renderPlaceField(place)}<input type="hidden" name="parent" value="${parentUUID}">`)}`,
    { open: isWrong, kind: 'plain', icon: 'edit' },
  )
}

function renderFolder(
  req: PageRequest,
  place: LibraryView,
  { uuid, name, hidden, totalElements, totalFolders }: SubFolder,
): Html {
  const count = [
    ...(totalElements > 0 ? [totalElements === 1 ? t('1 clip') : t`${totalElements} clips`] : []),
    ...(totalFolders > 0 ? [totalFolders === 1 ? t('1 folder') : t`${totalFolders} folders`] : []),
  ].join(', ')
  const isWrong = req.attempt?.action === 'move' && req.attempt.fields.text('key') === `folder:${uuid}`
  return html`<li id="folder-${uuid}" data-moves="folder:${uuid}" data-folder="${uuid}"><a href="${toLibraryUrl({ ...place, folder: uuid })}">${icon('folder')}<bdi>${name}</bdi></a>${hidden && badge(t('Hidden'))}<span class="soft">${count === '' ? t('Empty') : count}</span>
${isWrong && req.attempt !== undefined && attemptProblem(req.attempt)}</li>`
}

/** @param order place of the clip. Undefined if the user can't change the order */
function renderItem(
  req: PageRequest,
  place: LibraryView,
  folder: Folder,
  { uuid, createdAt, snippet }: Item,
  order: { readonly place: number; readonly count: number } | undefined,
): Html {
  const { id, title, video, internal, conversation_title: of } = snippet
  return html`<li id="item-${uuid}" data-moves="item:${uuid}"${attribute('data-place', order === undefined ? undefined : String(order.place))}><div class="grow"><a href="${folder.uuid === '' ? `/clips/${id}` : walkPath(id, folder.uuid)}"><bdi>${title}</bdi></a>
<p class="soft"><bdi>${of}</bdi>, <span class="library-time">${clockTime(video.start_time)}–${clockTime(video.end_time)}</span> · added ${dayOf(req, createdAt)}${!internal && html` · ${badge(t('Public link'), 'open')}`}</p></div>
${order !== undefined && orderButtons(req, { uuid, title, ...order }, renderPlaceField(place))}
<details class="menu form-menu"><summary class="button small flat square" aria-label="Move or remove clip" title="Move or remove clip">${icon('more')}</summary><div class="form-drop">
${form(
  req,
  { page: PAGE, action: 'move', key: `item:${uuid}`, button: t('Move clip'), enhance: '#library' },
  (fill) => [
    renderPlaceField(place),
    selectField(fill, { name: 'to', id: `to-${uuid}`, label: t('Folder'), choices: targets(folder) }),
  ],
)}
${actionButton(req, { page: PAGE, action: 'remove', key: uuid, button: t('Remove from library'), enhance: '#library', fields: { place: toLibraryQuery(place) } })}</div></details></li>`
}

/** Targets of a move: subfolders, the parent folder and the root. */
function targets({ uuid, parentUUID, subFolders }: Folder): Choice[] {
  const up = uuid === '' ? [] : [{ value: ROOT, label: t('Top level of the library') }]
  const above = uuid === '' || parentUUID === '' ? [] : [{ value: parentUUID, label: t('Parent folder') }]
  return [...subFolders.map(({ uuid: value, name: label }) => ({ value, label })), ...above, ...up]
}

/** Form that the drag-and-drop script submits. */
const dropForm = (req: PageRequest, place: LibraryView): Html =>
  html`<form id="library-drop" method="post" action="${PAGE}/move" data-enhance="#library" hidden>${req.formToken}${renderPlaceField(place)}<input type="hidden" name="key"><input type="hidden" name="to"${attribute('value', undefined)}></form>`
