/** SQL of the actions that Parley creates itself: finds, updates and withdraws them. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { ActionRow } from './queries.ts'
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
 * @returns names of the changed fields
 */
export async function rewordAction(
  tx: Writer,
  org: OrganizationId,
  id: string,
  action: Pick<
    NewAction,
    'title' | 'severity' | 'subject' | 'draftBody' | 'proposedRecipients' | 'rationale' | 'keyQuote' | 'evidence'
  >,
): Promise<string[]> {
  const texts = [
    ['title', action.title],
    ['severity', action.severity],
    ['subject', action.subject],
    ['draft_body', action.draftBody],
    ['rationale', action.rationale],
  ] as const
  const documents = [
    ['proposed_recipients', action.proposedRecipients],
    ['key_quote', action.keyQuote === null ? null : quoteRow(action.keyQuote)],
    ['evidence', action.evidence.map(quoteRow)],
  ] as const
  const set = [
    ...texts.map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    ...documents.map(
      ([name, value]) => sql`${sql.ref(name)} = ${value === null ? null : JSON.stringify(value)}::jsonb`,
    ),
  ]
  const names = [...texts, ...documents].map(([name]) => name)
  const changed = names.map(
    (name) => sql`case when ${sql.ref(`a.${name}`)} is distinct from ${sql.ref(`b.${name}`)} then ${name} end`,
  )
  const { rows } = await sql<{ changed: string[] }>`
    with before as (select * from actions where organization_id = ${org} and id = ${id})
    update actions a set ${sql.join(set)} from before b
    where a.organization_id = ${org} and a.id = ${id}
    returning array_remove(array[${sql.join(changed)}]::text[], null) as changed`.execute(tx)
  return rows[0]?.changed ?? []
}

/**
 * Deletes actions that are still pending and unedited. Actions that their owner has changed since are kept.
 * @returns the deleted actions
 */
export async function deleteUnedited(
  tx: Writer,
  org: OrganizationId,
  ids: readonly string[],
): Promise<Pick<ActionRow, 'id' | 'owner_id' | 'entity_type' | 'entity_id'>[]> {
  const { rows } = await sql<Pick<ActionRow, 'id' | 'owner_id' | 'entity_type' | 'entity_id'>>`
    delete from actions
    where organization_id = ${org} and id = any(${[...ids]}::uuid[]) and status = 'pending'
      and updated_at = generated_at
    returning id, owner_id, entity_type, entity_id`.execute(tx)
  return rows
}
