/** The parameters that both lists share (contract, operation 2), and what they mean in our words. */
import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { pageFields } from '../../core/page.ts'
import { queryBoolean, queryInstant, queryList, queryString, text, uuid } from '../../core/wire.ts'
import { type CrmEntityCode, crmEntityCode, FILTERABLE_VALUE_MAX } from '../crm/index.ts'
import { fold } from './model.ts'

/** Entries one list-valued filter takes, except where the contract says fewer. */
const ENTRIES_MAX = 500

const ids = (about: string) => queryList(uuid(), { max: ENTRIES_MAX }).describe(about)
const words = (max: number, about: string) => queryList(text({ max }), { max: ENTRIES_MAX }).describe(about)
const flag = (about: string) => queryBoolean().describe(about)

/** Which attributes an answer carries beside those it always does. */
export const attributeFlags = {
  'filter[include_internal_participants]': flag('Adds internalParticipants.'),
  'filter[include_meeting_platform_metadata]': flag('Adds meetingPlatformMetadata.'),
  'filter[include_import_metadata]': flag('Adds importMetadata.'),
  detailedTranscript: flag('The transcript as an array of segments with times, instead of one string.'),
  withCrmRecords: flag('Adds crmRecords; in the optimized list also the extracted intelligence.'),
  withIntelligenceItems: flag('Adds intelligenceItems.'),
}

/** Which conversations are meant. */
export const filterFields = {
  fromDateTime: queryInstant().optional().describe('Started at this moment or later.'),
  toDateTime: queryInstant().optional().describe('Started at this moment or earlier.'),
  'filter[owner.id]': ids('Owned by one of these users.'),
  'filter[owner.email]': words(320, 'Owned by one of these users, by address in any case.'),
  'filter[title]': queryString(512).optional().describe('The title holds this, in any case.'),
  'filter[participants.email]': words(320, 'One of these took part, by address in any case.'),
  'filter[external_opportunity.id]': words(256, 'Belongs to one of these opportunities, by CRM id or by ours.'),
  'filter[crm_field.entity_code]': crmEntityCode.optional().describe('Linked to a CRM record of this entity.'),
  'filter[crm_field.field_name]': queryString(100).optional().describe('The field of such a record to match.'),
  'filter[crm_field.values]': queryList(text({ max: FILTERABLE_VALUE_MAX }), { max: 10 }).describe(
    'Exact values of the field, one of which must match.',
  ),
  'filter[team.id]': ids('Belongs to one of these teams or a team below them.'),
  'filter[label.category]': queryString(128).optional().describe('Carries this label, with the option given.'),
  'filter[label.option]': queryString(256).optional().describe('The option of that label, exactly.'),
  'filter[hide_internal]': flag('Leaves out internal conversations.'),
  'filter[hide_non_analyzed]': flag('Leaves out conversations that are not analyzed.'),
  'filter[analyzed]': flag('Deprecated: use filter[hide_non_analyzed].').meta({ deprecated: true }),
  'filter[hide_pending]': flag('Leaves out pending conversations.'),
  'filter[hide_transcript]': flag('Leaves out conversations without a transcript.'),
  'filter[hide_failed]': flag('Leaves out failed conversations.'),
  'filter[archived]': flag('Does not leave out archived conversations.'),
}

export const listFields = (size: { default: number; max: number }) => ({
  ...pageFields(size),
  ...filterFields,
  ...attributeFlags,
})

const filterInput = z.object(filterFields)
type FilterInput = z.output<typeof filterInput>

export interface Filters {
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly ownerIds: readonly string[] | undefined
  readonly ownerEmails: readonly string[] | undefined
  /** Folded; empty means no filter. */
  readonly title: string
  readonly participantEmails: readonly string[] | undefined
  readonly opportunityIds: readonly string[] | undefined
  readonly crm:
    | {
        readonly entity: CrmEntityCode | undefined
        readonly field: { readonly name: string; readonly values: readonly string[] } | undefined
      }
    | undefined
  readonly teamIds: readonly string[] | undefined
  /** Category → option; all of them must be there. */
  readonly labels: Readonly<Record<string, string>> | undefined
  readonly hideInternal: boolean
  readonly hideNonAnalyzed: boolean
  readonly hidePending: boolean
  readonly hideFailed: boolean
  readonly hideWithoutTranscript: boolean
  readonly hideEmpty: boolean
  readonly includeArchived: boolean
}

/** @throws AppError `validation_failed`: one half of a CRM field or of a label without the other. */
export function filtersOf(input: FilterInput, list: { hideEmpty: boolean }): Filters {
  return {
    from: input.fromDateTime,
    to: input.toDateTime,
    ownerIds: input['filter[owner.id]'],
    ownerEmails: input['filter[owner.email]']?.map((email) => email.toLowerCase()),
    title: fold(input['filter[title]'] ?? ''),
    participantEmails: input['filter[participants.email]']?.map(fold),
    opportunityIds: input['filter[external_opportunity.id]'],
    crm: crmFilter(input),
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

/** All conversations but the archived ones. */
export const NO_FILTERS: Filters = filtersOf(filterInput.parse({}), { hideEmpty: false })

function crmFilter(input: FilterInput): Filters['crm'] {
  const entity = input['filter[crm_field.entity_code]']
  const name = input['filter[crm_field.field_name]'] || undefined
  const values = input['filter[crm_field.values]']
  if (name !== undefined && values === undefined) {
    throw invalid({
      pointer: '/query/filter[crm_field.values]',
      detail: 'filter[crm_field.field_name] needs filter[crm_field.values].',
    })
  }
  if (values !== undefined && name === undefined) {
    throw invalid({
      pointer: '/query/filter[crm_field.field_name]',
      detail: 'filter[crm_field.values] needs filter[crm_field.field_name].',
    })
  }
  const field = name === undefined || values === undefined ? undefined : { name, values }
  return entity === undefined && field === undefined ? undefined : { entity, field }
}

function labelFilter(input: FilterInput): Filters['labels'] {
  const category = input['filter[label.category]'] || undefined
  const option = input['filter[label.option]'] || undefined
  if (category !== undefined && option !== undefined) return { [category]: option }
  if (category === undefined && option === undefined) return undefined
  const [missing, given] = category === undefined ? ['category', 'option'] : ['option', 'category']
  throw invalid({
    pointer: `/query/filter[label.${missing}]`,
    detail: `With filter[label.${given}], filter[label.${missing}] must be given too.`,
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

/** @param always whether extracted intelligence is told without being asked for */
export function flagsOf(input: z.output<typeof flagsInput>, always: { extractedIntelligence: boolean }): Flags {
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
