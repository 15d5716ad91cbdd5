/** Tables of CRM records and opportunities, and schemas of requests and responses. */
import { z } from 'zod'
import { anyJson, codePoints, isStorable, type Json, text, UNSTORABLE } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    crm_records: {
      organization_id: string
      code: string
      id: string
      fields: string
      created_at: Instant
      updated_at: Instant
    }
    crm_record_values: { organization_id: string; code: string; field: string; value: string; record_id: string }
    crm_record_changes: {
      organization_id: string
      id: string
      code: string
      record_id: string
      field: string
      old_value: string | null
      new_value: string | null
      changed_at: Instant
    }
    opportunities: {
      organization_id: string
      id: string
      team_id: string | null
      external_id: string
      title: string
      title_folded: string
      created_at: Instant
      updated_at: Instant
    }
  }
}

/** The eleven CRM entities of the contract. Singular and plural names are different entities. */
export const crmEntityCode = z.enum([
  'companies',
  'contacts',
  'deals',
  'owners',
  'pipelines',
  'users',
  'account',
  'contact',
  'lead',
  'opportunity',
  'user',
])
export type CrmEntityCode = z.infer<typeof crmEntityCode>

/** Path parameter that selects the entity of a record. */
export const crmEntityPath = () =>
  crmEntityCode
    .describe('Type of the record, as the CRM names it: HubSpot plural, Salesforce singular. Example: `companies`.')
    .meta({ noun: 'CRM entity' })

export const crmRecordId = () =>
  text({ min: 1, max: 256 }).describe('ID of the record in the CRM, 1 to 256 characters. Example: `4711`.')

/** Maximum number of fields of a record, and of characters of their names. */
export const FIELDS_MAX = 500
export const FIELD_NAME_MAX = 100

/**
 * Checks all fields in one pass. `z.record` runs both schemas for each field, which takes a second for a request of half a
 * million fields.
 */
export const crmFields = anyJson
  .superRefine((value, issues) => {
    const refuse = (message: string, path: string[] = []) => issues.addIssue({ code: 'custom', message, path })
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refuse('The value must be an object of fields. Example: `{"name": "Acme"}`.')
    }
    const fields = Object.entries(value)
    if (fields.length > FIELDS_MAX) return refuse(`The record must have at most ${FIELDS_MAX} fields.`)
    // The first bad field is enough: a request can have half a million of them.
    for (const [name, content] of fields) {
      const length = codePoints(name)
      if (length < 1 || length > FIELD_NAME_MAX) {
        return refuse(`The name of a field must have 1 to ${FIELD_NAME_MAX} characters.`, [name])
      }
      if (!isStorable(content) || !isStorable(name)) return refuse(UNSTORABLE, [name])
    }
  })
  .meta({
    type: 'object',
    propertyNames: { type: 'string', minLength: 1, maxLength: FIELD_NAME_MAX },
    additionalProperties: {},
  })
  .describe(
    `Fields of the record, maximum ${FIELDS_MAX}, with names of 1 to ${FIELD_NAME_MAX} characters. Replaces all fields. Example: \`{"name": "Acme"}\`.`,
  ) as unknown as z.ZodType<Record<string, Json>>

export const crmRecord = z.object({
  code: crmEntityCode.describe('Type of the record, as the CRM names it.'),
  id: z.string().describe('ID of the record in the CRM.'),
  fields: z.record(z.string(), anyJson).describe('Fields of the record, by name.'),
  updatedAt: z.string().describe('When the copy was last stored.'),
})

export const crmLink = z.object({
  id: crmRecordId(),
  code: crmEntityCode.describe('Type of the record, as the CRM names it. Example: `companies`.'),
})
export type CrmLink = z.infer<typeof crmLink>

export const OPPORTUNITY_ID_MAX = 256
/** ID of an opportunity in the CRM. Whitespace around it is removed. */
export const opportunityId = () =>
  text({ min: 1, max: OPPORTUNITY_ID_MAX, trim: true }).describe(
    'ID of the opportunity in the CRM, 1 to 256 characters. Example: `0061x00000AbCdE`.',
  )
export const opportunityTitle = () =>
  text({ min: 1, max: 512, trim: true }).describe(
    'Title of the opportunity, 1 to 512 characters. Example: `Acme renewal 2027`.',
  )
