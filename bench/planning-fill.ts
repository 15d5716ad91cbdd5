/** Organizations with vectors, written by SQL: only what searches by meaning read. */
import type { OwnerDatabase } from '../src/core/db.ts'
import type { OrganizationId } from '../src/core/principal.ts'

export const SPACE = 'bench'
export const DIMENSION = 64
const PASSAGES_OF_TEXT = 10
/** Organizations that one transaction writes. */
const AT_ONCE = 100

/** ID of an organization by its number. */
export const organizationAt = (number: number): OrganizationId => {
  const digits = number.toString(16).padStart(12, '0')
  return `00000000-0000-4000-8000-${digits}` as OrganizationId
}

/** A random vector around the center of its text, as the passages of a conversation are about the same subjects. */
const RANDOM = (row: string) =>
  `(select array_agg(random() - .5) from generate_series(1, ${DIMENSION} + 0 * ${row}))::real[]::vector(${DIMENSION})`

/** Adds organizations with the numbers from `first` to below `end`. Foreign keys aren't checked while they are written. */
export async function addOrganizations(
  owner: OwnerDatabase,
  { first, end, vectors }: { first: number; end: number; vectors: number },
): Promise<void> {
  for (let from = first; from < end; from += AT_ONCE) {
    await owner.transact(async (query) => {
      await query('set local session_replication_role = replica')
      const numbers = `generate_series(${from}, ${Math.min(end, from + AT_ONCE) - 1})`
      const texts = Math.ceil(vectors / PASSAGES_OF_TEXT)
      const organization = `('00000000-0000-4000-8000-' || lpad(to_hex(o), 12, '0'))::uuid`
      const text = `md5('text' || o || ' ' || t)::uuid`
      await query(`
        insert into vector_spaces (organization_id, name, dimension)
        select ${organization}, '${SPACE}', ${DIMENSION} from ${numbers} o`)
      await query(`
        insert into conversations (organization_id, id, title, title_folded, created_at, updated_at, owner_id,
          is_internal, is_empty, processing_status, transcript_status)
        select ${organization}, ${text}, '', '', now() - t * interval '1 hour', now(), ${organization}, false, false,
          'analyzed', 'completed'
        from ${numbers} o, generate_series(1, ${texts}) t`)
      await query(`
        insert into searched_texts (organization_id, conversation_id, passages, words, space_id)
        select c.organization_id, c.id, ${PASSAGES_OF_TEXT}, '', s.id
        from conversations c join vector_spaces s on s.organization_id = c.organization_id
        where c.organization_id in (select ${organization} from ${numbers} o)`)
      await query(`
        insert into passages (organization_id, id, text_id, position, lines, digest)
        select t.organization_id, md5(t.id || ' ' || p)::uuid, t.id, p, '[]', md5(p::text)::uuid
        from searched_texts t, generate_series(0, ${PASSAGES_OF_TEXT - 1}) p
        where t.organization_id in (select ${organization} from ${numbers} o)`)
      await query(`
        with texts as materialized (
          select t.organization_id, t.id, t.space_id, ${RANDOM('t.passages')} as center
          from searched_texts t where t.organization_id in (select ${organization} from ${numbers} o)
        )
        insert into passage_vectors (organization_id, text_id, passage_id, space_id, vector)
        select t.organization_id, t.id, p.id, t.space_id, l2_normalize(t.center + ${RANDOM('p.position')})::halfvec(${DIMENSION})
        from texts t join passages p on p.organization_id = t.organization_id and p.text_id = t.id`)
    })
  }
}
