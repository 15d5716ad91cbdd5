/** How many of the ten nearest passages the vector search finds: the product's own port against all distances computed. */
import { sql } from 'kysely'
import type { OrganizationId } from '../src/core/principal.ts'
import { createSearchIndex } from '../src/outbound/search-index/postgres.ts'
import type { FilledSearch } from './search-fill.ts'
import { inTransaction, withSearchSql, withStore } from './search-sql.ts'
import { type Palette, printed, vectorOf } from './search-vectors.ts'

const NEAREST = 10

/** A service must be running where the database is embedded. @returns the mean over questions, 0 to 1 */
export async function recallOf(
  { place, organizationId }: FilledSearch,
  asked: readonly string[],
  { palette, space }: { palette: Palette; space: string },
): Promise<number> {
  const org = organizationId as OrganizationId
  const index = createSearchIndex()
  return withStore(place, async (store) => {
    let found = 0
    for (const question of asked) {
      const values = vectorOf(question, palette)
      const hits = await index.find(
        store.of(org).read,
        org,
        { conversations: sql`true` },
        { terms: [], phrases: [], without: [], speakers: [], vector: { model: space, values } },
        NEAREST,
      )
      const nearest = hits.toSorted((a, b) => (b.semantic ?? -1) - (a.semantic ?? -1)).slice(0, NEAREST)
      const exact = await exactly(place, organizationId, space, values)
      found += nearest.filter(({ id }) => exact.has(id)).length / exact.size
    }
    return found / asked.length
  })
}

/** With no index to lead astray. */
async function exactly(
  place: FilledSearch['place'],
  organizationId: string,
  space: string,
  values: Float32Array,
): Promise<ReadonlySet<string>> {
  return withSearchSql(place, (client) =>
    inTransaction(client, async () => {
      await client.query('set local enable_indexscan = off; set local enable_bitmapscan = off')
      const { rows } = await client.query<{ passage_id: string }>(
        `select v.passage_id from passage_vectors v
         where v.organization_id = $1
           and v.space_id = (select id from vector_spaces where organization_id = $1 and name = $2)
         order by v.vector <#> $3::halfvec limit ${NEAREST}`,
        [organizationId, space, printed(values)],
      )
      return new Set(rows.map(({ passage_id }) => passage_id))
    }),
  )
}
