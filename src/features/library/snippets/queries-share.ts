/** SQL of share pages. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import { linkExpiry, takesQuestions } from './queries.ts'
import type { Reference } from './schema.ts'

/** @param db bound to any organization; the database function searches all organizations */
export async function selectByShareCode(
  db: Reader,
  code: string,
): Promise<{ organizationId: OrganizationId; id: string } | undefined> {
  const { rows } = await sql<{ organizationId: OrganizationId; id: string }>`
    select organization_id as "organizationId", id from snippet_of_share_code(${code})`.execute(db)
  return rows[0]
}

export interface SharedRow {
  title: string
  organization_name: string
  internal: boolean
  user_id: string
  conversation_id: string
  conversation_started_at: string
  start_time: number
  end_time: number
  reference: Reference | null
  reference_version: number | null
  /** Users who own the link: the creator, and the admin who took it over. */
  owner_ids: string[]
  /** Whether the creator must still be notified of the first view. */
  notice_due: boolean
  questions_allowed: boolean
  /** Expiry of the link. It can be in the past. */
  expires_at: string | null
}

/** @param visibility visibilities that must all include the conversation */
export async function selectShared(
  db: Reader,
  org: OrganizationId,
  id: string,
  visibility: Visibility,
): Promise<SharedRow | undefined> {
  const { rows } = await sql<SharedRow>`
    select s.title, o.name as organization_name, s.internal, s.user_id, s.conversation_id, c.started_at as conversation_started_at,
           s.start_time, s.end_time, s.reference, s.reference_version,
           array_remove(array[s.user_id, s.link_taken_over_by], null)::text[] as owner_ids,
           ${linkExpiry} as expires_at, ${takesQuestions} as questions_allowed,
           s.notify_views and s.notified_at is null as notice_due
    from snippets s
    join organizations o on o.id = s.organization_id
    join (select id, started_at from conversations where organization_id = ${org} and ${visibleTo(visibility)}) c
      on c.id = s.conversation_id
    where s.organization_id = ${org} and s.id = ${id}`.execute(db)
  return rows[0]
}

export interface LinkKeeperRow {
  keeper: string
  internal: boolean
  expires_at: string | null
}

/** Person who answers for the link of a snippet: its creator, or the admin who took the link over. */
export async function selectLinkKeeper(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<LinkKeeperRow | undefined> {
  const { rows } = await sql<LinkKeeperRow>`
    select coalesce(s.link_taken_over_by, s.user_id) as keeper, s.internal, ${linkExpiry} as expires_at from snippets s
    where s.organization_id = ${org} and s.id = ${id}`.execute(db)
  return rows[0]
}

/** Marks the creator as notified. @returns true for exactly one of concurrent callers, which sends the email */
export async function claimNotice(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update snippets set notified_at = ${at}
    where organization_id = ${org} and id = ${id} and notify_views and notified_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Adds views to the link of a snippet. They don't change `updated_at`. */
export async function addSnippetViews(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { count, at }: { readonly count: number; readonly at: Date },
): Promise<void> {
  await sql`
    update snippets set view_count = view_count + ${count}, last_viewed_at = greatest(last_viewed_at, ${at}::timestamptz)
    where organization_id = ${org} and id = ${id}`.execute(tx)
}
