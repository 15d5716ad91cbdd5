/** Field sets, and one page per field set with its fields. */

import {
  createFieldConfiguration,
  deleteFieldConfiguration,
  getFieldConfiguration,
  listFieldConfigurations,
  updateFieldConfiguration,
} from '../../features/fields/configurations/index.ts'
import {
  createFieldConfigurationItem,
  deleteFieldConfigurationItem,
  listFieldConfigurationItems,
  updateFieldConfigurationItem,
} from '../../features/fields/items/index.ts'
import { type AnswerOf, definePage, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { conditionChoices } from '../components/criteria.ts'
import { actionButton, disclosure, form } from '../components/form.ts'
import { badge, card, chip, chips, empty, heading } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import {
  CATEGORIES,
  configurationFields,
  configurationIn,
  type Item,
  itemFields,
  itemIn,
  RESPONSES,
} from './field-form.ts'

const ITEMS_SHOWN = '200'
const TRAIL = [{ label: 'Fields', path: '/fields' }]
const placeOf = (id: string, item?: string) => `/fields/${id}${item === undefined ? '' : `#item-${item}`}`

type Configuration = AnswerOf<typeof getFieldConfiguration>

export const fieldsPage = definePage({
  path: '/fields',
  navigation: { group: 'setup', label: 'Fields', icon: 'field' },
  async show(visit) {
    const [{ data, meta }, teams, choices] = await Promise.all([
      visit.ask(listFieldConfigurations, { page: pageAsked(visit) }),
      teamChoices(visit),
      conditionChoices(visit),
    ])
    const columns = [
      {
        title: 'Field set',
        cell: ({ uuid, name }: Configuration) => html`<a href="/fields/${uuid}"><bdi>${name}</bdi></a>`,
      },
      {
        title: 'Teams',
        cell: (one: Configuration) =>
          html`${teamsOf(one, teams)}${one.isDefaultTemplate && html` ${badge('Default')}`}`,
      },
    ]
    return {
      title: 'Fields',
      body: html`${heading('Fields', { words: 'Fields capture values from calls, such as budget, close date, competitor or next step, so that nobody has to enter them.' })}
${
  visit.person.role === 'ADMIN' &&
  disclosure(
    'New field set',
    form(visit, { page: '/fields', action: 'create', button: 'Create field set' }, (fill) =>
      configurationFields(fill, { teams, choices }),
    ),
    visit.attempt !== undefined,
  )
}
${data.length === 0 ? empty('No field sets yet', 'Fill in your CRM without typing. A field set captures the same values from every call of a team, with quotes as evidence, and people confirm them.') : table(data, columns, { caption: 'Field sets' })}
${pager(visit, meta)}`,
    }
  },
  actions: {
    create: async (visit, fields) => {
      const { uuid } = await visit.ask(createFieldConfiguration, configurationIn(fields))
      return goTo(placeOf(uuid), 'Field set created. Now add its fields.')
    },
  },
})

export const fieldSetPage = definePage({
  path: '/fields/:id',
  async show(visit) {
    const { id } = visit.params
    const [configuration, items, teams, choices] = await Promise.all([
      visit.ask(getFieldConfiguration, { id }),
      visit.ask(listFieldConfigurationItems, { id, size: ITEMS_SHOWN, page: pageAsked(visit) }),
      teamChoices(visit),
      conditionChoices(visit),
    ])
    const page = placeOf(id)
    const changing = (): Html => html`${disclosure(
      'New field',
      form(visit, { page, action: 'add', button: 'Add field' }, (fill) => itemFields(fill, items.data)),
      visit.attempt?.action === 'add',
    )}
${disclosure(
  'Settings',
  form(visit, { page, action: 'change', button: 'Save field set' }, (fill) =>
    configurationFields(fill, { teams, choices }, configuration),
  ),
  visit.attempt?.action === 'change',
)}
${actionButton(visit, { page, action: 'delete', button: 'Delete field set', kind: 'danger', confirm: "Delete this field set and its fields? Values of calls stay. You can't undo this." })}`
    return {
      title: configuration.name,
      body: html`${heading(configuration.name, { trail: TRAIL, words: html`Teams: ${teamsOf(configuration, teams)}` })}
${card('Fields', items.data.length === 0 ? html`<p class="soft">No fields yet</p>` : html`<ol class="fields-items">${items.data.map((item) => itemOf(visit, item, items.data, items.meta.totalRecords))}</ol>`)}
${pager(visit, items.meta)}
${visit.person.role === 'ADMIN' && changing()}`,
    }
  },
  forms: { add: LONG_FORM, 'change-item': LONG_FORM },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateFieldConfiguration, { id, ...configurationIn(fields) })
      return goTo(placeOf(id), 'Field set saved')
    },
    delete: async (visit) => {
      await visit.ask(deleteFieldConfiguration, { id: visit.params.id })
      return goTo('/fields', 'Field set deleted. Values of calls stay.')
    },
    add: async (visit, fields) => {
      const { id } = visit.params
      const { uuid } = await visit.ask(createFieldConfigurationItem, { id, ...itemIn(fields) })
      return goTo(placeOf(id, uuid), 'Field added')
    },
    'change-item': async (visit, fields) => {
      const [id, itemId] = [visit.params.id, fields.text('key')]
      await visit.ask(updateFieldConfigurationItem, { id, itemId, ...itemIn(fields) })
      return goTo(placeOf(id, itemId), 'Field saved')
    },
    move: async (visit, fields) => {
      const [id, itemId] = [visit.params.id, fields.text('key')]
      await visit.ask(updateFieldConfigurationItem, { id, itemId, displayOrder: fields.number('place') })
      return goTo(placeOf(id, itemId))
    },
    remove: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(deleteFieldConfigurationItem, { id, itemId: fields.text('key') })
      return goTo(placeOf(id), 'Field deleted. Values of calls stay.')
    },
  },
})

function teamsOf({ allTeams, teamsUUID }: Configuration, teams: readonly { value: string; label: string }[]): Html {
  if (allTeams) return html`All teams`
  const names = teams.filter(({ value }) => teamsUUID.includes(value)).map(({ label }) => label)
  return names.length === 0 ? html`No teams` : html`<bdi>${names.join(', ')}</bdi>`
}

function itemOf(visit: Visit, item: Item, all: readonly Item[], count: number): Html {
  const { uuid, fieldConfigurationUUID, title, category, responseType, contents, options, dependsOn, displayOrder } =
    item
  const page = placeOf(fieldConfigurationUUID)
  const moved = (to: number, label: string) =>
    to >= 1 && to <= count
      ? actionButton(visit, {
          page,
          action: 'move',
          key: uuid,
          button: label,
          enhance: '.fields-items',
          fields: { place: String(to) },
        })
      : html``
  const change = (): Html =>
    disclosure(
      'Edit field',
      html`${form(visit, { page, action: 'change-item', key: uuid, button: 'Save field' }, (fill) => itemFields(fill, all, item))}<hr>
${actionButton(visit, { page, action: 'remove', key: uuid, button: 'Delete field', kind: 'danger', confirm: "Delete this field? Values of calls stay. You can't undo this." })}`,
      visit.attempt?.action === 'change-item' && visit.attempt.fields.text('key') === uuid,
    )
  const onlyWith = all.find((one) => one.uuid === dependsOn)
  return html`<li id="item-${uuid}"><div class="fields-item"><h3 dir="auto">${title}</h3>${visit.person.role === 'ADMIN' && html`<div class="actions">${moved(displayOrder - 1, 'Move up')}${moved(displayOrder + 1, 'Move down')}</div>`}</div>
<p class="soft">${RESPONSES[responseType]} · ${CATEGORIES[category]}${onlyWith !== undefined && html` · if <bdi>${onlyWith.title}</bdi> has a value`}</p>
${contents !== '' && html`<p dir="auto">${contents}</p>`}
${options.length > 0 && chips(options.map((option) => chip(option)))}
${visit.person.role === 'ADMIN' && change()}</li>`
}
