/**
 * Privacy: redaction of stored conversations, and erasure of people.
 *
 * **Retroactive redaction** applies the organization's rules (feature `redaction`) to stored data: to one conversation,
 * or to all conversations that match filters (a **run**). Everything that quotes a conversation is redacted with it,
 * including decisions of users. Derived data is derived again.
 *
 * A **person erasure** removes a person from all stored data. Parley finds the person by email address and names. It
 * redacts participants, speakers, transcripts, the search index, derived data, written texts, the knowledge base and
 * CRM records, and deletes invitations and queued emails. Optionally, it erases conversations that the person took part
 * in. **Originals** (`unredactable-files.ts`) can't be redacted: recordings in which the person may speak, and files that
 * mention the person. They are deleted unless the request keeps them. The job visits **places** (`personal-data-columns.ts`), a few
 * rows per transaction, and continues where it was interrupted. After it has finished, only counts and leftovers
 * remain; the name and address of the person are deleted. Audit log entries keep IDs.
 *
 * A **legal hold** (feature `legal-holds`) takes precedence over all of this.
 *
 * This is the only feature that depends on the tables of other features. `personal-data-columns.ts` lists each column with personal
 * data, and a test fails if a column is missing.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { createPersonErasure } from './create-person-erasure.ts'
import { createRedactionRun } from './create-redaction-run.ts'
import { erasePersonJob } from './erase-person.job.ts'
import { getConversationLegalHold } from './get-conversation-legal-hold.ts'
import { getPerson } from './get-person.ts'
import { getPersonErasure } from './get-person-erasure.ts'
import { getRedactionRun } from './get-redaction-run.ts'
import { listConversationRedactions } from './list-conversation-redactions.ts'
import { redactConversation } from './redact-conversation.ts'
import { redactConversations } from './redact-conversations.job.ts'
import { updateConversationLegalHold } from './update-conversation-legal-hold.ts'

export { NON_PERSONAL_COLUMNS } from './non-personal-columns.ts'
export { PLACES } from './personal-data-columns.ts'
export {
  createPersonErasure,
  createRedactionRun,
  getConversationLegalHold,
  getPerson,
  getPersonErasure,
  getRedactionRun,
  updateConversationLegalHold,
}

export const operations: readonly AnyOperation[] = [
  updateConversationLegalHold,
  getConversationLegalHold,
  redactConversation,
  listConversationRedactions,
  createRedactionRun,
  getRedactionRun,
  createPersonErasure,
  getPersonErasure,
  getPerson,
]

export const jobs: readonly AnyJob[] = [erasePersonJob, redactConversations]
