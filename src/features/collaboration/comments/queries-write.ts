/** SQL that writes comments. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { QuotedWords } from './anchor.ts'
import { type CommentViewer, shownTo } from './queries.ts'
import type { Reaction } from './schema.ts'

export interface NewComment {
  readonly id: string
  readonly conversationId: string
  readonly threadId: string
  readonly authorId: string
  readonly private: boolean
  readonly body: string
  readonly start: number | null
  readonly end: number | null
  readonly words: (QuotedWords & { readonly version: number }) | undefined
  readonly at: Date
  /** Later than `at` if the comment was written in another product. */
  readonly storedAt: Date
}

export async function insertComment(tx: Writer, org: OrganizationId, c: NewComment): Promise<void> {
  const { words } = c
  await tx
    .insertInto('comments')
    .values({
      ...{ organization_id: org, id: c.id, conversation_id: c.conversationId, thread_id: c.threadId },
      ...{ author_id: c.authorId, private: c.private, body: c.body, start_time: c.start, end_time: c.end },
      transcript_version: words?.version ?? null,
      first_segment: words?.range.firstSegment ?? null,
      first_offset: words?.range.firstOffset ?? null,
      last_segment: words?.range.lastSegment ?? null,
      last_offset: words?.range.lastOffset ?? null,
      quote: words?.quote ?? null,
      speaker: words?.speaker ?? null,
      created_at: c.at,
      edited_at: null,
      resolved_at: null,
      resolved_by: null,
      updated_at: c.storedAt,
    })
    .execute()
}

/** Replaces the mentions of a comment. @returns IDs of users who weren't mentioned before */
export async function replaceMentions(
  tx: Writer,
  org: OrganizationId,
  commentId: string,
  userIds: readonly string[],
): Promise<string[]> {
  await sql`
    delete from comment_mentions
    where organization_id = ${org} and comment_id = ${commentId} and user_id <> all(${[...userIds]}::uuid[])`.execute(
    tx,
  )
  const { rows } = await sql<{ user_id: string }>`
    insert into comment_mentions (organization_id, comment_id, user_id)
    select ${org}, ${commentId}, id from unnest(${[...userIds]}::uuid[]) as u (id)
    on conflict do nothing returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

export interface LockedComment {
  id: string
  conversation_id: string
  thread_id: string
  author_id: string
  private: boolean
  body: string | null
}

/** Locks a comment and its thread until the transaction ends. Undefined if the viewer doesn't see it. */
export async function lockComment(
  tx: Writer,
  org: OrganizationId,
  viewer: CommentViewer,
  id: string,
): Promise<LockedComment | undefined> {
  // The thread first, so that replies and deletions of one thread don't run at the same time.
  await sql`
    select id from comments
    where organization_id = ${org} and id = (
      select thread_id from comments where organization_id = ${org} and id = ${id})
    for no key update`.execute(tx)
  const { rows } = await sql<LockedComment>`
    select m.id, m.conversation_id, m.thread_id, m.author_id, m.private, m.body from comments m
    where ${shownTo(org, viewer)} and m.id = ${id} for no key update of m`.execute(tx)
  return rows[0]
}

/** Serializes the creation of comments of a conversation, so that its limits are exact. @returns the counts */
export async function lockCounts(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  threadId: string,
): Promise<{ comments: number; replies: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`comments ${org} ${conversationId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ comments: number; replies: number }>`
    select count(*)::int as comments, (count(*) filter (where thread_id = ${threadId} and id <> thread_id))::int as replies
    from comments where organization_id = ${org} and conversation_id = ${conversationId}`.execute(tx)
  return rows[0] ?? { comments: 0, replies: 0 }
}

export async function updateBody(tx: Writer, org: OrganizationId, id: string, body: string, at: Date): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ body, edited_at: at, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** @param resolution who resolved the thread; undefined reopens it */
export async function updateResolution(
  tx: Writer,
  org: OrganizationId,
  threadId: string,
  resolution: { readonly by: string | null } | undefined,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ resolved_at: resolution === undefined ? null : at, resolved_by: resolution?.by ?? null, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', threadId)
    .execute()
}

export async function isResolved(tx: Writer, org: OrganizationId, threadId: string): Promise<boolean> {
  const { rows } = await sql<{ resolved: boolean }>`
    select resolved_at is not null as resolved from comments
    where organization_id = ${org} and id = ${threadId}`.execute(tx)
  return rows[0]?.resolved ?? false
}

/** Sets the time of the last change. */
async function touchComment(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await sql`update comments set updated_at = ${at} where organization_id = ${org} and id = ${id}`.execute(tx)
}

/**
 * Deletes a comment. The first comment of a thread with replies stays without text, until its last reply is deleted.
 */
export async function deleteCommentRow(
  tx: Writer,
  org: OrganizationId,
  comment: LockedComment,
  at: Date,
): Promise<void> {
  const { id, thread_id: threadId } = comment
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from comments
    where organization_id = ${org} and thread_id = ${threadId} and id <> thread_id and id <> ${id}`.execute(tx)
  const others = rows[0]?.n ?? 0
  if (id === threadId && others > 0) {
    await sql`
      update comments set body = null, updated_at = ${at} where organization_id = ${org} and id = ${id}`.execute(tx)
    await sql`delete from comment_mentions where organization_id = ${org} and comment_id = ${id}`.execute(tx)
    await sql`delete from comment_reactions where organization_id = ${org} and comment_id = ${id}`.execute(tx)
    return
  }
  await sql`delete from comments where organization_id = ${org} and id = ${id}`.execute(tx)
  await touchComment(tx, org, threadId, at)
  if (others > 0) return
  await sql`
    delete from comments where organization_id = ${org} and id = ${threadId} and body is null`.execute(tx)
}

interface ReactionChange {
  readonly commentId: string
  readonly userId: string
  readonly reaction: Reaction
  readonly at: Date
}

export async function insertReaction(tx: Writer, org: OrganizationId, change: ReactionChange): Promise<void> {
  const { commentId, userId, reaction, at } = change
  const { rows } = await sql`
    insert into comment_reactions (organization_id, comment_id, user_id, reaction, created_at)
    values (${org}, ${commentId}, ${userId}, ${reaction}, ${at}) on conflict do nothing returning comment_id`.execute(
    tx,
  )
  if (rows.length > 0) await touchComment(tx, org, commentId, at)
}

export async function deleteReaction(tx: Writer, org: OrganizationId, change: ReactionChange): Promise<void> {
  const { commentId, userId, reaction, at } = change
  const { rows } = await sql`
    delete from comment_reactions
    where organization_id = ${org} and comment_id = ${commentId} and user_id = ${userId} and reaction = ${reaction}
    returning comment_id`.execute(tx)
  if (rows.length > 0) await touchComment(tx, org, commentId, at)
}

/** Deletes the private comments of a person, which nobody else has ever seen. @returns their number */
export async function deletePrivateComments(tx: Writer, org: OrganizationId, authorId: string): Promise<number> {
  const { rows } = await sql`
    delete from comments where organization_id = ${org} and author_id = ${authorId} and private returning id`.execute(
    tx,
  )
  return rows.length
}
