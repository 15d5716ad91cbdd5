/** Field sets, and one page per field set with its fields. */

import { type Text, t } from '../../core/languages/message.ts'
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
import { type AnswerOf, definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { conditionChoices } from '../components/criteria.ts'
import { actionButton, disclosure, form, formMenu } from '../components/form.ts'
import { badge, card, chip, chips, empty, heading } from '../components/layout.ts'
import { moveButtons } from '../components/order.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { teamChoices } from '../components/teams.ts'
import {
  CATEGORIES,
  configurationFields,
  configurationIn,
  type FieldFormItem,
  itemFields,
  itemIn,
  RESPONSES,
} from './field-form.ts'

const ITEMS_SHOWN = '200'
const TRAIL = [{ label: t('Fields'), path: '/fields' }]
const toConfigurationPath = (id: string, item?: string) => `/fields/${id}${item === undefined ? '' : `#item-${item}`}`

type Configuration = AnswerOf<typeof getFieldConfiguration>

export const fieldsPage = definePage({
  path: '/fields',
  navigation: { group: 'analysis', label: t('Fields'), words: t('Questions that Parley answers for each call') },
  async show(req) {
    const [{ data, meta }, teams, choices] = await Promise.all([
      req.run(listFieldConfigurations, { page: pageAsked(req) }),
      teamChoices(req),
      conditionChoices(req),
    ])
    const columns = [
      {
        title: t('Field set'),
        cell: ({ uuid, name }: Configuration) => html`<a href="/fields/${uuid}"><bdi>${name}</bdi></a>`,
      },
      {
        title: t('Teams'),
        cell: (one: Configuration) =>
          html`${renderTeams(one, teams)}${one.isDefaultTemplate && html` ${badge(t('Default'))}`}`,
      },
    ]
    const create =
      req.user.role === 'ADMIN' &&
      formMenu(
        t('New field set'),
        form(req, { page: '/fields', action: 'create', button: t('Create field set') }, (fill) =>
          configurationFields(fill, { teams, choices }),
        ),
        { open: req.attempt !== undefined },
      )
    return {
      title: t('Fields'),
      body: html`${heading(t('Fields'), { words: t('Fields capture values from calls, such as budget, close date, competitor or next step, so that nobody has to enter them.'), actions: create })}
${data.length === 0 ? empty(t('No field sets yet'), t('Fill in your CRM without typing. A field set captures the same values from every call of a team, with quotes as evidence, and people confirm them.')) : table(data, columns, { caption: t('Field sets') })}
${pager(req, meta)}`,
    }
  },
  actions: {
    create: async (req, fields) => {
      const { uuid } = await req.run(createFieldConfiguration, configurationIn(fields))
      return redirectTo(toConfigurationPath(uuid), t('Field set created. Now add its fields.'))
    },
  },
})

export const fieldSetPage = definePage({
  path: '/fields/:id',
  async show(req) {
    const { id } = req.params
    const [configuration, items, teams, choices] = await Promise.all([
      req.run(getFieldConfiguration, { id }),
      req.run(listFieldConfigurationItems, { id, size: ITEMS_SHOWN, page: pageAsked(req) }),
      teamChoices(req),
      conditionChoices(req),
    ])
    const page = toConfigurationPath(id)
    const changing = (): Html => html`${disclosure(
      t('New field'),
      form(req, { page, action: 'add', button: t('Add field') }, (fill) => itemFields(fill, items.data)),
      req.attempt?.action === 'add',
    )}
${disclosure(
  t('Settings'),
  form(req, { page, action: 'change', button: t('Save field set') }, (fill) =>
    configurationFields(fill, { teams, choices }, configuration),
  ),
  req.attempt?.action === 'change',
)}
${actionButton(req, { page, action: 'delete', button: t('Delete field set'), kind: 'danger', confirm: t("Delete this field set and its fields? Values of calls stay. You can't undo this.") })}`
    return {
      title: configuration.name,
      body: html`${heading(configuration.name, { trail: TRAIL, words: html`Teams: ${renderTeams(configuration, teams)}` })}
${card(t('Fields'), items.data.length === 0 ? html`<p class="soft">No fields yet</p>` : html`<ol class="fields-items">${items.data.map((item) => renderItem(req, item, items.data, items.meta.totalRecords))}</ol>`)}
${pager(req, items.meta)}
${req.user.role === 'ADMIN' && changing()}`,
    }
  },
  forms: { add: LONG_FORM, 'change-item': LONG_FORM },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      await req.run(updateFieldConfiguration, { id, ...configurationIn(fields) })
      return redirectTo(toConfigurationPath(id), t('Field set saved'))
    },
    delete: async (req) => {
      await req.run(deleteFieldConfiguration, { id: req.params.id })
      return redirectTo('/fields', t('Field set deleted. Values of calls stay.'))
    },
    add: async (req, fields) => {
      const { id } = req.params
      const { uuid } = await req.run(createFieldConfigurationItem, { id, ...itemIn(fields) })
      return redirectTo(toConfigurationPath(id, uuid), t('Field added'))
    },
    'change-item': async (req, fields) => {
      const [id, itemId] = [req.params.id, fields.text('key')]
      await req.run(updateFieldConfigurationItem, { id, itemId, ...itemIn(fields) })
      return redirectTo(toConfigurationPath(id, itemId), t('Field saved'))
    },
    move: async (req, fields) => {
      const [id, itemId] = [req.params.id, fields.text('key')]
      await req.run(updateFieldConfigurationItem, { id, itemId, displayOrder: fields.number('place') })
      return redirectTo(toConfigurationPath(id, itemId))
    },
    remove: async (req, fields) => {
      const { id } = req.params
      await req.run(deleteFieldConfigurationItem, { id, itemId: fields.text('key') })
      return redirectTo(toConfigurationPath(id), t('Field deleted. Values of calls stay.'))
    },
  },
})

function renderTeams({ allTeams, teamsUUID }: Configuration, teams: readonly { value: string; label: Text }[]): Html {
  if (allTeams) return html`All teams`
  const names = teams.filter(({ value }) => teamsUUID.includes(value)).map(({ label }) => label)
  return names.length === 0 ? html`No teams` : html`<bdi>${names.join(', ')}</bdi>`
}

function renderItem(req: PageRequest, item: FieldFormItem, all: readonly FieldFormItem[], count: number): Html {
  const { uuid, fieldConfigurationUUID, title, category, responseType, contents, options, dependsOn, displayOrder } =
    item
  const page = toConfigurationPath(fieldConfigurationUUID)
  const change = (): Html =>
    disclosure(
      t('Edit field'),
      html`${form(req, { page, action: 'change-item', key: uuid, button: t('Save field') }, (fill) => itemFields(fill, all, item))}<hr>
${actionButton(req, { page, action: 'remove', key: uuid, button: t('Delete field'), kind: 'danger', confirm: t("Delete this field? Values of calls stay. You can't undo this.") })}`,
      req.attempt?.action === 'change-item' && req.attempt.fields.text('key') === uuid,
    )
  const onlyWith = all.find((one) => one.uuid === dependsOn)
  return html`<li id="item-${uuid}"><div class="fields-item"><h3 dir="auto">${title}</h3>${req.user.role === 'ADMIN' && moveButtons(req, { page, key: uuid, title, position: displayOrder, count, field: 'place', list: '.fields-items' })}</div>
<p class="soft">${RESPONSES[responseType]} · ${CATEGORIES[category]}${onlyWith !== undefined && html` · if <bdi>${onlyWith.title}</bdi> has a value`}</p>
${contents !== '' && html`<p dir="auto">${contents}</p>`}
${options.length > 0 && chips(options.map((option) => chip(option)))}
${req.user.role === 'ADMIN' && change()}</li>`
}
