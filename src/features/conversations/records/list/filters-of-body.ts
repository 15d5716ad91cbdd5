/** Filters of the conversation lists in a request body, with JSON arrays and booleans instead of query text. */
import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { instant, text, uuid } from '../../../../core/wire.ts'
import { crmEntityCode, FILTERABLE_VALUE_MAX } from '../../crm-records/index.ts'
import {
  APPLICATION_MAX,
  type ConversationFilters,
  DURATION,
  NO_FILTERS,
  parseFilters,
  SCORE,
  STAGE_MAX,
  TITLE_MAX,
} from './filters.ts'

const ENTRIES_MAX = 500
const ids = () => z.array(uuid()).max(ENTRIES_MAX).optional()
const words = (max: number) => z.array(text({ max })).max(ENTRIES_MAX).optional()
const flag = () => z.boolean().optional()
const number = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max).optional()

export const bodyFilterFields = {
  fromDateTime: instant()
    .optional()
    .describe('Earliest start time: a date or an ISO 8601 date-time with offset. Example: `2026-11-01`.'),
  toDateTime: instant()
    .optional()
    .describe(
      'Latest start time: a date or an ISO 8601 date-time with offset. A date means 00:00 UTC. Example: `2026-11-21`.',
    ),
  filter: z
    .object({
      'owner.id': ids().describe('IDs of the users who own the conversations. Maximum 500.'),
      'owner.email': words(320).describe('Email addresses of the owners, ignoring case. Maximum 500.'),
      title: text({ max: 512 }).optional().describe('Text that the title contains, ignoring case.'),
      'participants.email': words(320).describe('Email addresses of participants, ignoring case. Maximum 500.'),
      'external_opportunity.id': words(256).describe('IDs of opportunities, in Parley or in the CRM. Maximum 500.'),
      'external_opportunity.title': text({ max: TITLE_MAX })
        .optional()
        .describe('Text that the title of the opportunity contains, ignoring case.'),
      'external_opportunity.stage': words(STAGE_MAX).describe(
        'Stages of the opportunity in the CRM, ignoring case, spaces, hyphens and underscores. Maximum 500.',
      ),
      'crm_field.entity_code': crmEntityCode.optional().describe('Type of a linked CRM record.'),
      'crm_field.field_name': text({ max: 100 })
        .optional()
        .describe('Field of a linked CRM record. Requires `crm_field.values`.'),
      'crm_field.values': z
        .array(text({ max: FILTERABLE_VALUE_MAX }))
        .max(10)
        .optional()
        .describe('Exact values of the field, maximum 10. Requires `crm_field.field_name`.'),
      'team.id': ids().describe('IDs of teams. Includes all teams below them. Maximum 500.'),
      'label.category': text({ max: 128 }).optional().describe('Category of a label. Requires `label.option`.'),
      'label.option': text({ max: 256 }).optional().describe('Exact option of the label. Requires `label.category`.'),
      'duration.min': number(DURATION).describe('Minimum duration in seconds. Excludes unknown durations.'),
      'duration.max': number(DURATION).describe('Maximum duration in seconds. Excludes unknown durations.'),
      application_name: words(APPLICATION_MAX).describe(
        'Names of the applications that the conversations were imported from, ignoring case. Maximum 500.',
      ),
      'tracker.id': uuid().optional().describe('ID of a tracker with a hit in the current transcript.'),
      'scorecard.id': uuid().optional().describe('ID of a scorecard with a result.'),
      'score.min': number(SCORE).describe(
        'Minimum average score of a scorecard result, 0 to 100. With `scorecard.id`, of that scorecard.',
      ),
      'score.max': number(SCORE).describe(
        'Maximum average score of a scorecard result, 0 to 100. With `scorecard.id`, of that scorecard.',
      ),
      hide_internal: flag().describe('Excludes internal conversations. Defaults to false.'),
      hide_non_analyzed: flag().describe("Excludes conversations that aren't analyzed. Defaults to false."),
      hide_pending: flag().describe('Excludes pending conversations. Defaults to false.'),
      hide_transcript: flag().describe('Excludes conversations without a transcript. Defaults to false.'),
      hide_failed: flag().describe('Excludes conversations whose analysis failed. Defaults to false.'),
      archived: flag().describe('Includes archived conversations. Defaults to false.'),
    })
    .optional()
    .describe(
      'Filters of the conversation lists. A conversation must match all of them. An empty list has no effect. ' +
        'Example: `{"team.id": ["5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10"]}`.',
    ),
}

const filterInput = z.object(bodyFilterFields)

/** @throws AppError `validation_failed` if only one half of a CRM field or label filter is set, or a range is reversed */
export function filtersOfBody({
  fromDateTime,
  toDateTime,
  filter = {},
}: z.output<typeof filterInput>): ConversationFilters {
  checkPairs(filter)
  const omitEmpty = <T>(values: readonly T[] | undefined) => (values?.length ? [...values] : undefined)
  return parseFilters(
    {
      fromDateTime,
      toDateTime,
      'filter[owner.id]': omitEmpty(filter['owner.id']),
      'filter[owner.email]': omitEmpty(filter['owner.email']),
      'filter[title]': filter.title,
      'filter[participants.email]': omitEmpty(filter['participants.email']),
      'filter[external_opportunity.id]': omitEmpty(filter['external_opportunity.id']),
      'filter[external_opportunity.title]': filter['external_opportunity.title'],
      'filter[external_opportunity.stage]': omitEmpty(filter['external_opportunity.stage']),
      'filter[crm_field.entity_code]': filter['crm_field.entity_code'],
      'filter[crm_field.field_name]': filter['crm_field.field_name'],
      'filter[crm_field.values]': omitEmpty(filter['crm_field.values']),
      'filter[team.id]': omitEmpty(filter['team.id']),
      'filter[label.category]': filter['label.category'],
      'filter[label.option]': filter['label.option'],
      'filter[duration.min]': filter['duration.min'],
      'filter[duration.max]': filter['duration.max'],
      'filter[application_name]': omitEmpty(filter.application_name),
      'filter[tracker.id]': filter['tracker.id'],
      'filter[scorecard.id]': filter['scorecard.id'],
      'filter[score.min]': filter['score.min'],
      'filter[score.max]': filter['score.max'],
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

/** Checks filters that consist of two fields, and ranges. @param at pointer to the filter @throws AppError `validation_failed` */
export function checkPairs(filter: NonNullable<z.output<typeof filterInput>['filter']>, at = '/filter'): void {
  const isGiven = (value: string | readonly string[] | undefined) => (value?.length ?? 0) > 0
  for (const [one, other] of PAIRS) {
    const [hasOne, hasOther] = [isGiven(filter[one]), isGiven(filter[other])]
    if (hasOne === hasOther) continue
    const [given, missing] = hasOne ? [one, other] : [other, one]
    throw invalid({
      pointer: `${at}/${missing}`,
      detail: `\`${missing}\` is required with \`${given}\`. Add it, or omit \`${given}\`.`,
    })
  }
  for (const name of RANGES) {
    const [min, max] = [filter[`${name}.min`], filter[`${name}.max`]]
    if (min === undefined || max === undefined || min <= max) continue
    throw invalid({
      pointer: `${at}/${name}.max`,
      detail: `\`${name}.max\` is ${max}, which is less than \`${name}.min\`, ${min}. Exchange them.`,
    })
  }
}

const RANGES = ['duration', 'score'] as const
const PAIRS = [
  ['crm_field.field_name', 'crm_field.values'],
  ['label.category', 'label.option'],
] as const
