/** Query parameters that the conversation lists share (contract, operation 2), and their conversion to filters. */
import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { listFields } from '../../../../core/list-page.ts'
import {
  optionalQueryInteger,
  queryBoolean,
  queryInstant,
  queryList,
  queryString,
  text,
  uuid,
} from '../../../../core/wire.ts'
import { type CrmEntityCode, crmEntityCode, FILTERABLE_VALUE_MAX } from '../../crm-records/index.ts'
import { fold } from '../model.ts'

/** Maximum number of entries in a list filter, unless the contract specifies fewer. */
const ENTRIES_MAX = 500

const ids = (about: string) => queryList(uuid(), { max: ENTRIES_MAX }).describe(about)
const words = (max: number, about: string) => queryList(text({ max }), { max: ENTRIES_MAX }).describe(about)
export const TITLE_MAX = 512
export const STAGE_MAX = 256
/** Maximum length of the name of an application, as in sources and imports. */
export const APPLICATION_MAX = 128
/** Durations in seconds: up to 100 hours. */
export const DURATION = { min: 0, max: 360_000 } as const
/** Average scores of scorecard results. */
export const SCORE = { min: 0, max: 100 } as const

const flag = (about: string) => queryBoolean().describe(about)

/** Parameters that add attributes to the response. */
export const attributeFlags = {
  'filter[include_internal_participants]': flag(
    'Adds `internalParticipants` to each conversation. Defaults to false. Example: `true`.',
  ),
  'filter[include_meeting_platform_metadata]': flag(
    'Adds `meetingPlatformMetadata` to each conversation. Defaults to false. Example: `true`.',
  ),
  'filter[include_import_metadata]': flag(
    'Adds `importMetadata` to each conversation. Defaults to false. Example: `true`.',
  ),
  detailedTranscript: flag(
    'Returns the transcript as segments with times instead of one string. Defaults to false. Example: `true`.',
  ),
  withCrmRecords: flag(
    'Adds `crmRecords`, and in `GET /conversations/list` the extracted intelligence. Defaults to false. Example: `true`.',
  ),
  withIntelligenceItems: flag('Adds `intelligenceItems` to each conversation. Defaults to false. Example: `true`.'),
}

/** Parameters that select conversations. */
export const filterFields = {
  fromDateTime: queryInstant()
    .optional()
    .describe('Earliest start time: a date or an ISO 8601 date-time with offset. Example: `2026-11-01`.'),
  toDateTime: queryInstant()
    .optional()
    .describe(
      'Latest start time: a date or an ISO 8601 date-time with offset. A date means 00:00 UTC. Example: `2026-11-21`.',
    ),
  'filter[updatedSince]': queryInstant()
    .optional()
    .describe(
      'Earliest time of the last change, in UTC if it is a date. To keep a complete copy, use `GET /changes`, which also ' +
        'returns erased conversations. Example: `2026-11-21T09:30:00Z`.',
    ),
  'filter[owner.id]': ids(
    'Comma-separated IDs of the users who own the conversations, from `GET /organizations/users`. Maximum 500. ' +
      'Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
  ),
  'filter[owner.email]': words(
    320,
    'Comma-separated email addresses of the owners, ignoring case. Maximum 500. Example: `ana@example.com`.',
  ),
  'filter[title]': queryString(512)
    .optional()
    .describe('Text that the title contains, ignoring case. Maximum 512 characters. Example: `renewal`.'),
  'filter[participants.email]': words(
    320,
    'Comma-separated email addresses of participants, ignoring case. Maximum 500. Example: `li@example.com`.',
  ),
  'filter[external_opportunity.id]': words(
    256,
    'Comma-separated IDs of opportunities, in Parley or in the CRM. Maximum 500. Example: `0061x00000AbCdE`.',
  ),
  'filter[external_opportunity.title]': queryString(TITLE_MAX)
    .optional()
    .describe(
      'Text that the title of the opportunity contains, ignoring case. Maximum 512 characters. Example: `renewal`.',
    ),
  'filter[external_opportunity.stage]': words(
    STAGE_MAX,
    'Comma-separated stages of the opportunity in the CRM, ignoring case, spaces, hyphens and underscores. ' +
      'Maximum 500. Example: `Proposal,Closed won`.',
  ),
  'filter[crm_field.entity_code]': crmEntityCode
    .optional()
    .describe('Type of a CRM record that is linked to the conversation. Example: `companies`.'),
  'filter[crm_field.field_name]': queryString(100)
    .optional()
    .describe(
      'Name of a field of a linked CRM record. Requires `filter[crm_field.values]`. Maximum 100 characters. ' +
        'Example: `industry`.',
    ),
  'filter[crm_field.values]': queryList(text({ max: FILTERABLE_VALUE_MAX }), { max: 10 }).describe(
    'Comma-separated exact values of the CRM field. Requires `filter[crm_field.field_name]`. Maximum 10. ' +
      'Example: `Banking,Insurance`.',
  ),
  'filter[team.id]': ids(
    'Comma-separated IDs of teams, from `GET /organizations/teams`. Includes all teams below them. Maximum 500. ' +
      'Example: `5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10`.',
  ),
  'filter[label.category]': queryString(128)
    .optional()
    .describe('Category of a label, from `GET /labels`. Requires `filter[label.option]`. Example: `Stage`.'),
  'filter[label.option]': queryString(256)
    .optional()
    .describe('Exact option of the label. Requires `filter[label.category]`. Example: `Negotiation`.'),
  'filter[duration.min]': optionalQueryInteger(DURATION).describe(
    `Minimum duration in seconds, 0 to ${DURATION.max}. Excludes unknown durations. Example: \`600\`.`,
  ),
  'filter[duration.max]': optionalQueryInteger(DURATION).describe(
    `Maximum duration in seconds, 0 to ${DURATION.max}. Excludes unknown durations. Example: \`3600\`.`,
  ),
  'filter[application_name]': words(
    APPLICATION_MAX,
    'Comma-separated names of the applications that the conversations were imported from, ignoring case. Maximum 500. ' +
      'Example: `zoom`.',
  ),
  'filter[tracker.id]': uuid()
    .optional()
    .describe(
      'ID of a tracker with a hit in the current transcript, from `GET /trackers`. ' +
        'Example: `7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
    ),
  'filter[scorecard.id]': uuid()
    .optional()
    .describe(
      'ID of a scorecard with a result, from `GET /scorecards`. Example: `0b8e5c2a-2b5d-4f6a-9a63-7f0c4c1e1d47`.',
    ),
  'filter[score.min]': optionalQueryInteger(SCORE).describe(
    'Minimum average score of a scorecard result, 0 to 100. With `filter[scorecard.id]`, of that scorecard. Example: `80`.',
  ),
  'filter[score.max]': optionalQueryInteger(SCORE).describe(
    'Maximum average score of a scorecard result, 0 to 100. With `filter[scorecard.id]`, of that scorecard. Example: `50`.',
  ),
  'filter[hide_internal]': flag(
    'Excludes conversations between members of the organization. Defaults to false. Example: `true`.',
  ),
  'filter[hide_non_analyzed]': flag("Excludes conversations that aren't analyzed. Defaults to false. Example: `true`."),
  'filter[analyzed]': flag(
    'Deprecated: use `filter[hide_non_analyzed]`, which has the same effect. Defaults to false. Example: `true`.',
  ).meta({ deprecated: true }),
  'filter[hide_pending]': flag('Excludes pending conversations. Defaults to false. Example: `true`.'),
  'filter[hide_transcript]': flag('Excludes conversations without a transcript. Defaults to false. Example: `true`.'),
  'filter[hide_failed]': flag('Excludes conversations whose analysis failed. Defaults to false. Example: `true`.'),
  'filter[archived]': flag('Includes archived conversations. Defaults to false. Example: `true`.'),
}

export const conversationListFields = (size: { default: number; max: number }) => ({
  ...listFields(size),
  ...filterFields,
  ...attributeFlags,
})

const filterInput = z.object(filterFields)
type FilterInput = z.output<typeof filterInput>

export interface ConversationFilters {
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly updatedSince: Date | undefined
  readonly ownerIds: readonly string[] | undefined
  readonly ownerEmails: readonly string[] | undefined
  /** Case-folded text. Empty if titles aren't filtered. */
  readonly title: string
  readonly participantEmails: readonly string[] | undefined
  readonly opportunityIds: readonly string[] | undefined
  readonly crm:
    | {
        readonly entity: CrmEntityCode | undefined
        readonly field: { readonly name: string; readonly values: readonly string[] } | undefined
      }
    | undefined
  /** Case-folded text. Empty if titles of opportunities aren't filtered. */
  readonly opportunityTitle: string
  readonly opportunityStages: readonly string[] | undefined
  /** Duration in seconds. */
  readonly duration: NumberRange
  /** Names of applications in lower case. */
  readonly applications: readonly string[] | undefined
  /** Tracker with a hit in the current transcript. */
  readonly trackerId: string | undefined
  /** Scorecard with a result. */
  readonly scorecardId: string | undefined
  /** Average score of a result, of this scorecard if one is set. */
  readonly score: NumberRange
  readonly teamIds: readonly string[] | undefined
  /** Option by category. A conversation must have all of them. */
  readonly labels: Readonly<Record<string, string>> | undefined
  readonly hideInternal: boolean
  readonly hideNonAnalyzed: boolean
  readonly hidePending: boolean
  readonly hideFailed: boolean
  readonly hideWithoutTranscript: boolean
  readonly hideEmpty: boolean
  readonly includeArchived: boolean
  /** Team of the conversation itself, without child teams. `none`: conversations without a team. */
  readonly ownTeam?: string | undefined
  /** Scorecard item with a score. */
  readonly scorecardItemId?: string | undefined
}

/** Inclusive limits. Undefined means none. */
export interface NumberRange {
  readonly min: number | undefined
  readonly max: number | undefined
}

/** Value of `ownTeam` for conversations without a team. */
export const NO_TEAM = 'none'

/** @throws AppError `validation_failed` if only one half of a CRM field or label filter is set, or a range is reversed */
export function parseFilters(input: FilterInput, list: { hideEmpty: boolean }): ConversationFilters {
  return {
    from: input.fromDateTime,
    to: input.toDateTime,
    updatedSince: input['filter[updatedSince]'],
    ownerIds: input['filter[owner.id]'],
    ownerEmails: input['filter[owner.email]']?.map((email) => email.toLowerCase()),
    title: fold(input['filter[title]'] ?? ''),
    participantEmails: input['filter[participants.email]']?.map(fold),
    opportunityIds: input['filter[external_opportunity.id]'],
    opportunityTitle: fold(input['filter[external_opportunity.title]'] ?? ''),
    opportunityStages: input['filter[external_opportunity.stage]'],
    crm: crmFilter(input),
    duration: rangeFilter(input, 'duration'),
    applications: input['filter[application_name]']?.map((name) => name.toLowerCase()),
    trackerId: input['filter[tracker.id]'],
    scorecardId: input['filter[scorecard.id]'],
    score: rangeFilter(input, 'score'),
    teamIds: input['filter[team.id]'],
    labels: labelFilter(input),
    hideInternal: input['filter[hide_internal]'],
    hideNonAnalyzed: input['filter[hide_non_analyzed]'] || input['filter[analyzed]'],
    hidePending: input['filter[hide_pending]'],
    hideFailed: input['filter[hide_failed]'],
    hideWithoutTranscript: input['filter[hide_transcript]'],
    hideEmpty: list.hideEmpty,
    includeArchived: input['filter[archived]'],
  }
}

/** All conversations except archived ones. */
export const NO_FILTERS: ConversationFilters = parseFilters(filterInput.parse({}), { hideEmpty: false })

function crmFilter(input: FilterInput): ConversationFilters['crm'] {
  const entity = input['filter[crm_field.entity_code]']
  const name = input['filter[crm_field.field_name]'] || undefined
  const values = input['filter[crm_field.values]']
  if (name !== undefined && values === undefined) {
    throw invalid({
      pointer: '/query/filter[crm_field.values]',
      detail:
        '`filter[crm_field.values]` is required with `filter[crm_field.field_name]`. Add values, or omit the field.',
    })
  }
  if (values !== undefined && name === undefined) {
    throw invalid({
      pointer: '/query/filter[crm_field.field_name]',
      detail:
        '`filter[crm_field.field_name]` is required with `filter[crm_field.values]`. Add a field, or omit the values.',
    })
  }
  const field = name === undefined || values === undefined ? undefined : { name, values }
  return entity === undefined && field === undefined ? undefined : { entity, field }
}

function rangeFilter(input: FilterInput, name: 'duration' | 'score'): NumberRange {
  const [min, max] = [input[`filter[${name}.min]`], input[`filter[${name}.max]`]]
  if (min !== undefined && max !== undefined && min > max) {
    throw invalid({
      pointer: `/query/filter[${name}.max]`,
      detail: `\`filter[${name}.max]\` is ${max}, which is less than \`filter[${name}.min]\`, ${min}. Exchange them.`,
    })
  }
  return { min, max }
}

function labelFilter(input: FilterInput): ConversationFilters['labels'] {
  const category = input['filter[label.category]'] || undefined
  const option = input['filter[label.option]'] || undefined
  if (category !== undefined && option !== undefined) return { [category]: option }
  if (category === undefined && option === undefined) return undefined
  const [missing, given] = category === undefined ? ['category', 'option'] : ['option', 'category']
  throw invalid({
    pointer: `/query/filter[label.${missing}]`,
    detail: `\`filter[label.${missing}]\` is required with \`filter[label.${given}]\`. Send both, or neither.`,
  })
}

export interface Flags {
  readonly internalParticipants: boolean
  readonly meetingPlatformMetadata: boolean
  readonly importMetadata: boolean
  readonly detailedTranscript: boolean
  readonly crmRecords: boolean
  readonly intelligenceItems: boolean
  readonly extractedIntelligence: boolean
}

const flagsInput = z.object(attributeFlags)

/** @param always whether extracted intelligence is included without a parameter */
export function parseFlags(input: z.output<typeof flagsInput>, always: { extractedIntelligence: boolean }): Flags {
  return {
    internalParticipants: input['filter[include_internal_participants]'],
    meetingPlatformMetadata: input['filter[include_meeting_platform_metadata]'],
    importMetadata: input['filter[include_import_metadata]'],
    detailedTranscript: input.detailedTranscript,
    crmRecords: input.withCrmRecords,
    intelligenceItems: input.withIntelligenceItems,
    extractedIntelligence: always.extractedIntelligence || input.withCrmRecords,
  }
}
