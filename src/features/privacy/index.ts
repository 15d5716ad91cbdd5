/**
 * Privacy: what is done to stored conversations and people for their sake.
 *
 * **Masking afterwards** puts the organization's rules (feature `redaction`) over what is stored already: one
 * conversation, or as a **run** all that filters mean. Whatever quotes it is masked with it, also what people decided;
 * what can be derived is derived anew.
 *
 * A **person erasure** takes somebody out of everything: found by an address and by names, masked in participants,
 * speakers, transcripts, search, derived values, texts that people wrote, the knowledge base and CRM records, and deleted
 * from invitations and waiting mail; or, if asked, the conversations they took part in are erased. **Originals**, which
 * cannot be rewritten (`originals.ts`), are deleted unless they are to stay: recordings in which the person may speak, and
 * files that mention them. It is a job that walks **places** (`places.ts`), a few rows a transaction, and goes on where it
 * was cut off. When it is finished it forgets who it was about, and tells counts and what it could not take out. The audit
 * log keeps ids.
 *
 * A **legal hold** (feature `legal-holds`) goes before all of this.
 *
 * The feature knows the tables of others, and is the only one: `places.ts` names each column that holds words, and a law
 * fails when one is missing there.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
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

export { FREE_OF_WORDS } from './free-of-words.ts'
export { PLACES } from './places.ts'
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
