/** Stores new actions, for the API and for Parley's own suggestions. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type ActionQuote, insertAction } from './queries.ts'
import type { EntityType, Severity } from './schema.ts'

export interface NewQuote {
  /** Verbatim text from the transcript. */
  readonly text: string
  readonly speaker: string
  readonly conversationId: string
  /** Start in seconds. Null if the transcript has no times. */
  readonly start: number | null
}

export interface NewAction {
  readonly ownerId: string
  readonly entity: { readonly type: EntityType; readonly id: string }
  readonly actionType: string
  readonly title: string
  readonly signalType: string
  readonly severity: Severity
  readonly displayGroup: string
  readonly subject: string
  readonly draftBody: string
  /** Email addresses. */
  readonly proposedRecipients: readonly string[]
  readonly rationale: string
  readonly keyQuote: NewQuote | null
  readonly evidence: readonly NewQuote[]
  /** Conversations that the action uses without quoting them. */
  readonly conversationIds?: readonly string[]
  readonly at: Date
  readonly expiresAt: Date | null
  /** Evidence as terms, for actions that Parley creates itself. Identifies the action in later scans. */
  readonly ground?: readonly string[]
}

/** Stores a pending action. The caller has already checked that the owner can see its sources. @returns its ID */
export async function storeAction(tx: Writer, org: OrganizationId, action: NewAction): Promise<string> {
  const id = newId()
  const { entity, keyQuote, evidence, conversationIds = [] } = action
  const quotes = keyQuote === null ? evidence : [keyQuote, ...evidence]
  const behind = [...conversationIds, ...quotes.map((quote) => quote.conversationId)]
  if (entity.type === 'conversation') behind.push(entity.id)
  await insertAction(tx, org, {
    id,
    owner_id: action.ownerId,
    entity_type: entity.type,
    entity_id: entity.id,
    action_type: action.actionType,
    title: action.title,
    signal_type: action.signalType,
    severity: action.severity,
    display_group: action.displayGroup,
    subject: action.subject,
    draft_body: action.draftBody,
    proposed_recipients: [...action.proposedRecipients],
    rationale: action.rationale,
    key_quote: keyQuote === null ? null : quoteRow(keyQuote),
    evidence: evidence.map(quoteRow),
    at: action.at,
    expires_at: action.expiresAt,
    ground: action.ground ?? null,
    conversationIds: [...new Set(behind)],
  })
  return id
}

export const quoteRow = ({ text, speaker, conversationId, start }: NewQuote): ActionQuote => ({
  text,
  speaker,
  conversation_id: conversationId,
  start,
})
