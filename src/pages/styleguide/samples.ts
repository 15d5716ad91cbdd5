/** Samples of the components that pages consist of: controls, states and navigation. */

import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon, iconNames } from '../../inbound/web/icons.ts'
import {
  checkField,
  checksField,
  disclosure,
  type Fill,
  fileField,
  formMenu,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { avatar, companyMark } from '../components/identity.ts'
import {
  badge,
  card,
  chip,
  chips,
  empty,
  facts,
  heading,
  linkButton,
  quote,
  segmented,
  tabs,
} from '../components/layout.ts'
import { pager, table } from '../components/table.ts'

/** Component with its states. */
export interface Sample {
  readonly title: string
  /** @param scheme color scheme, which makes the IDs of the two columns different */
  readonly render: (req: PageRequest, scheme: string) => Html
}

const HERE = '/styleguide'
const PLACES = [
  { label: 'Clips', path: HERE },
  { label: 'Folders', path: `${HERE}#folders` },
]

const createFill = (isWrong: boolean): Fill => ({
  value: (_, present = '') => present,
  values: (_, present = []) => present,
  isWrong: () => isWrong,
})

const renderFields = (scheme: string, isWrong: boolean): Html => {
  const fill = createFill(isWrong)
  const field = (name: string) => ({ name, id: `${name}-${scheme}${isWrong ? '-wrong' : ''}` })
  const choices = [
    { value: 'north', label: 'North' },
    { value: 'south', label: 'South' },
  ]
  return html`${isWrong && html`<div class="problem" role="alert"><ul><li>The name is required. Enter 1 to 128 characters.</li></ul></div>`}
${textField(fill, { ...field('name'), label: 'Name', value: isWrong ? '' : 'Price talks', help: 'Colleagues see this name.' })}
${textAreaField(fill, { ...field('notes'), label: 'Notes', rows: 2, value: 'Listen to the pause after the number.' })}
${selectField(fill, { ...field('team'), label: 'Team', none: 'No team', choices, value: 'north' })}`
}

const rows = [
  { name: 'Harbor & Vane', calls: 12, state: badge('Open', 'open') },
  { name: 'Cobblequay', calls: 4, state: badge('Won', 'good') },
]

export const SAMPLES: readonly Sample[] = [
  {
    title: 'Buttons',
    render:
      () => html`<p class="actions"><button class="primary" type="button">Create clip</button><button type="button">Share clip</button><button class="danger" type="button">Delete clip</button><button class="link" type="button">Show more</button></p>
<p class="actions"><button class="primary" type="button" disabled>Create clip</button><button type="button" disabled>Share clip</button><button class="danger" type="button" disabled>Delete clip</button></p>
<p class="actions"><button class="primary" type="button" aria-busy="true">Analyzing…</button><button type="button" aria-pressed="true">Pressed</button><button class="small" type="button">Small</button><button class="small flat square" type="button" aria-label="Edit" title="Edit">${icon('edit')}</button>${linkButton(HERE, 'Go through clips', { icon: 'play' })}</p>`,
  },
  { title: 'Fields', render: (_, scheme) => renderFields(scheme, false) },
  { title: 'Fields with a problem', render: (_, scheme) => renderFields(scheme, true) },
  {
    title: 'Choices',
    render: (_, scheme) => {
      const fill = createFill(false)
      const choices = ['Discovery', 'Demo', 'Negotiation'].map((label) => ({ value: label, label }))
      return html`${checkField(fill, { name: `internal-${scheme}`, label: 'Only colleagues', on: true, help: 'The link requires a sign-in.' })}
${checksField(fill, { name: `types-${scheme}`, label: 'Types of calls', choices, chosen: ['Demo'] })}
${fileField({ name: 'file', id: `file-${scheme}`, label: 'Recording', accept: 'audio/*', help: 'Maximum 2 GB.' })}`
    },
  },
  {
    title: 'Tags and chips',
    render: () =>
      html`<p>${badge('Private')} ${badge('Confirmed', 'good')} ${badge('Due today', 'open')} ${badge('Failed', 'bad')}</p>
${chips([chip('Team: North'), chip('Person: Lena Sorokin', { path: HERE }), chip('Type: Demo', { remove: HERE })])}`,
  },
  {
    title: 'Headings and navigation',
    render: (
      _,
      scheme,
    ) => html`${heading('Folders', { trail: [{ label: 'Library', path: HERE }], words: 'Collect your best clips.', actions: linkButton(HERE, 'New folder', { kind: 'primary', icon: 'plus' }), tabs: tabs(`Library (${scheme})`, PLACES, HERE) })}
${segmented(`Libraries (${scheme})`, PLACES, HERE)}`,
  },
  {
    title: 'Cards, facts and quotes',
    render: () =>
      html`${card(
        'Deal',
        facts([
          ['Stage', 'Proposal'],
          ['Amount', '$ 48,000'],
          ['Owner', html`<bdi>Lena Sorokin</bdi>`],
        ]),
        { actions: html`<button class="small" type="button">Edit</button>` },
      )}
${quote('It has to be live before the season starts.', { speaker: 'Karin Vane', at: '9:04', path: HERE })}`,
  },
  {
    title: 'Empty state',
    render: () =>
      empty(
        'No clips yet',
        'Select words in a call, then choose Clip.',
        linkButton(HERE, 'Open a call', { kind: 'primary' }),
      ),
  },
  {
    title: 'Table and pages',
    render: (req) =>
      html`${table(
        rows,
        [
          { title: 'Account', cell: ({ name }) => html`<a href="${HERE}"><bdi>${name}</bdi></a>` },
          { title: 'Calls', kind: 'number', cell: ({ calls }) => String(calls) },
          { title: 'State', cell: ({ state }) => state },
        ],
        { caption: 'Accounts' },
      )}${pager(req, { pageNumber: 2, pageCount: 4, totalRecords: 93 })}`,
  },
  {
    title: 'People and companies',
    render: () =>
      html`<p class="styleguide-row">${avatar('Lena Sorokin')}<bdi>Lena Sorokin</bdi>${avatar('Karin Vane', { them: true })}<bdi>Karin Vane</bdi>${companyMark('Harbor & Vane')}<bdi>Harbor & Vane</bdi></p>`,
  },
  {
    title: 'Menus and sections that open',
    render: (_, scheme) =>
      html`<p class="styleguide-row">${formMenu('New folder', html`<form>${textField(createFill(false), { name: 'folder', id: `folder-${scheme}`, label: 'Name' })}<button class="primary" type="button">Create folder</button></form>`, { kind: 'plain' })}
<details class="menu"><summary class="button small flat square" aria-label="More" title="More">${icon('more')}</summary><div class="drop"><a href="${HERE}">${icon('edit')}Edit</a><a href="${HERE}">${icon('archive')}Archive</a><hr><button class="danger" type="button">${icon('trash')}Delete</button></div></details></p>
${disclosure('Edit answer', html`<p>Content of the section.</p>`, true)}`,
  },
  {
    title: 'Messages',
    render: () =>
      html`<p class="notice">Parley answers from the records, because no language model is connected.</p>
<p class="problem">Couldn’t save the tracker. Try again.</p><p class="soft">Quiet text</p><p class="meta">Meta text, 20 Nov</p>`,
  },
  {
    title: 'Icons',
    render: () =>
      html`<ul class="styleguide-icons">${iconNames.map((name) => html`<li>${icon(name)}<span class="meta">${name}</span></li>`)}</ul>`,
  },
]
