/** What a scorecard or a field configuration applies to: conditions on labels, as boxes to tick. */
import { type Criteria, listLabels } from '../../features/labels/index.ts'
import type { Fields, Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type Choice, checksField, type Fill, selectField } from './form.ts'

const LABELS_MAX = '200'

/** Each option of each label. */
export async function conditionChoices(visit: Pick<Visit, 'ask'>): Promise<Choice[]> {
  const { data } = await visit.ask(listLabels, { size: LABELS_MAX })
  return data.flatMap(({ uuid, name, options }) =>
    options.map(({ id, value }) => ({ value: `${uuid}:${id}`, label: `${name}: ${value}` })),
  )
}

/** Nothing where there are no labels to ask for. */
export function criteriaFields(fill: Fill, choices: readonly Choice[], criteria?: Criteria): Html {
  if (choices.length === 0) return html``
  const chosen = criteria?.conditions.map(({ field, value }) => `${field}:${value}`) ?? []
  return html`${checksField(fill, { name: 'conditions', label: 'Only where these labels are chosen (none: everywhere)', choices, chosen })}
${selectField(fill, {
  name: 'operator',
  label: 'When several are ticked',
  value: criteria?.operator ?? 'AND',
  choices: [
    { value: 'AND', label: 'All of them must be chosen' },
    { value: 'OR', label: 'One of them is enough' },
  ],
})}`
}

export const criteriaIn = (fields: Fields): Criteria => ({
  operator: fields.text('operator') === 'OR' ? 'OR' : 'AND',
  conditions: fields.all('conditions').map((one) => {
    const [field = '', value = ''] = one.split(':', 2)
    return { field, value }
  }),
})
