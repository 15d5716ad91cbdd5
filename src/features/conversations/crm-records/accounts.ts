/** Accounts: CRM records of companies, their IDs in URLs and their names. */
import { NAMING_FIELDS } from './model.ts'

/** Entities of customer organizations: those of HubSpot and of Salesforce. */
export const ACCOUNT_CODES = ['companies', 'account'] as const
export type AccountCode = (typeof ACCOUNT_CODES)[number]

export const isAccountCode = (code: string): code is AccountCode => (ACCOUNT_CODES as readonly string[]).includes(code)

/** Key of the CRM record of an account. */
export interface AccountKey {
  readonly code: AccountCode
  readonly recordId: string
}

/** CRM IDs that are part of an account ID as they are. Others are encoded. */
const PLAIN = /^[A-Za-z0-9_-]{1,256}$/

/** Maximum length of an account ID: an encoded CRM ID of 256 characters with four bytes each. */
export const ACCOUNT_ID_MAX = 1_400

/**
 * ID of an account in URLs: `companies-4711`. A CRM ID with other characters than letters, digits, `_` and `-` is encoded
 * as Base64URL after `~`. Each account has exactly one ID.
 */
export const formatAccountId = ({ code, recordId }: AccountKey): string =>
  PLAIN.test(recordId) ? `${code}-${recordId}` : `${code}~${Buffer.from(recordId).toString('base64url')}`

/** @returns undefined if it isn't the ID of an account */
export function parseAccountId(id: string): AccountKey | undefined {
  const at = id.search(/[-~]/)
  const code = id.slice(0, at)
  if (at < 0 || id.length > ACCOUNT_ID_MAX || !isAccountCode(code)) return undefined
  const rest = id.slice(at + 1)
  const key = { code, recordId: id[at] === '-' ? rest : Buffer.from(rest, 'base64url').toString() }
  return key.recordId !== '' && !key.recordId.includes('\u0000') && formatAccountId(key) === id ? key : undefined
}

/** Name of a record: the first of its naming fields with text. Undefined if it has none. */
export function readRecordName(fields: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of NAMING_FIELDS) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}
