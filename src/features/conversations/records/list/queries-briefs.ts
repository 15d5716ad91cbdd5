/** SQL of the short list: only columns whose size doesn't depend on the transcript. */
import { sql } from 'kysely'
import type { Reader } from '../../../../core/db.ts'
import type { ListMeta, ListWindow } from '../../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../../core/principal.ts'
import type { ProcessingStatus, TranscriptStatus } from '../schema.ts'
import type { ConversationFilters } from './filters.ts'
import { type ConversationOrder, foundPage } from './queries-list.ts'

export interface BriefRow {
  id: string
  title: string
  started_at: string
  media_duration: number | null
  owner_id: string
  owner_email: string
  owner_first_name: string
  owner_last_name: string
  team_id: string | null
  team_name: string | null
  opportunity_id: string | null
  opportunity_title: string | null
  archived: boolean
  private: boolean
  is_internal: boolean
  is_empty: boolean
  processing_status: ProcessingStatus
  transcript_status: TranscriptStatus
  /** JSON texts that responses contain unparsed. */
  labels: string
  people: string
  people_count: number
  headline: string | null
  talk_strip: string | null
  score: number | null
}

/**
 * @param limits `people`: maximum number of participants, external ones first; `headline`: maximum length in characters
 */
export async function selectBriefs(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: ConversationFilters,
  window: ListWindow,
  limits: { people: number; headline: number },
  order: ConversationOrder,
): Promise<{ rows: BriefRow[]; meta: ListMeta }> {
  const { opening, found, score, sorted, key, finish } = foundPage(org, visibility, filters, window, order)
  const most = sql.lit(limits.people)
  const { rows } = await sql<{ total: number } & (BriefRow | { id: null })>`
    ${opening} with ${found}
    select total.n as total, c.id, c.title, c.started_at, c.media_duration, c.owner_id,
      u.email as owner_email, u.first_name as owner_first_name, u.last_name as owner_last_name,
      c.team_id, w.name as team_name, c.opportunity_id, o.title as opportunity_title,
      c.archived, c.private, c.is_internal, c.is_empty, c.processing_status, c.transcript_status,
      d.labels::text as labels,
      (select coalesce(json_agg(json_build_object('name', p ->> 'name', 'email', p ->> 'email', 'internal', inside)
                                order by inside, n), '[]')
       from (
         (select p, n, false as inside from jsonb_array_elements(d.participants) with ordinality as p (p, n) limit ${most})
         union all
         (select p, n, true from jsonb_array_elements(d.internal_participants) with ordinality as p (p, n) limit ${most})
         order by inside, n limit ${most}) as people)::text as people,
      jsonb_array_length(d.participants) + jsonb_array_length(d.internal_participants) as people_count,
      left(split_part(ltrim(d.summary, E' \\t\\n'), E'\\n', 1), ${sql.lit(limits.headline)}) as headline,
      (d.statistics -> 'talkStrip')::text as talk_strip, ${score} as score${key}
    from total
    left join page on true
    left join conversations c on c.organization_id = ${org} and c.id = page.id
    left join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join users u on u.organization_id = ${org} and u.id = c.owner_id
    left join teams w on w.organization_id = ${org} and w.id = c.team_id
    left join opportunities o on o.organization_id = ${org} and o.id = c.opportunity_id
    ${sorted}`.execute(db)
  return finish<BriefRow>(rows)
}
