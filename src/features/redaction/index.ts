/**
 * Redaction: personal data that is masked before it is stored, or before a model sees it.
 *
 * An organization chooses a **mode**: `storage` masks what comes in (transcripts, titles, summaries, metadata, and the
 * knowledge base if it wants), so that the words are nowhere; `models_only` keeps them and shows masks to language models
 * and embeddings; `off`. It chooses **kinds** (e-mail addresses, telephone numbers, payment cards by Luhn's check,
 * IBANs by theirs, US social security numbers, addresses of the net) and **patterns** of its own, in a language that
 * takes linear time.
 *
 * Everything here is rules and deterministic: the same text gives the same masks. Numbers and addresses are found as
 * people write and as they say them, also where they are spread over the words and segments of a turn. A **mask** is a
 * word in brackets; where it stands is kept as **spans**, what it stands for is not. Words, times and speakers around it
 * stay as they are.
 *
 * A model is shown numbered marks instead, and what it says is told with the contents again (`veil.ts`): quotes stay
 * verbatim in what is stored.
 *
 * The feature stands below conversations, which ask it before they store; what masks stored ones is `privacy`.
 */
import type { Reader, Writer } from '../../core/db.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { finderOf, type Rules } from './find.ts'
import { getOrganizationRedaction } from './get-organization-redaction.ts'
import type { Find } from './kinds.ts'
import { previewRedaction } from './preview-redaction.ts'
import { selectSettings } from './queries.ts'
import { replaceOrganizationRedaction } from './replace-organization-redaction.ts'

export { createTaken, finderOf, type Rules as RedactionRules } from './find.ts'
export { addressSaid, spokenEmails as spokenAddresses } from './find-emails.ts'
export { type FindForModels, guardedEmbedding, guardedModel } from './guarded.ts'
export { type Find, type Found, REDACTION_KINDS } from './kinds.ts'
export {
  addCounts,
  type Counts,
  countsTold,
  type MaskedSpan,
  maskJson,
  maskSegments,
  maskText,
  rewriteJson,
} from './mask.ts'
export { findRemnants, type MaskedContent } from './remnants.ts'
export { findForModels } from './rules-for-models.ts'
export { counts as redactionCounts } from './schema.ts'
export { type Token, tokensOf } from './tokens.ts'

export { getOrganizationRedaction, previewRedaction, replaceOrganizationRedaction }

export const operations: readonly AnyOperation[] = [
  getOrganizationRedaction,
  replaceOrganizationRedaction,
  previewRedaction,
]

/** The rules by which is masked before something is stored, as plain data; undefined when nothing is. */
export async function rulesBeforeStorage(db: Reader | Writer, org: OrganizationId): Promise<Rules | undefined> {
  const { mode, kinds, patterns } = await selectSettings(db, org)
  return mode === 'storage' ? { kinds, patterns } : undefined
}

/** What is to be masked before it is stored; undefined when nothing is. */
export async function findBeforeStorage(db: Reader | Writer, org: OrganizationId): Promise<Find | undefined> {
  const settings = await selectSettings(db, org)
  return settings.mode === 'storage' ? finderOf(settings) : undefined
}

/** The same for the knowledge base. */
export async function findInSources(db: Reader | Writer, org: OrganizationId): Promise<Find | undefined> {
  const settings = await selectSettings(db, org)
  return settings.mode === 'storage' && settings.knowledgeSources ? finderOf(settings) : undefined
}

/** The rules as they are, whatever the mode: for who asks for something stored to be masked. */
export async function findByRules(db: Reader | Writer, org: OrganizationId): Promise<Find> {
  return finderOf(await selectSettings(db, org))
}
