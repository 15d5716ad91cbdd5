/** The filters of the conversation lists as a body has them: JSON's own arrays and booleans, the same names and rules. */
import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { instant, text, uuid } from '../../core/wire.ts'
import { crmEntityCode, FILTERABLE_VALUE_MAX } from '../crm/index.ts'
import { type Filters, filtersOf, NO_FILTERS } from './filters.ts'

const ENTRIES_MAX = 500
const ids = () => z.array(uuid()).max(ENTRIES_MAX).optional()
const words = (max: number) => z.array(text({ max })).max(ENTRIES_MAX).optional()
const flag = () => z.boolean().optional()

export const bodyFilterFields = {
  fromDateTime: instant().optional().describe('Started at this moment or later.'),
  toDateTime: instant().optional().describe('Started at this moment or earlier.'),
  filter: z
    .object({
      'owner.id': ids(),
      'owner.email': words(320),
      title: text({ max: 512 }).optional(),
      'participants.email': words(320),
      'external_opportunity.id': words(256),
      'crm_field.entity_code': crmEntityCode.optional(),
      'crm_field.field_name': text({ max: 100 }).optional(),
      'crm_field.values': z
        .array(text({ max: FILTERABLE_VALUE_MAX }))
        .max(10)
        .optional(),
      'team.id': ids(),
      'label.category': text({ max: 128 }).optional(),
      'label.option': text({ max: 256 }).optional(),
      hide_internal: flag(),
      hide_non_analyzed: flag(),
      hide_pending: flag(),
      hide_transcript: flag(),
      hide_failed: flag(),
      archived: flag(),
    })
    .optional()
    .describe('What the lists take as filter[…]. An empty list is no filter.'),
}

const filterInput = z.object(bodyFilterFields)

/** @throws AppError `validation_failed`: one half of a CRM field or of a label without the other */
export function filtersOfBody({ fromDateTime, toDateTime, filter = {} }: z.output<typeof filterInput>): Filters {
  checkPairs(filter)
  const some = <T>(values: readonly T[] | undefined) => (values?.length ? [...values] : undefined)
  return filtersOf(
    {
      fromDateTime,
      toDateTime,
      'filter[owner.id]': some(filter['owner.id']),
      'filter[owner.email]': some(filter['owner.email']),
      'filter[title]': filter.title,
      'filter[participants.email]': some(filter['participants.email']),
      'filter[external_opportunity.id]': some(filter['external_opportunity.id']),
      'filter[crm_field.entity_code]': filter['crm_field.entity_code'],
      'filter[crm_field.field_name]': filter['crm_field.field_name'],
      'filter[crm_field.values]': some(filter['crm_field.values']),
      'filter[team.id]': some(filter['team.id']),
      'filter[label.category]': filter['label.category'],
      'filter[label.option]': filter['label.option'],
      'filter[hide_internal]': filter.hide_internal ?? NO_FILTERS.hideInternal,
      'filter[hide_non_analyzed]': filter.hide_non_analyzed ?? NO_FILTERS.hideNonAnalyzed,
      'filter[analyzed]': false,
      'filter[hide_pending]': filter.hide_pending ?? NO_FILTERS.hidePending,
      'filter[hide_transcript]': filter.hide_transcript ?? NO_FILTERS.hideWithoutTranscript,
      'filter[hide_failed]': filter.hide_failed ?? NO_FILTERS.hideFailed,
      'filter[archived]': filter.archived ?? NO_FILTERS.includeArchived,
    },
    { hideEmpty: true },
  )
}

/** What is told by two fields is told by both. @param at where the filter stands @throws AppError `validation_failed` */
export function checkPairs(filter: NonNullable<z.output<typeof filterInput>['filter']>, at = '/filter'): void {
  const isGiven = (value: string | readonly string[] | undefined) => (value?.length ?? 0) > 0
  for (const [one, other] of PAIRS) {
    const [hasOne, hasOther] = [isGiven(filter[one]), isGiven(filter[other])]
    if (hasOne === hasOther) continue
    const [given, missing] = hasOne ? [one, other] : [other, one]
    throw invalid({ pointer: `${at}/${missing}`, detail: `With ${given}, ${missing} must be given too.` })
  }
}

const PAIRS = [
  ['crm_field.field_name', 'crm_field.values'],
  ['label.category', 'label.option'],
] as const
