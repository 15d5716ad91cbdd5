/**
 * Addresses of accounts. Identity providers may give several users one email address, such as a person and their
 * administrator account (RFC 7643 requires only a unique `userName`). An account needs an address of its own, because
 * people sign in with it. The SCIM user keeps the values that the provider sent.
 */
import { fold } from '../../../../core/fold.ts'
import { emailAddress } from '../../identity/index.ts'

/** Maximum length of the part that distinguishes accounts of one mailbox, in characters. */
const DETAIL_MAX = 40

/**
 * Addresses that the account of a user can have, preferred first. These are the email address, the `userName` if it is an
 * address, and the email address with a detail (RFC 5233) made of the `userName`, such as `ann+adm-ann@acme.example`.
 */
export function listAccountAddresses(email: string, userName: string): string[] {
  const at = email.lastIndexOf('@')
  const detail = fold(userName.split('@')[0] ?? '')
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, DETAIL_MAX)
  const candidates = [
    email,
    userName,
    ...(detail === '' ? [] : [`${email.slice(0, at)}+${detail}${email.slice(at)}`]),
  ].filter((candidate) => emailAddress.safeParse(candidate).success)
  return [...new Map(candidates.map((candidate) => [fold(candidate), candidate])).values()]
}

/** Whether an account's address was chosen by `listAccountAddresses`. */
export const isAccountAddress = (address: string, email: string, userName: string): boolean =>
  listAccountAddresses(email, userName).some((candidate) => fold(candidate) === fold(address))
