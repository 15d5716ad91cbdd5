/** The filters of the lists, as tools take them: one value each, in the words of assistants. */
import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { instant, text, uuid } from '../../core/wire.ts'
import { FILTERABLE_VALUE_MAX } from '../crm/index.ts'
import { type Filters, NO_FILTERS } from './filters.ts'
import { fold } from './model.ts'
import { labelMap, TITLE_MAX } from './schema-input.ts'

/** As an operation takes them. */
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

const told = (about: string) => z.string().optional().describe(about)

/** As tools take them: the operation checks their limits, which no model needs to read. */
export const callFilterArguments = {
  from: told('Started then or later: date, or date-time with offset.'),
  to: told('Started then or earlier; a date alone is its first moment, UTC.'),
  title: told('The title holds this.'),
  owner_id: uuid().optional().describe('Whose calls (user id).'),
  team_id: uuid().optional().describe('Of this team or below.'),
  participant_email: told('Who took part.'),
  opportunity_id: told('Our id or the CRM’s.'),
}

/** Of those that narrow further. */
export const callDetailArguments = {
  crm_field: told('Field of a linked CRM record.'),
  crm_values: z.array(z.string()).optional().describe('Its value is exactly one of these.'),
  labels: z.record(z.string(), z.string()).optional().describe('Category and option, exactly.'),
}

const given = z.object(callFilterFields)
export type CallFilters = z.output<typeof given>

/** @throws AppError `validation_failed`: a CRM field without values, or values without a field */
export function filtersOfTool(filters: CallFilters): Filters {
  const { crm_field: name, crm_values: values } = filters
  const isNamed = name !== undefined && name !== ''
  const isValued = values !== undefined && values.length > 0
  if (isNamed !== isValued) {
    const [missing, has] = isNamed ? ['crm_values', 'crm_field'] : ['crm_field', 'crm_values']
    throw invalid({ pointer: `/${missing}`, detail: `${has} needs ${missing}.` })
  }
  const { labels } = filters
  return {
    ...NO_FILTERS,
    from: filters.from,
    to: filters.to,
    title: fold(filters.title ?? ''),
    ownerIds: some(filters.owner_id),
    teamIds: some(filters.team_id),
    participantEmails: some(filters.participant_email)?.map(fold),
    opportunityIds: some(filters.opportunity_id),
    crm: isNamed && isValued ? { entity: undefined, field: { name, values } } : undefined,
    labels: labels === undefined || Object.keys(labels).length === 0 ? undefined : labels,
  }
}

/** Whether anything is filtered by. */
export const filtersAnything = (filters: CallFilters): boolean =>
  Object.keys(callFilterFields).some((name) => filters[name as keyof CallFilters] !== undefined)

const some = (value: string | undefined): string[] | undefined =>
  value === undefined || value === '' ? undefined : [value]
