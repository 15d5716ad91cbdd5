/** SQL of the clips in a library folder, for records about a folder, such as coaching assignments. */
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from './queries-visibility.ts'

/** Order of the clips in a folder: the chosen one, otherwise newest first. `i` is the alias of `library_items`. */
export const CLIP_ORDER = sql`order by i.position nulls first, i.created_at desc, i.id desc`

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
