import type { Reader, Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { Context, Wire } from '../../../core/operation.ts'
import { type OrganizationId, toVisibility } from '../../../core/principal.ts'
import { toManagedUsers } from '../../accounts/identity/index.ts'
import { matchTasks, selectConversationTasks } from '../../collaboration/tasks/index.ts'
import type { ActionQuote, ActionRow, ActionViewer } from './queries.ts'
import type { Action } from './schema.ts'

export const actionNotFound = () => notFound('action', '/path/action_uuid')

/** @throws AppError `action_not_found` for organization-level keys, which own no actions */
export function toActionViewer(ctx: Context): ActionViewer {
  const { user } = ctx.principal
  if (user === undefined) throw actionNotFound()
  const owners = { userId: user.id, teamIds: [] }
  return { owners, visibility: toVisibility(ctx.principal), at: ctx.clock.now() }
}

/**
 * Viewer of the caller's own actions and of those of the users that the caller manages: all for admins, and members of the
 * own teams and child teams for managers. They can read these actions, but not change them.
 * @throws AppError `action_not_found` for organization-level keys, which own no actions
 */
export function toManagingViewer(ctx: Context): ActionViewer {
  return { ...toActionViewer(ctx), owners: toManagedUsers(ctx.principal) }
}

/** Converts rows to actions with relative URLs. `withAddresses` adds the base URL of the request. */
export async function toActions(
  db: Reader | Writer,
  org: OrganizationId,
  rows: readonly ActionRow[],
): Promise<Action[]> {
  const tasks = await findTasks(db, org, rows)
  return rows.map((row) => toAction(row, tasks.get(row.id) ?? null))
}

/** @throws AppError `action_not_found` without a row */
export async function toOneAction(
  db: Reader | Writer,
  org: OrganizationId,
  row: ActionRow | undefined,
): Promise<Action> {
  const [action] = row === undefined ? [] : await toActions(db, org, [row])
  if (action === undefined) throw actionNotFound()
  return action
}

/** IDs of the tasks of the same promises, by action. The conversations are visible, because the actions are. */
async function findTasks(
  db: Reader | Writer,
  org: OrganizationId,
  rows: readonly ActionRow[],
): Promise<ReadonlyMap<string, string>> {
  const byCall = Map.groupBy(
    rows.filter((row) => row.entity_type === 'conversation'),
    (row) => row.entity_id,
  )
  const tasks = Map.groupBy(
    await selectConversationTasks(db, org, [...byCall.keys()]),
    ({ conversationId }) => conversationId,
  )
  const found = new Map<string, string>()
  for (const [id, own] of tasks) {
    const promises = (byCall.get(id) ?? []).map((row) => ({
      ...{ id: row.id, text: row.title },
      spans: row.key_quote === null ? [] : [{ quote: row.key_quote.text }],
    }))
    for (const [promise, task] of matchTasks(promises, own)) found.set(promise.id, task.id)
  }
  return found
}

function toAction(row: ActionRow, taskId: string | null): Action {
  return {
    uuid: row.id,
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    entity_title: row.entity_title,
    owner_user_uuid: row.owner_id,
    action_type: row.action_type,
    title: row.title,
    signal_type: row.signal_type,
    severity: row.severity,
    display_group: row.display_group,
    subject: row.subject,
    draft_body: row.draft_body,
    proposed_recipients: row.proposed_recipients,
    status: row.status,
    why: {
      rationale: row.rationale,
      key_quote: row.key_quote === null ? null : toEvidenceQuote(row.key_quote),
      evidence: row.evidence.map(toEvidenceQuote),
    },
    generated_at: row.generated_at,
    updated_at: row.updated_at,
    task_uuid: taskId,
    expires_at: row.expires_at,
  }
}

function toEvidenceQuote({ text, speaker, conversation_id, start }: ActionQuote): Action['why']['evidence'][number] {
  // A media fragment (W3C Media Fragments 1.0, section 4.2.1).
  return { text, speaker, source_url: `/conversations/${conversation_id}${start === null ? '' : `#t=${start}`}` }
}

const SOURCE = /^\/conversations\/([^#]+)(?:#t=(.+))?$/

/** Converts the URL from `toEvidenceQuote` back to the call ID and start time. */
export function quotedAt({ source_url }: { source_url: string }): { call_id: string; start: number | null } {
  const [, callId = '', start] = SOURCE.exec(source_url) ?? []
  return { call_id: callId, start: start === undefined ? null : Number(start) }
}

export function withAddresses(action: Action, wire: Wire): Action {
  const withBaseUrl = (quote: Action['why']['evidence'][number]) => ({
    ...quote,
    source_url: wire.baseUrl + quote.source_url,
  })
  const { key_quote, evidence, rationale } = action.why
  return {
    ...action,
    why: {
      rationale,
      key_quote: key_quote === null ? null : withBaseUrl(key_quote),
      evidence: evidence.map(withBaseUrl),
    },
  }
}
