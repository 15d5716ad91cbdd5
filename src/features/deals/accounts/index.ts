/**
 * Accounts: companies of the CRM with everything that Parley knows about them, computed when it is requested.
 *
 * An **account** is a CRM record of a company that is linked to conversations. It needn't be stored; without a stored
 * record, its name is its CRM ID. Callers see an account if they can read one of its conversations that isn't archived.
 * Everything in it comes from conversations that they can read, and its deals are those of these conversations.
 *
 * Reading is limited: people come from the newest 500 conversations without their documents, everything else from the
 * newest 50, and risks from the transcripts of the newest six.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getAccount } from './get-account.ts'
import { listAccountConversations } from './list-account-conversations.ts'
import { listAccounts } from './list-accounts.ts'

export type { Account, AccountSummary } from './schema.ts'
export { getAccount, listAccountConversations, listAccounts }

export const operations: readonly AnyOperation[] = [listAccounts, getAccount, listAccountConversations]
