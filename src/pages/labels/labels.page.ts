/** Labels of the organization: the list, and one page per label. */

import { t } from '../../core/languages/message.ts'
import {
  createLabel,
  deleteLabel,
  getLabel,
  type Label,
  listLabels,
  updateLabel,
} from '../../features/conversations/labels/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  checkField,
  checksField,
  type Fill,
  form,
  formMenu,
  textAreaField,
  textField,
} from '../components/form.ts'
import { badge, chip, chips, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'

export const labelsPage = definePage({
  path: '/labels',
  navigation: { group: 'analysis', label: t('Labels'), words: t('Categories of calls') },
  async show(req) {
    const { data, meta } = await req.run(listLabels, { page: pageAsked(req) })
    const create = req.user.role === 'ADMIN' && (await newLabel(req))
    return {
      title: t('Labels'),
      body: html`${heading(t('Labels'), { words: t('Labels classify calls. People can set them, and Parley can set them automatically.'), actions: create })}
${data.length === 0 ? empty(t('No labels yet'), t('Classify calls to filter lists and reports. A label has a few options, such as “Call type: discovery, demo, renewal”.')) : table(data, COLUMNS, { caption: t('Labels') })}
${pager(req, meta)}`,
    }
  },
  forms: { create: LONG_FORM },
  actions: {
    create: async (req, fields) => {
      const { uuid, name } = await req.run(createLabel, { ...labelIn(fields), options: optionsIn(fields) })
      return redirectTo(`/labels/${uuid}`, t`Label ${name} created`)
    },
  },
})

export const labelPage = definePage({
  path: '/labels/:id',
  async show(req) {
    const label = await req.run(getLabel, { id: req.params.id })
    const body = req.user.role === 'ADMIN' ? await changing(req, label) : renderOptions(label)
    return {
      title: label.name,
      body: html`${heading(label.name, { trail: [{ label: t('Labels'), path: '/labels' }], words: label.description })}${body}`,
    }
  },
  forms: { change: LONG_FORM },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateLabel, { id, ...labelIn(fields), options: optionsIn(fields) })
      return redirectTo(`/labels/${id}`, t('Label saved'))
    },
    delete: async (req) => {
      await req.run(deleteLabel, { id: req.params.id })
      return redirectTo('/labels', t('Label deleted. Calls keep the options that were set.'))
    },
  },
})

const COLUMNS = [
  { title: t('Label'), cell: ({ uuid, name }: Label) => html`<a href="/labels/${uuid}"><bdi>${name}</bdi></a>` },
  { title: t('Options'), cell: (label: Label) => renderOptions(label) },
  {
    title: t('Set by'),
    cell: ({ aiFlow }: Label) => (aiFlow ? badge(t('Parley and people'), 'good') : badge(t('People'))),
  },
  {
    title: t('Teams'),
    cell: ({ allTeams, teamsUUID }: Label) =>
      allTeams ? t('All teams') : teamsUUID.length === 1 ? t('1 team') : t`${teamsUUID.length} teams`,
  },
]

const renderOptions = ({ options }: Label): Html => chips(options.map(({ value }) => chip(value)))

const newLabel = async (req: PageRequest): Promise<Html> => {
  const fields = await labelFields(req)
  return formMenu(
    t('New label'),
    form(req, { page: '/labels', action: 'create', button: t('Create label') }, (fill) => fields(fill)),
    { open: req.attempt !== undefined },
  )
}

async function changing(req: PageRequest, label: Label): Promise<Html> {
  const fields = await labelFields(req, label)
  const page = `/labels/${label.uuid}`
  return html`<section class="card">${form(req, { page, action: 'change', button: t('Save label') }, fields)}</section>
${actionButton(req, { page, action: 'delete', button: t('Delete label'), kind: 'danger', confirm: t("Delete this label and its options? Calls keep the options that were set. You can't undo this.") })}`
}

async function labelFields(req: PageRequest, label?: Label): Promise<(fill: Fill) => Html> {
  const teams = await teamChoices(req)
  const lines = label?.options.map(({ value, description }) =>
    description === '' ? value : `${value} | ${description}`,
  )
  return (
    fill,
  ) => html`${textField(fill, { name: 'name', label: t('Name'), value: label?.name, required: true, max: 128 })}
${textAreaField(fill, { name: 'description', label: t('Description'), value: label?.description, rows: 2, max: 2_000, help: t('Parley also uses the description to set the label.') })}
${textAreaField(fill, { name: 'options', label: t('Options'), value: lines?.join('\n'), help: t('One per line. You can add a description after a vertical bar: Renewal | about a contract that ends.') })}
${checkField(fill, { name: 'aiFlow', label: t('Let Parley set this label automatically'), on: label?.aiFlow ?? false })}
${checksField(fill, { name: 'teamsUUID', label: t('Teams (select none for all teams)'), choices: teams, chosen: label?.teamsUUID ?? [] })}`
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
