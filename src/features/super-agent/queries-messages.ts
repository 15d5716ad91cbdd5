/** All SQL that reads what was said in a session. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../core/db.ts'
import type { OrganizationId, Visibility } from '../../core/principal.ts'
import { visibleTo } from '../conversations/index.ts'
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
  /** It tells of a conversation that was erased, or is hidden from the caller by now, so its text is empty. */
  withheld: boolean
  created_at: string
}

/** The newest first. What a hidden conversation may have told does not leave the database. */
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
 * Those of the ids that are conversations the caller sees, held so that they cannot be erased until the transaction ends.
 * Whoever erases one waits for the sessions that tell of it, so hold these before a session is locked.
 */
export async function holdConversations(
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

/** Conversations that messages of a session tell of, whoever may see them. */
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
