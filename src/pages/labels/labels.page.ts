/** Labels of the organization: the list, and one page per label. */
import {
  createLabel,
  deleteLabel,
  getLabel,
  type Label,
  listLabels,
  updateLabel,
} from '../../features/conversations/labels/index.ts'
import { definePage, type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  areaField,
  checkField,
  checksField,
  disclosure,
  type Fill,
  form,
  textField,
} from '../components/form.ts'
import { badge, chip, chips, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'

export const labelsPage = definePage({
  path: '/labels',
  navigation: { group: 'setup', label: 'Labels', icon: 'label' },
  async show(visit) {
    const { data, meta } = await visit.ask(listLabels, { page: pageAsked(visit) })
    const create = visit.person.role === 'ADMIN' && (await newLabel(visit))
    return {
      title: 'Labels',
      body: html`${heading('Labels', { words: 'Labels classify calls. People can set them, and Parley can set them automatically.' })}
${create}
${data.length === 0 ? empty('No labels yet', 'Classify calls to filter lists and reports. A label has a few options, such as “Call type: discovery, demo, renewal”.') : table(data, COLUMNS, { caption: 'Labels' })}
${pager(visit, meta)}`,
    }
  },
  forms: { create: LONG_FORM },
  actions: {
    create: async (visit, fields) => {
      const { uuid, name } = await visit.ask(createLabel, { ...labelIn(fields), options: optionsIn(fields) })
      return goTo(`/labels/${uuid}`, `Label ${name} created`)
    },
  },
})

export const labelPage = definePage({
  path: '/labels/:id',
  async show(visit) {
    const label = await visit.ask(getLabel, { id: visit.params.id })
    const body = visit.person.role === 'ADMIN' ? await changing(visit, label) : optionsOf(label)
    return {
      title: label.name,
      body: html`${heading(label.name, { trail: [{ label: 'Labels', path: '/labels' }], words: label.description })}${body}`,
    }
  },
  forms: { change: LONG_FORM },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateLabel, { id, ...labelIn(fields), options: optionsIn(fields) })
      return goTo(`/labels/${id}`, 'Label saved')
    },
    delete: async (visit) => {
      await visit.ask(deleteLabel, { id: visit.params.id })
      return goTo('/labels', 'Label deleted. Calls keep the options that were set.')
    },
  },
})

const COLUMNS = [
  { title: 'Label', cell: ({ uuid, name }: Label) => html`<a href="/labels/${uuid}"><bdi>${name}</bdi></a>` },
  { title: 'Options', cell: (label: Label) => optionsOf(label) },
  {
    title: 'Set by',
    cell: ({ aiFlow }: Label) => (aiFlow ? badge('Parley and people', 'good') : badge('People')),
  },
  {
    title: 'Teams',
    cell: ({ allTeams, teamsUUID }: Label) =>
      allTeams ? 'All teams' : teamsUUID.length === 1 ? '1 team' : `${teamsUUID.length} teams`,
  },
]

const optionsOf = ({ options }: Label): Html => chips(options.map(({ value }) => chip(value)))

const newLabel = async (visit: Visit): Promise<Html> => {
  const fields = await labelFields(visit)
  return disclosure(
    'New label',
    form(visit, { page: '/labels', action: 'create', button: 'Create label' }, (fill) => fields(fill)),
    visit.attempt !== undefined,
  )
}

async function changing(visit: Visit, label: Label): Promise<Html> {
  const fields = await labelFields(visit, label)
  const page = `/labels/${label.uuid}`
  return html`<section class="card">${form(visit, { page, action: 'change', button: 'Save label' }, fields)}</section>
${actionButton(visit, { page, action: 'delete', button: 'Delete label', kind: 'danger', confirm: "Delete this label and its options? Calls keep the options that were set. You can't undo this." })}`
}

async function labelFields(visit: Visit, label?: Label): Promise<(fill: Fill) => Html> {
  const teams = await teamChoices(visit)
  const lines = label?.options.map(({ value, description }) =>
    description === '' ? value : `${value} | ${description}`,
  )
  return (
    fill,
  ) => html`${textField(fill, { name: 'name', label: 'Name', value: label?.name, required: true, max: 128 })}
${areaField(fill, { name: 'description', label: 'Description', value: label?.description, rows: 2, max: 2_000, help: 'Parley also uses the description to set the label.' })}
${areaField(fill, { name: 'options', label: 'Options', value: lines?.join('\n'), help: 'One per line. You can add a description after a vertical bar: Renewal | about a contract that ends.' })}
${checkField(fill, { name: 'aiFlow', label: 'Let Parley set this label automatically', on: label?.aiFlow ?? false })}
${checksField(fill, { name: 'teamsUUID', label: 'Teams (select none for all teams)', choices: teams, chosen: label?.teamsUUID ?? [] })}`
}

function labelIn(fields: Fields) {
  const teamsUUID = fields.all('teamsUUID')
  return {
    name: fields.text('name'),
    description: fields.text('description').trim(),
    aiFlow: fields.has('aiFlow'),
    ...(teamsUUID.length > 0 ? { teamsUUID } : { allTeams: true }),
  }
}

const optionsIn = (fields: Fields) =>
  fields
    .text('options')
    .split(/\r?\n/)
    .map((line) => line.split('|', 2).map((part) => part.trim()))
    .filter(([value]) => value !== undefined && value !== '')
    .map(([value = '', description = '']) => ({ value, description }))
