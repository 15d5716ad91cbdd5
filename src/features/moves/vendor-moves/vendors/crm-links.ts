import type { MissingPart } from '../vendor.ts'

/** CRM record as a vendor names it. */
export interface VendorCrmRecord {
  readonly system: string | undefined
  readonly type: string | undefined
  readonly id: string | undefined
}

/** Codes of Parley by type of record: Salesforce in the singular, HubSpot in the plural. */
const SALESFORCE: Readonly<Record<string, string>> = {
  ...{ account: 'account', company: 'account', contact: 'contact', lead: 'lead' },
  ...{ opportunity: 'opportunity', deal: 'opportunity', user: 'user' },
}
const HUBSPOT: Readonly<Record<string, string>> = {
  ...{ account: 'companies', company: 'companies', companie: 'companies', contact: 'contacts' },
  ...{ opportunity: 'deals', opportunitie: 'deals', deal: 'deals', user: 'users', owner: 'owners' },
}

export interface CrmLinks {
  readonly crmLinks: readonly { readonly code: string; readonly id: string }[]
  /** ID of the opportunity. */
  readonly opportunityId: string | undefined
  readonly missing: readonly MissingPart[]
}

/** Links to records of the types that Parley supports. */
export function toCrmLinks(records: readonly VendorCrmRecord[]): CrmLinks {
  const crmLinks: { code: string; id: string }[] = []
  let unsupported = 0
  for (const { system, type, id } of records) {
    const codes = /hubspot/i.test(system ?? '') ? HUBSPOT : SALESFORCE
    const code = codes[(type ?? '').toLowerCase().replace(/s$/, '')]
    if (code === undefined || id === undefined) unsupported++
    else if (!crmLinks.some((link) => link.code === code && link.id === id)) crmLinks.push({ code, id })
  }
  return {
    crmLinks,
    opportunityId: crmLinks.find(({ code }) => code === 'opportunity' || code === 'deals')?.id,
    missing: unsupported === 0 ? [] : [{ kind: 'crm_link', reason: 'rejected', count: unsupported }],
  }
}

/** ID at the end of the URL of a CRM record, with the system and type that the URL shows. */
export function fromRecordUrl(url: string, type: string): VendorCrmRecord {
  const system = /hubspot\.com/i.test(url) ? 'HubSpot' : 'Salesforce'
  const path = URL.parse(url)?.pathname.split('/').filter(Boolean) ?? []
  const id = path.findLast((part) => /^(?:\d{3,20}|[a-zA-Z0-9]{15}|[a-zA-Z0-9]{18})$/.test(part))
  return { system, type, id }
}
