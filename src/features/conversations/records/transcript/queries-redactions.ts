/** SQL of the redacted spans of transcripts. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import type { MaskCounts, MaskedSpan } from '../../../text/redaction/index.ts'

export interface Redaction {
  readonly spans: readonly MaskedSpan[]
  readonly counts: MaskCounts
}

/** Stores the redactions of a transcript version, also without spans if only names of speakers were redacted. */
export async function insertRedaction(
  tx: Writer,
  org: OrganizationId,
  id: string,
  version: number,
  { spans, counts }: Redaction,
  at: Date,
): Promise<void> {
  await sql`
    insert into transcript_redactions (organization_id, conversation_id, version, spans, counts, made_at)
    values (${org}, ${id}, ${version}, ${JSON.stringify(spans)}::jsonb, ${JSON.stringify(counts)}::jsonb, ${at})
    on conflict (organization_id, conversation_id, version) do update
    set spans = excluded.spans, counts = excluded.counts, made_at = excluded.made_at`.execute(tx)
}

export interface RedactionRow extends Redaction {
  readonly version: number
  readonly made_at: string
}

/** Prefix of the placeholder for an erased person. */
export const PERSON_MARK = '[PERSON '

/**
 * Whether the conversation contains redacted text in any transcript version, or an erased participant. An erased
 * participant may have spoken without being named.
 */
export async function selectMasking(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<{ isMasked: boolean; hasTranscript: boolean } | undefined> {
  const named = `%${PERSON_MARK}%`
  const { rows } = await sql<{ isMasked: boolean; hasTranscript: boolean }>`
    select c.transcript_version is not null as "hasTranscript",
      exists (select from transcript_redactions where organization_id = ${org} and conversation_id = ${id})
      or exists (
        select from transcripts where organization_id = ${org} and conversation_id = ${id} and segments like ${named})
      or exists (
        select from conversation_details d
        where d.organization_id = ${org} and d.conversation_id = ${id}
          and (d.participants::text like ${named} or d.internal_participants::text like ${named})) as "isMasked"
    from conversations c where c.organization_id = ${org} and c.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the redactions of all transcript versions, newest first. */
export async function selectRedactions(db: Reader, org: OrganizationId, id: string): Promise<RedactionRow[]> {
  const { rows } = await sql<RedactionRow>`
    select version, spans, counts, made_at from transcript_redactions
    where organization_id = ${org} and conversation_id = ${id} order by version desc`.execute(db)
  return rows
}
