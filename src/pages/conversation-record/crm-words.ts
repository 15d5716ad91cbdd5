/** Labels of CRM entities, and names of their records. */
import { NAMING_FIELDS } from '../../features/conversations/crm-records/index.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  companies: 'Company',
  account: 'Account',
  contacts: 'Contact',
  contact: 'Contact',
  deals: 'Deal',
  opportunity: 'Opportunity',
  lead: 'Lead',
  owners: 'Owner',
  user: 'User',
  users: 'User',
  pipelines: 'Pipeline',
}

export const formatEntity = (code: string): string => ENTITIES[code] ?? code

/** Whether the entity is a customer organization. */
export const isAccount = (code: string): boolean => code === 'account' || code === 'companies'

/** Field that contains the name of a record, and its value. For a person, the value is the full name. */
export function nameOfRecord(fields: Readonly<Record<string, unknown>>): { field: string; value: string } | undefined {
  const getText = (field: string) => {
    const value = fields[field]
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  for (const [first, last] of [
    ['firstname', 'lastname'],
    ['FirstName', 'LastName'],
  ] as const) {
    const value = [getText(first), getText(last)].filter((part) => part !== undefined).join(' ')
    if (value !== '') return { field: last, value }
  }
  for (const field of NAMING_FIELDS) {
    const value = getText(field)
    if (value !== undefined) return { field, value }
  }
  return undefined
}
