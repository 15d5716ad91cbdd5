/** Backfills: data that an older version or another model didn't create. Detected at the start and created by jobs. */
import type { Store } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { STEMS_VERSION } from '../../core/stems.ts'

/**
 * Kinds of missing data. In the search index: current `words` of texts, whole `conversations`, and `vectors`. `analyses`: never
 * requested. `transcripts`: there was no transcriber, or it didn't respond. `summaries`: without a language model, by an
 * earlier version.
 */
export type BackfillKind = 'words' | 'conversations' | 'vectors' | 'analyses' | 'transcripts' | 'summaries'

export async function findPendingBackfills(
  owner: Store['owner'],
  has: { readonly model: string | undefined; readonly transcribes: boolean; readonly summaryVersion: number },
): Promise<{ organizationId: OrganizationId; lacks: BackfillKind }[]> {
  return owner.query(
    `select distinct t.organization_id as "organizationId", 'words' as lacks
     from searched_texts t where t.stems_version < $4
     union all
     select distinct c.organization_id, 'conversations'
     from conversations c
     where c.has_transcript and not exists (
       select from searched_texts t where t.organization_id = c.organization_id and t.conversation_id = c.id and t.is_complete)
     union all
     select distinct t.organization_id, 'vectors'
     from searched_texts t
     left join vector_spaces s on s.organization_id = t.organization_id and s.name = $1
     where $1::text is not null and t.passages > 0 and t.space_id is distinct from coalesce(s.id, 0)
     union all
     select distinct c.organization_id, 'analyses'
     from conversations c
     where c.processing_status = 'pending' and c.transcript_status <> 'pending' and not exists (
       select from analyses a where a.organization_id = c.organization_id and a.conversation_id = c.id)
     union all
     select distinct t.organization_id, 'transcripts'
     from transcriptions t
     where $2::boolean and t.state in ('waiting', 'failed') and t.reason in ('no_transcriber', 'transcriber_unavailable', 'store_unavailable')
     union all
     select distinct s.organization_id, 'summaries'
     from conversation_summaries s
     join conversations c on c.organization_id = s.organization_id and c.id = s.conversation_id
       and c.transcript_version = s.transcript_version
     join analysis_steps a on a.organization_id = s.organization_id and a.conversation_id = s.conversation_id
     where s.method = 'extractive' and s.model_fault is null and not s.pending
       and a.step = 'summary' and a.state = 'done' and a.model is null and a.step_version < $3`,
    [has.model ?? null, has.transcribes, has.summaryVersion, STEMS_VERSION],
  )
}
