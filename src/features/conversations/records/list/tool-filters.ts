/** Filters of the conversation lists as tool arguments, with one value each. */
import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { timeArgument } from '../../../../core/tool-arguments.ts'
import { instant, text, uuid } from '../../../../core/wire.ts'
import { FILTERABLE_VALUE_MAX } from '../../crm-records/index.ts'
import { fold } from '../model.ts'
import { labelMap, TITLE_MAX } from '../schema-input.ts'
import { type ConversationFilters, NO_FILTERS } from './filters.ts'

/** Filters as the operation validates them. */
export const callFilterFields = {
  from: instant().optional(),
  to: instant().optional(),
  title: text({ max: TITLE_MAX }).optional(),
  owner_id: uuid().optional(),
  team_id: uuid().optional(),
  participant_email: text({ max: 320 }).optional(),
  opportunity_id: text({ max: 256 }).optional(),
  crm_field: text({ max: 100 }).optional(),
  crm_values: z
    .array(text({ max: FILTERABLE_VALUE_MAX }))
    .max(10)
    .optional(),
  labels: labelMap.optional(),
}

const textArgument = (about: string) => z.string().optional().describe(about)

/** Filters as tool arguments. The operation validates limits, so the schema omits them to keep the tool list short. */
export const callFilterArguments = {
  from: timeArgument('begin', 'Earliest start time: a date, or an ISO 8601 date-time. Example: `2026-11-01`.'),
  to: timeArgument('end', "Latest start time, as in `from`. A date includes that day, in the user's time zone."),
  title: textArgument('Text that the call title contains, ignoring case. Example: `renewal`.'),
  owner_id: uuid().optional().describe('ID of the user who owns the call, from list_reps.'),
  team_id: uuid().optional().describe('ID of a team, from list_teams. Includes the teams below it.'),
  participant_email: textArgument('Email address of a participant, ignoring case. Example: `li@example.com`.'),
  opportunity_id: textArgument('ID of an opportunity, in Parley or in the CRM.'),
}

/** Further filters as tool arguments. */
export const callDetailArguments = {
  crm_field: textArgument('Name of a field of a linked CRM record. Requires `crm_values`. Example: `dealstage`.'),
  crm_values: z
    .array(z.string())
    .optional()
    .describe(
      'Values of `crm_field` to match exactly; a call matches if it has any of them. Example: `["Negotiation"]`.',
    ),
  labels: z
    .record(z.string(), z.string())
    .optional()
    .describe('Label options by category, from list_labels; all must match. Example: `{"Stage": "Negotiation"}`.'),
}

const given = z.object(callFilterFields)
export type CallFilters = z.output<typeof given>

/** @throws AppError `validation_failed` if only one of CRM field and values is set */
export function filtersOfTool(filters: CallFilters): ConversationFilters {
  const { crm_field: name, crm_values: values } = filters
  const isNamed = name !== undefined && name !== ''
  const isValued = values !== undefined && values.length > 0
  if (isNamed !== isValued) {
    const [missing, has] = isNamed ? ['crm_values', 'crm_field'] : ['crm_field', 'crm_values']
    throw invalid({
      pointer: `/${missing}`,
      detail: `\`${missing}\` is required with \`${has}\`. Add it, or omit \`${has}\`.`,
    })
  }
  const { labels } = filters
  return {
    ...NO_FILTERS,
    from: filters.from,
    to: filters.to,
    title: fold(filters.title ?? ''),
    ownerIds: toList(filters.owner_id),
    teamIds: toList(filters.team_id),
    participantEmails: toList(filters.participant_email)?.map(fold),
    opportunityIds: toList(filters.opportunity_id),
    crm: isNamed && isValued ? { entity: undefined, field: { name, values } } : undefined,
    labels: labels === undefined || Object.keys(labels).length === 0 ? undefined : labels,
  }
}

/** Whether any filter is set. */
export const filtersAnything = (filters: CallFilters): boolean =>
  Object.keys(callFilterFields).some((name) => filters[name as keyof CallFilters] !== undefined)

const toList = (value: string | undefined): string[] | undefined =>
  value === undefined || value === '' ? undefined : [value]
