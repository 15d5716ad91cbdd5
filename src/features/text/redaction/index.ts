/**
 * Redaction: masks personal data before Parley stores a text, or before a model sees it.
 *
 * An organization chooses a **mode**. `storage` masks incoming data before it's stored: transcripts, titles, summaries,
 * metadata, and optionally the knowledge base. `models_only` stores the original and shows masks to language models and
 * embeddings. `off` disables redaction. The organization also chooses **kinds**, and adds its own
 * **patterns** in a language with linear run time. The kinds are email addresses, phone numbers, payment cards (Luhn
 * checksum), IBANs (check digits), US social security numbers and IP addresses.
 *
 * Redaction is rule-based and deterministic: the same text always produces the same masks. Numbers and addresses are
 * found in written and spoken form, even if they extend over several words and segments of a turn. A **mask** is a word
 * in brackets. Its position is stored as a **span**; the original isn't stored. Surrounding words, times and speakers
 * stay unchanged.
 *
 * Models see numbered marks, and Parley puts the contents back into their output (`redaction-session.ts`). Quotes therefore stay
 * verbatim.
 *
 * Conversations depend on this feature and call it before they store data. `privacy/personal-data` redacts stored data.
 */
import type { Reader, Writer } from '../../../core/db.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createFinder, type RedactionRules } from './find.ts'
import { getOrganizationRedaction } from './get-organization-redaction.ts'
import type { SpanFinder } from './kinds.ts'
import { previewRedaction } from './preview-redaction.ts'
import { selectSettings } from './queries.ts'
import { replaceOrganizationRedaction } from './replace-organization-redaction.ts'

export { createFinder, createTaken, type RedactionRules } from './find.ts'
export { spokenEmails as spokenAddresses, toWrittenAddress } from './find-emails.ts'
export { REDACTION_KINDS, type SensitiveSpan, type SpanFinder } from './kinds.ts'
export {
  addCounts,
  formatMaskCounts,
  type MaskCounts,
  type MaskedSpan,
  maskJson,
  maskSegments,
  maskText,
  rewriteJson,
} from './mask.ts'
export { type FindForModels, redactingEmbedding, redactingModel } from './redacting-model.ts'
export { findRemnants, type MaskedContent } from './remnants.ts'
export { findForModels } from './rules-for-models.ts'
export { counts as redactionCounts } from './schema.ts'
export { type TextToken, tokenize } from './tokens.ts'

export { getOrganizationRedaction, previewRedaction, replaceOrganizationRedaction }

export const operations: readonly AnyOperation[] = [
  getOrganizationRedaction,
  replaceOrganizationRedaction,
  previewRedaction,
]

/** Rules to apply before data is stored, as plain data; undefined if none apply. */
export async function rulesBeforeStorage(
  db: Reader | Writer,
  org: OrganizationId,
): Promise<RedactionRules | undefined> {
  const { mode, kinds, patterns } = await selectSettings(db, org)
  return mode === 'storage' ? { kinds, patterns } : undefined
}

/** Finds what has to be masked before data is stored; undefined if nothing has to be. */
export async function findBeforeStorage(db: Reader | Writer, org: OrganizationId): Promise<SpanFinder | undefined> {
  const settings = await selectSettings(db, org)
  return settings.mode === 'storage' ? createFinder(settings) : undefined
}

/** The same for the knowledge base. */
export async function findInSources(db: Reader | Writer, org: OrganizationId): Promise<SpanFinder | undefined> {
  const settings = await selectSettings(db, org)
  return settings.mode === 'storage' && settings.knowledgeSources ? createFinder(settings) : undefined
}

/** Finds matches of the rules in any mode, to redact stored data on request. */
export async function findByRules(db: Reader | Writer, org: OrganizationId): Promise<SpanFinder> {
  return createFinder(await selectSettings(db, org))
}
