/** Form fields of a field set and its fields, and conversion of submitted forms. */

import { type Text, t } from '../../core/languages/message.ts'
import type { getFieldConfiguration } from '../../features/fields/configurations/index.ts'
import type { createFieldConfigurationItem } from '../../features/fields/items/index.ts'
import type { AnswerOf, Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { criteriaFields, criteriaIn } from '../components/criteria.ts'
import {
  type Choice,
  checkField,
  checksField,
  type Fill,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'

export type FieldFormItem = AnswerOf<typeof createFieldConfigurationItem>
type Configuration = AnswerOf<typeof getFieldConfiguration>

export const CATEGORIES = {
  CRM: t('CRM'),
  Indicators: t('Indicators'),
  BuiltInInsight: t('Built-in insight'),
  CustomInsight: t('Insight'),
} as const
export const RESPONSES = {
  text: t('Text'),
  number: t('Number'),
  boolean: t('Yes or no'),
  date: t('Date'),
  picklist: t('Single selection'),
  multipicklist: t('Multiple selection'),
} as const
const LEVELS = { conversation: t('Call'), opportunity: t('Opportunity'), account: t('Account') } as const

const toChoices = (words: Readonly<Record<string, Text>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export const configurationFields = (
  fill: Fill,
  { teams, choices }: { teams: readonly Choice[]; choices: readonly Choice[] },
  given?: Configuration,
): Html => html`${textField(fill, { name: 'name', label: t('Name'), value: given?.name, required: true, max: 128 })}
${checksField(fill, { name: 'teamsUUID', label: t('Teams (select none for all teams)'), choices: teams, chosen: given?.teamsUUID ?? [] })}
${criteriaFields(fill, choices, given?.criteria)}
${checkField(fill, { name: 'isDefaultTemplate', label: t('Default template of the organization'), on: given?.isDefaultTemplate ?? false })}`

export function configurationIn(fields: Fields) {
  const teamsUUID = fields.all('teamsUUID')
  return {
    name: fields.text('name'),
    isDefaultTemplate: fields.has('isDefaultTemplate'),
    criteria: criteriaIn(fields),
    ...(teamsUUID.length > 0 ? { teamsUUID } : { allTeams: true }),
  }
}

/** @param all all fields of the set, one of which the field can depend on */
export function itemFields(fill: Fill, all: readonly FieldFormItem[], item?: FieldFormItem): Html {
  const toElementId = (name: string) => `${name}-${item?.uuid ?? 'new'}`
  const others = all.filter(({ uuid }) => uuid !== item?.uuid).map(({ uuid, title }) => ({ value: uuid, label: title }))
  return html`${textField(fill, { name: 'title', id: toElementId('title'), label: t('Name'), value: item?.title, required: true, max: 256 })}
${textAreaField(fill, { name: 'contents', id: toElementId('contents'), label: t('Question'), value: item?.contents, rows: 2, max: 8_000, help: t('Ask about the call as you would ask a participant, such as “What is their budget?”.') })}
<div class="columns-2">${selectField(fill, { name: 'responseType', id: toElementId('responseType'), label: t('Response type'), value: item?.responseType ?? 'text', choices: toChoices(RESPONSES) })}
${selectField(fill, { name: 'category', id: toElementId('category'), label: t('Category'), value: item?.category ?? 'CustomInsight', choices: toChoices(CATEGORIES) })}
${selectField(fill, { name: 'analysisLevel', id: toElementId('analysisLevel'), label: t('Applies to'), value: item?.analysisLevel ?? 'conversation', choices: toChoices(LEVELS) })}
${selectField(fill, { name: 'dependsOn', id: toElementId('dependsOn'), label: t('Depends on field'), value: item?.dependsOn ?? '', none: t('None'), choices: others })}</div>
${textAreaField(fill, { name: 'options', id: toElementId('options'), label: t('Options'), value: item?.options.join('\n'), rows: 3, help: t('One per line, for single and multiple selections.') })}
${textField(fill, { name: 'maxValues', id: toElementId('maxValues'), label: t('Maximum number of selected options'), type: 'number', value: item?.maxValues === null || item === undefined ? '' : String(item.maxValues), help: t('For multiple selections. Leave it empty for no maximum.') })}
${textAreaField(fill, { name: 'description', id: toElementId('description'), label: t('Notes for your team'), value: item?.description, rows: 2, max: 2_000 })}
${checkField(fill, { name: 'allowLongResponse', label: t('Allow long answers'), on: item?.allowLongResponse ?? false })}`
}

export const itemIn = (fields: Fields) => ({
  title: fields.text('title'),
  contents: fields.text('contents'),
  description: fields.text('description'),
  responseType: fields.text('responseType') as FieldFormItem['responseType'],
  category: fields.text('category') as FieldFormItem['category'],
  analysisLevel: fields.text('analysisLevel') as FieldFormItem['analysisLevel'],
  dependsOn: fields.optional('dependsOn') ?? null,
  maxValues: fields.number('maxValues') ?? null,
  allowLongResponse: fields.has('allowLongResponse'),
  options: fields
    .text('options')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== ''),
})
