/** Tables of CRM records and opportunities, and the shapes requests and answers share. */
import { z } from 'zod'
import { anyJson, givenJson, text } from '../../core/wire.ts'

declare module '../../core/db.ts' {
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

/** The contract's eleven CRM entities; singular and plural ones are different words and match only themselves. */
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

export const crmRecordId = () => text({ min: 1, max: 256 })

export const crmFields = z
  .record(text({ min: 1, max: 100 }), givenJson)
  .refine((fields) => Object.keys(fields).length <= 500, { message: 'A record may have at most 500 fields.' })

export const crmRecord = z.object({
  code: crmEntityCode,
  id: z.string(),
  fields: z.record(z.string(), anyJson),
  updatedAt: z.string(),
})

export const crmLink = z.object({ id: crmRecordId(), code: crmEntityCode })
export type CrmLink = z.infer<typeof crmLink>

export const OPPORTUNITY_ID_MAX = 256
/** The CRM's id of an opportunity; blanks around it are none of it, wherever it is given. */
export const opportunityId = () => text({ min: 1, max: OPPORTUNITY_ID_MAX, trim: true })
export const opportunityTitle = () => text({ min: 1, max: 512, trim: true })
