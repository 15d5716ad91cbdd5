/** Tables of CRM records and opportunities, and schemas of requests and responses. */
import { z } from 'zod'
import { anyJson, givenJson, text } from '../../../core/wire.ts'

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

export const crmFields = z
  .record(text({ min: 1, max: 100 }), givenJson)
  .refine((fields) => Object.keys(fields).length <= 500, { message: 'The record must have at most 500 fields.' })
  .describe(
    'Fields of the record, maximum 500, with names of 1 to 100 characters. Replaces all fields. Example: `{"name": "Acme"}`.',
  )

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
