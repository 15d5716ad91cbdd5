/** SQL of the clips in a library folder, for records about a folder, such as coaching assignments. */
import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { usersByAccess, visibleTo } from './queries-visibility.ts'

const CLIP_KEYS = sql`i.position nulls first, i.created_at desc, i.id desc`

/** Order of the clips in a folder: the chosen one, otherwise newest first. `i` is the alias of `library_items`. */
export const CLIP_ORDER = sql`order by ${CLIP_KEYS}`

/**
 * Subquery of the clips directly in a library folder, as `i` and `s`, from `from` to `where`.
 * @param folder alias of `library_folders`
 */
const clipsIn = (org: OrganizationId, folder: string): RawBuilder<unknown> => sql`
  library_items i join snippets s on s.organization_id = ${org} and s.id = i.snippet_id
  where i.organization_id = ${org} and i.library_id = coalesce(${sql.ref(`${folder}.user_id`)}, ${org})
    and i.folder_id = ${sql.ref(`${folder}.id`)}`

const isSeen = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> => sql`
  exists (
    select from conversations
    where organization_id = ${org} and id = i.conversation_id and ${visibleTo(visibility)})`

/**
 * Subquery of the first clip of a folder that the caller sees: `id`, `title`, `start_time`, `end_time`, `conversation_id`.
 * @param folder alias of `library_folders`
 */
export const firstVisibleClip = (
  org: OrganizationId,
  visibility: Visibility,
  folder: string,
): RawBuilder<unknown> => sql`
  select s.id, s.title, s.start_time, s.end_time, s.conversation_id from ${clipsIn(org, folder)}
    and ${isSeen(org, visibility)}
  ${CLIP_ORDER} limit 1`

/**
 * Moves the coaching assignments of folders from a call, which is about to be erased, to the next clip of their folder. The
 * assignee sees the clip if possible. Assignments whose folder has no clip of another call stay with the call.
 */
export async function moveFolderAssignments(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  const { rows: assignments } = await sql<{ id: string }>`
    select id from coaching_assignments
    where organization_id = ${org} and conversation_id = ${id} and folder_id is not null
    order by id for update`.execute(tx)
  for (const assignment of assignments) {
    const clip = await lockOtherClip(tx, org, assignment.id)
    if (clip === undefined) continue
    await sql`
      update coaching_assignments
      set conversation_id = ${clip.conversation_id}, snippet_id = ${clip.id}, start_time = ${clip.start_time},
          end_time = ${clip.end_time}, updated_at = ${at}
      where organization_id = ${org} and id = ${assignment.id}`.execute(tx)
    await sql`
      update notifications set conversation_id = ${clip.conversation_id}, updated_at = ${at}
      where organization_id = ${org} and coaching_assignment_id = ${assignment.id}`.execute(tx)
  }
}

/** Locks the clip that follows the erased call. Skips clips and calls that another transaction deletes. */
async function lockOtherClip(tx: Writer, org: OrganizationId, assignmentId: string) {
  const { rows } = await sql<{ id: string; conversation_id: string; start_time: number; end_time: number }>`
    select s.id, s.conversation_id, s.start_time, s.end_time
    from coaching_assignments a
    join library_folders f on f.organization_id = ${org} and f.id = a.folder_id
    join library_items i on i.organization_id = ${org} and i.library_id = coalesce(f.user_id, ${org}) and i.folder_id = f.id
    join snippets s on s.organization_id = ${org} and s.id = i.snippet_id
    join conversations c on c.organization_id = ${org} and c.id = s.conversation_id
    where a.organization_id = ${org} and a.id = ${assignmentId} and s.conversation_id <> a.conversation_id
    order by exists (
      select from (${usersByAccess(org, sql.ref('s.conversation_id'))}) p where p.id = a.assignee_id and p.can_see) desc,
      ${CLIP_KEYS}
    limit 1
    for key share of s, c skip locked`.execute(tx)
  return rows[0]
}
