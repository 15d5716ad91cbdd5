/** Criteria of a scorecard or field configuration, as checkboxes for label options. */

import { t } from '../../core/languages/message.ts'
import { type Criteria, listLabels } from '../../features/conversations/labels/index.ts'
import type { Fields, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type Choice, checksField, type Fill, selectField } from './form.ts'

const LABELS_MAX = '200'

/** All options of all labels as choices. */
export async function conditionChoices(req: Pick<PageRequest, 'run'>): Promise<Choice[]> {
  const { data } = await req.run(listLabels, { size: LABELS_MAX })
  return data.flatMap(({ uuid, name, options }) =>
    options.map(({ id, value }) => ({ value: `${uuid}:${id}`, label: `${name}: ${value}` })),
  )
}

/** Empty if the organization has no labels. */
export function criteriaFields(fill: Fill, choices: readonly Choice[], criteria?: Criteria): Html {
  if (choices.length === 0) return html``
  const chosen = criteria?.conditions.map(({ field, value }) => `${field}:${value}`) ?? []
  return html`${checksField(fill, { name: 'conditions', label: t('Applies to calls with these labels (select none for all calls)'), choices, chosen })}
${selectField(fill, {
  name: 'operator',
  label: t('If you select several labels'),
  value: criteria?.operator ?? 'AND',
  choices: [
    { value: 'AND', label: t('The call must have all of them') },
    { value: 'OR', label: t('The call must have at least one of them') },
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
