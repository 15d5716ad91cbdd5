/** Finds conversations by a word in their title, participants, CRM records or opportunity. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import { containsWord } from '../../../../core/sql-word-match.ts'
import { NAMING_FIELDS } from '../../crm-records/index.ts'

export interface NameMatch {
  readonly word: string
  /** Number of permitted conversations that match. */
  readonly count: number
  /** IDs of matching conversations, up to the requested maximum. */
  readonly ids: readonly string[]
}

/**
 * Scans the titles of the permitted conversations once, which is fast because titles are short. Participants and
 * records are looked up only for permitted conversations.
 * @param permitted condition on `conversations c` from `permittedConversations`
 * @param words case-folded words of letters and digits
 * @param most maximum number of IDs per word
 */
export async function selectKnownBy(
  db: Reader,
  org: OrganizationId,
  permitted: RawBuilder<unknown>,
  words: readonly string[],
  most: number,
): Promise<{ total: number; matches: readonly NameMatch[] }> {
  const matchesWord = (text: RawBuilder<unknown>) => containsWord(text, sql`w.word`)
  const { rows } = await sql<{ total: number; word: string | null; count: number | null; ids: string[] | null }>`
    with permitted as materialized (
      select c.id, c.title_folded, c.opportunity_id from conversations c where c.organization_id = ${org} and ${permitted}
    ),
    asked as materialized (select word from unnest(${[...words]}::text[]) as asked (word)),
    known as (
      select w.word, p.id from asked w join permitted p on ${matchesWord(sql`p.title_folded`)}
      union
      select w.word, p.id
      from asked w
      join opportunities o on o.organization_id = ${org} and ${matchesWord(sql`o.title_folded`)}
      join permitted p on p.opportunity_id = o.id
      union
      select w.word, l.conversation_id
      from asked w
      join crm_record_values v
        on v.organization_id = ${org} and v.field = any(${[...NAMING_FIELDS]}::text[]) and ${matchesWord(sql`lower(v.value)`)}
      join conversation_crm_links l on l.organization_id = ${org} and l.code = v.code and l.record_id = v.record_id
      where l.conversation_id in (select id from permitted)
      union
      -- A part of the name before the @, or of the domain, but for its last one.
      select w.word, a.conversation_id
      from asked w
      join conversation_participants a
        on a.organization_id = ${org} and strpos(a.email, w.word) > 0 and a.email ~ ('(^|[@._-])' || w.word || '[@._-]')
      where a.conversation_id in (select id from permitted)
    ),
    counted as (
      select word, count(*)::int as count, (array_agg(id order by id desc))[1:${sql.lit(most)}] as ids
      from known group by word
    )
    select t.total, k.word, k.count, k.ids
    from (select count(*)::int as total from permitted) t left join counted k on true`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    matches: rows.flatMap(({ word, count, ids }) =>
      word === null ? [] : [{ word, count: count ?? 0, ids: ids ?? [] }],
    ),
  }
}
