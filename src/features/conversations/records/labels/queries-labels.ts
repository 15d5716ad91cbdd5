/**
 * SQL of label choices: who chose a label of a conversation, and the evidence. Writers must hold the lock of the
 * conversation.
 */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'

/** Verbatim quote from a segment. */
export interface LabelEvidence {
  readonly quote: string
  readonly speaker: string
  readonly start: number | null
  readonly end: number | null
  readonly segment: number
}

export interface LabelChoice {
  readonly category: string
  /** Null if a person removed the label. */
  readonly option: string | null
  readonly source: 'ai' | 'rule' | 'human'
  readonly label_id: string | null
  readonly option_id: string | null
  readonly confidence: number
  readonly evidence: readonly LabelEvidence[]
  readonly transcript_version: number | null
  readonly model: string | null
  readonly decided_by: string | null
  readonly decided_at: string
}

/** Maximum number of stored removals per conversation. The oldest are deleted. */
const REMOVED_MAX = 200

/** Returns the choices, sorted by category. */
export async function selectLabelChoices(db: Reader | Writer, org: OrganizationId, id: string): Promise<LabelChoice[]> {
  const { rows } = await sql<LabelChoice>`
    select category, option, source, label_id, option_id, confidence, evidence, transcript_version, model, decided_by,
           decided_at
    from conversation_label_choices where organization_id = ${org} and conversation_id = ${id} order by category`.execute(
    db,
  )
  return rows
}

/** Stores the decisions of a person: labels that were set or removed. */
export async function putLabelsOfPerson(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { set, removed }: { set: Readonly<Record<string, string>>; removed: readonly string[] },
  by: { userId: string | null; at: Date },
): Promise<void> {
  const decided = [...Object.entries(set), ...removed.map((category) => [category, null] as const)]
  if (decided.length === 0) return
  await sql`
    insert into conversation_label_choices (
      organization_id, conversation_id, category, option, source, confidence, evidence, decided_by, decided_at)
    select ${org}, ${id}, category, option, 'human', 1, '[]', ${by.userId}, ${by.at}
    from unnest(${decided.map(([category]) => category)}::text[], ${decided.map(([, option]) => option)}::text[])
      as d (category, option)
    on conflict (organization_id, conversation_id, category) do update
      set option = excluded.option, source = 'human', label_id = null, option_id = null, confidence = 1, evidence = '[]',
          transcript_version = null, model = null, decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(
    tx,
  )
  if (removed.length === 0) return
  await sql`
    delete from conversation_label_choices
    where organization_id = ${org} and conversation_id = ${id} and category in (
      select category from conversation_label_choices
      where organization_id = ${org} and conversation_id = ${id} and option is null
      order by decided_at desc, category offset ${REMOVED_MAX})`.execute(tx)
}

export interface ProgramChoice {
  readonly category: string
  readonly option: string
  readonly source: 'ai' | 'rule'
  readonly labelId: string
  readonly optionId: string
  readonly confidence: number
  readonly evidence: readonly LabelEvidence[]
  readonly transcriptVersion: number
  readonly model: string | null
}

/** Replaces the automatic choices. */
export async function replaceProgramChoices(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { added, withdrawn }: { added: readonly ProgramChoice[]; withdrawn: readonly string[] },
  at: Date,
): Promise<void> {
  if (withdrawn.length > 0) {
    await sql`
      delete from conversation_label_choices
      where organization_id = ${org} and conversation_id = ${id} and source <> 'human'
        and category = any(${[...withdrawn]}::text[])`.execute(tx)
  }
  for (const one of added) {
    await sql`
      insert into conversation_label_choices (
        organization_id, conversation_id, category, option, source, label_id, option_id, confidence, evidence,
        transcript_version, model, decided_at)
      values (
        ${org}, ${id}, ${one.category}, ${one.option}, ${one.source}, ${one.labelId}, ${one.optionId},
        ${one.confidence}, ${JSON.stringify(one.evidence)}, ${one.transcriptVersion}, ${one.model}, ${at})
      on conflict (organization_id, conversation_id, category) do update
        set option = excluded.option, source = excluded.source, label_id = excluded.label_id,
            option_id = excluded.option_id, confidence = excluded.confidence, evidence = excluded.evidence,
            transcript_version = excluded.transcript_version, model = excluded.model, decided_at = excluded.decided_at
        where conversation_label_choices.source <> 'human'`.execute(tx)
  }
}
