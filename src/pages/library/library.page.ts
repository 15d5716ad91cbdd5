/** Library: clips in folders of the organization, and in folders of the user. */
import { clockTime } from '../../core/timecode.ts'
import { deleteLibraryItem, listLibraryItems, updateLibraryItem } from '../../features/library/folder-items/index.ts'
import {
  createLibraryFolder,
  deleteLibraryFolder,
  listLibraryFolders,
  updateLibraryFolder,
} from '../../features/library/folders/index.ts'
import { type AnswerOf, definePage, type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { attribute, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { actionButton, type Choice, checkField, disclosure, form, selectField, textField } from '../components/form.ts'
import { badge, empty, heading, linkButton, tabs } from '../components/layout.ts'
import { pageAsked, pager } from '../components/table.ts'
import { dayOf } from '../components/times.ts'

const PAGE = '/library'
const OURS = PAGE
const MINE = `${PAGE}?mine=1`
/** Value for the root in a move, in place of a folder ID. */
const ROOT = 'root'

type Folder = AnswerOf<typeof listLibraryFolders>['data']
type SubFolder = Folder['subFolders'][number]
type Item = AnswerOf<typeof listLibraryItems>['data'][number]

/** Folder and library in a URL. */
interface Place {
  readonly mine: boolean
  /** Folder ID; empty for the root. */
  readonly folder: string
  readonly hidden: boolean
}

export const libraryPage = definePage({
  path: PAGE,
  navigation: { group: 'calls', label: 'Library', icon: 'library' },
  async show(visit) {
    const place = placeOf(visit)
    const { mine, folder: folderUUID, hidden } = place
    // The folder is loaded first, because the operation checks access to it.
    const { data: folder } = await visit.ask(listLibraryFolders, {
      ...{ userUUID: visit.person.id, folderUUID, myLibrary: String(mine), includeHidden: String(hidden) },
    })
    const items = await visit.ask(listLibraryItems, { folderUUID, myLibrary: String(mine), page: pageAsked(visit) })
    const isRoot = folder.uuid === ''
    const title = isRoot ? 'Library' : folder.name
    const isEmpty = folder.subFolders.length === 0 && items.data.length === 0
    return {
      title,
      scripts: ['pages/library/library.browser.ts'],
      body: html`${heading(title, isRoot ? { words: 'Collect your best clips in folders, for coaching and onboarding.' } : { trail: trailOf(place, folder) })}
${tabs(
  'Libraries',
  [
    { label: 'Organization', path: OURS },
    { label: 'My library', path: MINE },
  ],
  mine ? MINE : OURS,
)}
<div id="library">
${isEmpty && empty('No clips yet', html`Collect the best examples from your calls. Open a clip and choose <b>Add to library</b>.`, linkButton('/clips', 'View clips'))}
${folder.subFolders.length > 0 && html`<ul class="library-folders">${folder.subFolders.map((one) => folderOf(visit, place, one))}</ul>`}
${items.data.length > 0 && html`<ul class="library-items">${items.data.map((item) => itemOf(visit, place, folder, item))}</ul>`}
${pager(visit, items.meta)}
</div>
${dropForm(visit, place)}
<div class="library-ways">${newFolder(visit, place)}${!isRoot && changeFolder(visit, place, folder)}
<p><a href="${addressOf({ ...place, hidden: !hidden })}">${hidden ? 'Hide hidden folders' : 'Show hidden folders'}</a></p></div>`,
    }
  },
  actions: {
    'new-folder': async (visit, fields) => {
      const { folder, mine } = backOf(fields)
      await visit.ask(createLibraryFolder, {
        name: fields.text('name'),
        parentUUID: folder,
        myLibrary: mine,
        hidden: fields.has('hidden'),
      })
      return goTo(back(fields), 'Folder created')
    },
    change: async (visit, fields) => {
      await visit.ask(updateLibraryFolder, {
        id: fields.text('key'),
        name: fields.text('name'),
        hidden: fields.has('hidden'),
      })
      return goTo(back(fields), 'Folder saved')
    },
    'delete-folder': async (visit, fields) => {
      await visit.ask(deleteLibraryFolder, { id: fields.text('key'), recursive: 'true' })
      return goTo(addressOf({ ...backOf(fields), folder: fields.text('parent') }), 'Folder deleted. Its clips stay.')
    },
    move: async (visit, fields) => {
      const [kind = '', id = ''] = fields.text('key').split(':', 2)
      const to = fields.text('to') === ROOT ? '' : fields.text('to')
      if (kind === 'folder') await visit.ask(updateLibraryFolder, { id, parentUUID: to })
      else await visit.ask(updateLibraryItem, { id, folderUUID: to, myLibrary: backOf(fields).mine })
      return goTo(back(fields), kind === 'folder' ? 'Folder moved' : 'Clip moved')
    },
    remove: async (visit, fields) => {
      await visit.ask(deleteLibraryItem, { id: fields.text('key') })
      return goTo(back(fields), 'Clip removed from the library. The clip itself stays.')
    },
  },
})

function placeOf({ query, attempt }: Visit): Place {
  return attempt === undefined ? placeIn(query) : backOf(attempt.fields)
}

const placeIn = (query: URLSearchParams): Place => ({
  mine: query.get('mine') === '1',
  folder: query.get('folder') ?? '',
  hidden: query.get('hidden') === '1',
})

/** Folder and library from the hidden field that every form has. */
const backOf = (fields: Fields): Place => placeIn(new URLSearchParams(fields.text('place')))
const back = (fields: Fields): string => addressOf(backOf(fields))

function addressOf(place: Place): string {
  const query = queryOf(place)
  return query === '' ? PAGE : `${PAGE}?${query}`
}

function queryOf({ mine, folder, hidden }: Place): string {
  const query = new URLSearchParams()
  if (mine) query.set('mine', '1')
  if (folder !== '') query.set('folder', folder)
  if (hidden) query.set('hidden', '1')
  return query.toString()
}

function trailOf(place: Place, { parentUUID, path }: Folder) {
  const names = path.split('/').filter((name) => name !== '')
  const parent = names.at(-2)
  const root = { label: place.mine ? 'My library' : 'Library', path: addressOf({ ...place, folder: '' }) }
  return parent === undefined ? [root] : [root, { label: parent, path: addressOf({ ...place, folder: parentUUID }) }]
}

const standsIn = (place: Place): Html => html`<input type="hidden" name="place" value="${queryOf(place)}">`

function newFolder(visit: Visit, place: Place): Html {
  return disclosure(
    'New folder',
    form(visit, { page: PAGE, action: 'new-folder', button: 'Create folder' }, (fill) => [
      standsIn(place),
      textField(fill, { name: 'name', id: 'new-name', label: 'Name', required: true, max: 128 }),
      checkField(fill, { name: 'hidden', label: 'Hide this folder unless hidden folders are shown' }),
    ]),
    visit.attempt?.action === 'new-folder',
  )
}

function changeFolder(visit: Visit, place: Place, { uuid, name, hidden, parentUUID }: Folder): Html {
  const isWrong = visit.attempt?.action === 'change' || visit.attempt?.action === 'delete-folder'
  return disclosure(
    'Edit folder',
    html`${form(visit, { page: PAGE, action: 'change', key: uuid, button: 'Save folder' }, (fill) => [
      standsIn(place),
      textField(fill, { name: 'name', id: 'folder-name', label: 'Name', value: name, required: true, max: 128 }),
      checkField(fill, { name: 'hidden', label: 'Hide this folder unless hidden folders are shown', on: hidden }),
    ])}<hr>${form(visit, { page: PAGE, action: 'delete-folder', key: uuid, button: 'Delete folder', kind: 'danger', confirm: "Delete this folder and its subfolders? Their clips stay. You can't undo this." }, () => html`${standsIn(place)}<input type="hidden" name="parent" value="${parentUUID}">`)}`,
    isWrong,
  )
}

function folderOf(visit: Visit, place: Place, { uuid, name, hidden, totalElements, totalFolders }: SubFolder): Html {
  const count = [
    ...(totalElements > 0 ? [totalElements === 1 ? '1 clip' : `${totalElements} clips`] : []),
    ...(totalFolders > 0 ? [totalFolders === 1 ? '1 folder' : `${totalFolders} folders`] : []),
  ].join(', ')
  const isWrong = visit.attempt?.action === 'move' && visit.attempt.fields.text('key') === `folder:${uuid}`
  return html`<li id="folder-${uuid}" data-moves="folder:${uuid}" data-folder="${uuid}"><a href="${addressOf({ ...place, folder: uuid })}">${icon('library')}<bdi>${name}</bdi></a>${hidden && badge('Hidden')}<span class="soft">${count === '' ? 'Empty' : count}</span>
${isWrong && html`<p class="problem" role="alert">${visit.attempt?.problems[0].detail}</p>`}</li>`
}

function itemOf(visit: Visit, place: Place, folder: Folder, { uuid, createdAt, snippet }: Item): Html {
  const { id, title, video, internal, conversation_title: of } = snippet
  return html`<li id="item-${uuid}" data-moves="item:${uuid}"><div><a href="/clips/${id}"><bdi>${title}</bdi></a>
<p class="soft"><bdi>${of}</bdi>, ${clockTime(video.start_time)}–${clockTime(video.end_time)} · added ${dayOf(visit, createdAt)}${!internal && html` · ${badge('Public link', 'open')}`}</p></div>
<details class="library-more"><summary aria-label="Move or remove clip">Move or remove</summary><div>
${form(visit, { page: PAGE, action: 'move', key: `item:${uuid}`, button: 'Move clip', enhance: '#library' }, (fill) => [
  standsIn(place),
  selectField(fill, { name: 'to', id: `to-${uuid}`, label: 'Folder', choices: targets(folder) }),
])}
${actionButton(visit, { page: PAGE, action: 'remove', key: uuid, button: 'Remove from library', enhance: '#library', fields: { place: queryOf(place) } })}</div></details></li>`
}

/** Targets of a move: subfolders, the parent folder and the root. */
function targets({ uuid, parentUUID, subFolders }: Folder): Choice[] {
  const up = uuid === '' ? [] : [{ value: ROOT, label: 'Top level of the library' }]
  const above = uuid === '' || parentUUID === '' ? [] : [{ value: parentUUID, label: 'Parent folder' }]
  return [...subFolders.map(({ uuid: value, name: label }) => ({ value, label })), ...above, ...up]
}

/** Form that the drag-and-drop script submits. */
const dropForm = (visit: Visit, place: Place): Html =>
  html`<form id="library-drop" method="post" action="${PAGE}/move" data-enhance="#library" hidden>${visit.formToken}${standsIn(place)}<input type="hidden" name="key"><input type="hidden" name="to"${attribute('value', undefined)}></form>`
