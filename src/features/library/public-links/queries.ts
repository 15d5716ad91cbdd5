/** SQL queries for public links. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import { isBehindVisible } from '../decks/index.ts'

export interface PublicLinkRow {
  id: string
  kind: 'snippet' | 'deck'
  target_id: string
  /** Conversation of a snippet; null for decks. */
  conversation_id: string | null
  title: string
  email: string | null
  created_by: string | null
  answers_id: string
  questions_allowed: boolean
  expires_at: string | null
  view_count: number
  last_viewed_at: string | null
  created_at: string
}

const isClipVisible = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  visibility === 'everything'
    ? sql`true`
    : sql`exists (
        select from conversations where organization_id = ${org} and id = s.conversation_id and ${visibleTo(visibility)})`

/** Links whose content is visible, because their titles come from conversations. */
const links = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> => sql`
  select s.id, 'snippet' as kind, s.id as target_id, s.conversation_id, s.title, null as email, s.user_id as created_by,
         coalesce(s.link_taken_over_by, s.user_id) as answers_id, s.questions_allowed, s.expires_at, s.view_count,
         s.last_viewed_at, s.created_at
  from snippets s where s.organization_id = ${org} and not s.internal and ${isClipVisible(org, visibility)}
  union all
  select h.id, 'deck', d.id, null, d.title, h.email, h.shared_by, coalesce(h.taken_over_by, h.shared_by), false,
         h.expires_at, h.view_count, h.opened_at, h.created_at
  from deck_shares h join decks d on d.organization_id = ${org} and d.id = h.deck_id
  where h.organization_id = ${org} and h.user_id is null and coalesce(h.taken_over_by, h.shared_by) is not null
    and ${visibility === 'everything' ? sql`true` : isBehindVisible(org, visibility)}`

const order = newestFirst('public links', 'l')

/** One page of links, newest first, and the total count. */
export const selectLinks = (
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  userId: string | undefined,
  window: ListWindow,
): Promise<{ rows: PublicLinkRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns: sql`l.*`,
    from: sql`(${links(org, visibility)}) l`,
    where: userId === undefined ? sql`true` : sql`l.answers_id = ${userId}`,
    order,
  })

/**
 * Makes an admin responsible for links of a user.
 * @param ids only these links; undefined: all links of the user
 * @returns the number of transferred links
 */
export async function updateLinks(
  tx: Writer,
  org: OrganizationId,
  change: { readonly userId: string; readonly by: string; readonly ids: readonly string[] | undefined },
): Promise<number> {
  const isWanted = change.ids === undefined ? sql`true` : sql`id = any(${[...change.ids]}::uuid[])`
  const snippets = await sql`
    update snippets set link_taken_over_by = ${change.by}
    where organization_id = ${org} and not internal and coalesce(link_taken_over_by, user_id) = ${change.userId}
      and ${isWanted} returning id`.execute(tx)
  const shares = await sql`
    update deck_shares set taken_over_by = ${change.by}
    where organization_id = ${org} and user_id is null and coalesce(taken_over_by, shared_by) = ${change.userId}
      and ${isWanted} returning id`.execute(tx)
  return snippets.rows.length + shares.rows.length
}
