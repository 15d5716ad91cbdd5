/** Serializes snippets for the caller. */
import type { Context } from '../../../core/operation.ts'
import { visibilityOf } from '../../../core/principal.ts'
import { durationOf } from './model.ts'
import { type SnippetRow, selectSnippetsById, type Viewer } from './queries.ts'
import type { Snippet } from './schema.ts'

export const viewerOf = ({ principal }: Context): Viewer => ({
  visibility: visibilityOf(principal),
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
    conversation_id: row.conversation_id,
    conversation_title: row.conversation_title,
    internal: row.internal,
    notify_views: row.notify_views,
    title: row.title,
    notes: row.notes,
    in_library: row.in_library,
    video: { start_time: clip.start, end_time: clip.end, duration: durationOf(clip) },
    reference: row.reference,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Snippets that the caller can access, by ID. */
export async function snippetsSeen(ctx: Context, ids: readonly string[]): Promise<Map<string, Snippet>> {
  if (ids.length === 0) return new Map()
  const rows = await selectSnippetsById(ctx.db, ctx.org, viewerOf(ctx), ids)
  return new Map(rows.map((row) => [row.id, serializeSnippet(row, ctx.publicUrl())]))
}
