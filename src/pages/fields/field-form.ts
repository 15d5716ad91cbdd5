/** The forms of a set of fields and of its items, and what they say when they are sent. */
import type { createFieldConfigurationItem } from '../../features/field-items/index.ts'
import type { getFieldConfiguration } from '../../features/fields/index.ts'
import type { AnswerOf, Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { criteriaFields, criteriaIn } from '../kit/criteria.ts'
import { areaField, type Choice, checkField, checksField, type Fill, selectField, textField } from '../kit/form.ts'

export type Item = AnswerOf<typeof createFieldConfigurationItem>
type Configuration = AnswerOf<typeof getFieldConfiguration>

export const CATEGORIES = {
  CRM: 'CRM',
  Indicators: 'Indicators',
  BuiltInInsight: 'Built-in insight',
  CustomInsight: 'Insight',
} as const
export const RESPONSES = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  picklist: 'One of a list',
  multipicklist: 'Several of a list',
} as const
const LEVELS = { conversation: 'Each conversation', opportunity: 'The opportunity', account: 'The account' } as const

const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export const configurationFields = (
  fill: Fill,
  { teams, choices }: { teams: readonly Choice[]; choices: readonly Choice[] },
  given?: Configuration,
): Html => html`${textField(fill, { name: 'name', label: 'Name', value: given?.name, required: true, max: 128 })}
${checksField(fill, { name: 'teamsUUID', label: 'Only for these teams (none: for all)', choices: teams, chosen: given?.teamsUUID ?? [] })}
${criteriaFields(fill, choices, given?.criteria)}
${checkField(fill, { name: 'isDefaultTemplate', label: 'The default of the organization', on: given?.isDefaultTemplate ?? false })}`

export function configurationIn(fields: Fields) {
  const teamsUUID = fields.all('teamsUUID')
  return {
    name: fields.text('name'),
    isDefaultTemplate: fields.has('isDefaultTemplate'),
    criteria: criteriaIn(fields),
    ...(teamsUUID.length > 0 ? { teamsUUID } : { allTeams: true }),
  }
}

/** @param all the items beside which it stands, of which it may need one */
export function itemFields(fill: Fill, all: readonly Item[], item?: Item): Html {
  const idOf = (name: string) => `${name}-${item?.uuid ?? 'new'}`
  const others = all.filter(({ uuid }) => uuid !== item?.uuid).map(({ uuid, title }) => ({ value: uuid, label: title }))
  return html`${textField(fill, { name: 'title', id: idOf('title'), label: 'Field', value: item?.title, required: true, max: 256 })}
${areaField(fill, { name: 'contents', id: idOf('contents'), label: 'What is asked of a conversation', value: item?.contents, rows: 2, max: 8_000, help: 'A question, as one would ask somebody who was there.' })}
<div class="columns-2">${selectField(fill, { name: 'responseType', id: idOf('responseType'), label: 'Answer', value: item?.responseType ?? 'text', choices: choicesOf(RESPONSES) })}
${selectField(fill, { name: 'category', id: idOf('category'), label: 'Kind', value: item?.category ?? 'CustomInsight', choices: choicesOf(CATEGORIES) })}
${selectField(fill, { name: 'analysisLevel', id: idOf('analysisLevel'), label: 'It is about', value: item?.analysisLevel ?? 'conversation', choices: choicesOf(LEVELS) })}
${selectField(fill, { name: 'dependsOn', id: idOf('dependsOn'), label: 'Only where this has a value', value: item?.dependsOn ?? '', none: 'Always', choices: others })}</div>
${areaField(fill, { name: 'options', id: idOf('options'), label: 'List to choose from', value: item?.options.join('\n'), rows: 3, help: 'One a line; for answers that are one or several of a list.' })}
${textField(fill, { name: 'maxValues', id: idOf('maxValues'), label: 'How many of the list at most', type: 'number', value: item?.maxValues === null || item === undefined ? '' : String(item.maxValues), help: 'For several of a list; empty: all.' })}
${areaField(fill, { name: 'description', id: idOf('description'), label: 'Notes for people', value: item?.description, rows: 2, max: 2_000 })}
${checkField(fill, { name: 'allowLongResponse', label: 'The answer may be long', on: item?.allowLongResponse ?? false })}`
}

export const itemIn = (fields: Fields) => ({
  title: fields.text('title'),
  contents: fields.text('contents'),
  description: fields.text('description'),
  responseType: fields.text('responseType') as Item['responseType'],
  category: fields.text('category') as Item['category'],
  analysisLevel: fields.text('analysisLevel') as Item['analysisLevel'],
  dependsOn: fields.given('dependsOn') ?? null,
  maxValues: fields.number('maxValues') ?? null,
  allowLongResponse: fields.has('allowLongResponse'),
  options: fields
    .text('options')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== ''),
})
