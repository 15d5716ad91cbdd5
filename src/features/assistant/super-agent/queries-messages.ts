/** All SQL that reads messages of a session. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { CallState } from './schema.ts'

export interface MessageRow {
  position: number
  run_id: string
  step: number
  role: 'user' | 'assistant' | 'tool'
  content: string
  name: string | null
  call_id: string | null
  args: Record<string, unknown> | null
  state: CallState | null
  /**
   * Whether the text is empty, because it refers to a conversation that was erased or that the caller can no longer
   * access.
   */
  withheld: boolean
  created_at: string
}

/** Messages, newest first. Text about inaccessible conversations isn't read from the database. */
export async function selectMessages(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  sessionId: string,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: MessageRow[] }> {
  const ofSession = sql`organization_id = ${org} and session_id = ${sessionId}`
  const [counted, { rows }] = await Promise.all([
    sql<{ n: number }>`select count(*)::int as n from super_agent_messages where ${ofSession}`.execute(db),
    sql<MessageRow>`
      with hidden as (
        select min(s.position) as since
        from (select position, conversation_id from super_agent_sources where ${ofSession}) s
        left join (
          select id from conversations where organization_id = ${org} and ${visibleTo(visibility)}
            and id in (select conversation_id from super_agent_sources where ${ofSession})
        ) c on c.id = s.conversation_id
        where c.id is null
      )
      select m.position, m.run_id, m.step, m.role, m.name, m.call_id, m.state, m.created_at, m.withheld,
             case when m.withheld then '' else m.content end as content,
             case when not m.withheld then m.args end as args
      from (
        select super_agent_messages.*,
               erased or (role <> 'user' and coalesce(position >= (select since from hidden), false)) as withheld
        from super_agent_messages where ${ofSession}
      ) m
      order by m.position desc limit ${page.limit} offset ${page.offset}`.execute(db),
  ])
  return { total: counted.rows[0]?.n ?? 0, rows }
}

/**
 * Visible conversations among the IDs, locked against erasure until the transaction ends. Lock order: conversations,
 * then session. Erasure uses the same order.
 */
export async function lockConversations(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where organization_id = ${org} and id = any(${[...ids]}::uuid[]) and ${visibleTo(visibility)}
    order by id for key share`.execute(tx)
  return rows.map((row) => row.id)
}

/** Conversations that messages of a session refer to, without a visibility check. */
export async function selectSources(
  db: Reader,
  org: OrganizationId,
  sessionId: string,
  positions?: { readonly from: number; readonly to: number },
): Promise<string[]> {
  const these = positions === undefined ? sql`true` : sql`position between ${positions.from} and ${positions.to}`
  const { rows } = await sql<{ conversation_id: string }>`
    select distinct conversation_id from super_agent_sources
    where organization_id = ${org} and session_id = ${sessionId} and ${these}`.execute(db)
  return rows.map((row) => row.conversation_id)
}
