/** Labels of CRM entities, and names of their records. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { isAccountCode, NAMING_FIELDS } from '../../features/conversations/crm-records/index.ts'

const ENTITIES: Readonly<Record<string, Message>> = {
  companies: t('Company'),
  account: t('Account'),
  contacts: t('Contact'),
  contact: t('Contact'),
  deals: t('Deal'),
  opportunity: t('Opportunity'),
  lead: t('Lead'),
  owners: t('Owner'),
  user: t('User'),
  users: t('User'),
  pipelines: t('Pipeline'),
}

export const formatEntity = (code: string): Text => ENTITIES[code] ?? code

/** Whether the entity is a customer organization. */
export const isAccount = isAccountCode

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
