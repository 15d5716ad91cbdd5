/** Where masks stand in transcripts. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { Counts, MaskedSpan } from '../redaction/index.ts'

export interface Redaction {
  readonly spans: readonly MaskedSpan[]
  readonly counts: Counts
}

/** Nothing is kept where nothing was found. */
export async function insertRedaction(
  tx: Writer,
  org: OrganizationId,
  id: string,
  version: number,
  { spans, counts }: Redaction,
  at: Date,
): Promise<void> {
  if (spans.length === 0) return
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

/** Of all versions of a conversation's transcript, the newest first. */
export async function selectRedactions(db: Reader, org: OrganizationId, id: string): Promise<RedactionRow[]> {
  const { rows } = await sql<RedactionRow>`
    select version, spans, counts, made_at from transcript_redactions
    where organization_id = ${org} and conversation_id = ${id} order by version desc`.execute(db)
  return rows
}
