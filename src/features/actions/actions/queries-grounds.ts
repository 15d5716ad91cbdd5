/** SQL of the actions that Parley creates itself: finds, updates and withdraws them. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { EntityType } from './schema.ts'
import { type NewAction, quoteRow } from './store.ts'

export interface CreatedAction {
  readonly id: string
  readonly signalType: string
  readonly ground: readonly string[]
  /** Whether the action is pending and not expired, and nobody has edited it. */
  readonly untouched: boolean
}

/** Returns all actions that Parley created for the entity, in any status, and locks them until the transaction ends. */
export async function lockCreatedActions(
  tx: Writer,
  org: OrganizationId,
  entity: { type: EntityType; id: string },
  at: Date,
): Promise<CreatedAction[]> {
  const { rows } = await sql<CreatedAction>`
    select id, signal_type as "signalType", ground,
           status = 'pending' and updated_at = generated_at and (expires_at is null or expires_at > ${at}) as untouched
    from actions
    where organization_id = ${org} and entity_type = ${entity.type} and entity_id = ${entity.id} and ground is not null
    order by id for update`.execute(tx)
  return rows
}

/**
 * Updates the text of an action that nobody has edited. Keeps its timestamps, so the action still counts as unedited.
 */
export async function rewordAction(
  tx: Writer,
  org: OrganizationId,
  id: string,
  action: Pick<
    NewAction,
    'title' | 'severity' | 'subject' | 'draftBody' | 'proposedRecipients' | 'rationale' | 'keyQuote' | 'evidence'
  >,
): Promise<void> {
  await tx
    .updateTable('actions')
    .set({
      title: action.title,
      severity: action.severity,
      subject: action.subject,
      draft_body: action.draftBody,
      proposed_recipients: JSON.stringify(action.proposedRecipients),
      rationale: action.rationale,
      key_quote: action.keyQuote === null ? null : JSON.stringify(quoteRow(action.keyQuote)),
      evidence: JSON.stringify(action.evidence.map(quoteRow)),
    })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** Deletes actions that are still pending and unedited. Actions that their owner has changed since are kept. */
export async function withdrawActions(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<void> {
  await sql`
    delete from actions
    where organization_id = ${org} and id = any(${[...ids]}::uuid[]) and status = 'pending'
      and updated_at = generated_at`.execute(tx)
}
