/** All SQL of topics. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'

export interface NewTopics {
  transcriptVersion: number
  model: string | null
  at: Date
  /** JSON text, as in the response. */
  keyPhrases: string
  namedThings: string
  chapters: string
}

export async function putTopics(tx: Writer, org: OrganizationId, id: string, one: NewTopics): Promise<void> {
  await sql`
    insert into conversation_topics (organization_id, conversation_id, transcript_version, model, made_at, key_phrases,
      named_things, chapters)
    values (${org}, ${id}, ${one.transcriptVersion}, ${one.model}, ${one.at}, ${one.keyPhrases}, ${one.namedThings},
      ${one.chapters})
    on conflict (organization_id, conversation_id) do update
    set transcript_version = excluded.transcript_version, model = excluded.model, made_at = excluded.made_at,
        key_phrases = excluded.key_phrases, named_things = excluded.named_things, chapters = excluded.chapters`.execute(
    tx,
  )
}

/** Replaces the chapters in the topics of a transcript version, if there are any. @param chapters JSON text, as in the response */
export async function updateChapters(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { transcriptVersion, chapters }: Pick<NewTopics, 'transcriptVersion' | 'chapters'>,
): Promise<void> {
  await sql`
    update conversation_topics set chapters = ${chapters}
    where organization_id = ${org} and conversation_id = ${id} and transcript_version = ${transcriptVersion}`.execute(
    tx,
  )
}

export async function deleteTopics(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from conversation_topics where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
}

export interface TopicsRow {
  /** These columns are null if there are no topics of the current transcript. */
  transcript_version: number | null
  model: string | null
  made_at: string | null
  key_phrases: string | null
  named_things: string | null
  chapters: string | null
}

/** Topics of a conversation; undefined if it isn't visible. */
export async function selectTopics(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<TopicsRow | undefined> {
  const { rows } = await sql<TopicsRow>`
    select t.transcript_version, t.model, t.made_at, t.key_phrases, t.named_things, t.chapters
    from (select id, transcript_version from conversations
          where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}) c
    left join conversation_topics t
      on t.organization_id = ${org} and t.conversation_id = c.id and t.transcript_version = c.transcript_version`.execute(
    db,
  )
  return rows[0]
}
