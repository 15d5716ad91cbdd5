/** Serializes snippets for the caller. */
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { computeDuration } from './model.ts'
import { type LibraryViewer, type SnippetRow, selectSnippetsById } from './queries.ts'
import type { Snippet } from './schema.ts'

export const toViewer = ({ principal }: Context): LibraryViewer => ({
  visibility: toVisibility(principal),
  userId: principal.user?.id,
})

/** URL of a share page. */
export const shareUrl = (publicUrl: string, code: string): string => `${publicUrl}/s/${code}`

export function serializeSnippet(row: SnippetRow, publicUrl: string): Snippet {
  const clip = { start: row.start_time, end: row.end_time }
  return {
    id: row.id,
    url: shareUrl(publicUrl, row.share_code),
    share_code: row.share_code,
    user_uuid: row.user_id,
    creator_name: row.creator_name ?? 'a deleted user',
    conversation_id: row.conversation_id,
    conversation_title: row.conversation_title,
    conversation_duration: row.conversation_duration,
    has_recording: row.has_recording,
    talk_strip: row.talk_strip,
    internal: row.internal,
    notify_views: row.notify_views,
    expiresAt: row.expires_at,
    viewCount: row.view_count,
    lastViewedAt: row.last_viewed_at,
    questionsAllowed: row.questions_allowed,
    title: row.title,
    notes: row.notes,
    in_library: row.in_library,
    video: { start_time: clip.start, end_time: clip.end, duration: computeDuration(clip) },
    reference: row.reference,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Snippets that the caller can access, by ID. */
export async function loadVisibleSnippets(ctx: Context, ids: readonly string[]): Promise<Map<string, Snippet>> {
  if (ids.length === 0) return new Map()
  const rows = await selectSnippetsById(ctx.db, ctx.org, toViewer(ctx), ids)
  return new Map(rows.map((row) => [row.id, serializeSnippet(row, ctx.publicUrl())]))
}
