/** Converts rows to API records of insights, limited to what the reader can access. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type Passage, passageOf, renumbered } from './model.ts'
import { type ItemRow, type Place, type ResultRow, selectItems, selectResults, selectSegmentsAt } from './queries.ts'
import type { Insight, Item } from './schema.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly created_at: string
}

/** @param enhanced whether to add `synthesis` and `items` */
export async function insightsOf(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  rows: readonly Row[],
  enhanced: boolean,
): Promise<Insight[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const results = await selectResults(db, org, visibility, ids)
  const items = enhanced ? await itemsOf(db, org, visibility, results) : undefined
  const byInsight = Map.groupBy(results, (result) => result.insight_id)
  return rows.map(({ id, title, created_at }) => ({
    uuid: id,
    title,
    createdAt: created_at,
    results: (byInsight.get(id) ?? []).map((row) => resultOf(row, items?.get(row.id) ?? (enhanced ? [] : undefined))),
  }))
}

interface Placed {
  readonly position: number
  readonly item: Item
}

function resultOf(row: ResultRow, items: readonly Placed[] | undefined): Insight['results'][number] {
  const positions = items?.map(({ position }) => position)
  const result = row.result ?? ''
  return {
    uuid: row.id,
    ...(positions === undefined ? {} : { synthesis: renumbered(result, row.item_count, positions) }),
    prompt: row.prompt,
    status: row.status,
    type: row.type,
    ...(items === undefined ? {} : { items: items.map(({ item }) => item) }),
    conversationsUsed: row.conversations_used,
    emailsUsed: row.emails_used,
    result,
    withheld: row.result === null,
    notice: row.notice,
  }
}

const keyOf = (place: Place) => `${place.conversation_id}/${place.transcript_version}/${place.segment}`

async function itemsOf(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  results: readonly ResultRow[],
): Promise<Map<string, Placed[]>> {
  const rows =
    results.length === 0
      ? []
      : await selectItems(
          db,
          org,
          visibility,
          results.map(({ id }) => id),
        )
  const places = rows.filter((row) => row.conversation_id !== null)
  const found = places.length === 0 ? [] : await selectSegmentsAt(db, org, places)
  const segments = new Map(found.map((segment) => [keyOf(segment), segment.value]))

  const passage = (row: ItemRow): (Passage & { type: Item['type']; id: string }) | undefined => {
    if (row.conversation_id === null) {
      return { type: 'KB_SOURCE', id: row.knowledge_source_id, quote: row.quote, start: null, end: null }
    }
    const segment = segments.get(keyOf(row))
    if (segment === undefined) return undefined
    const { first_word: first, last_word: last } = row
    const words = passageOf(segment, first === null || last === null ? undefined : { first, last })
    return { type: 'CONVERSATION', id: row.conversation_id, ...words }
  }
  const byResult = new Map<string, Placed[]>()
  for (const row of rows) {
    const told = passage(row)
    if (told === undefined) continue
    const items = byResult.get(row.result_id) ?? []
    items.push({ position: row.position, item: { ...told, title: row.title } })
    byResult.set(row.result_id, items)
  }
  return byResult
}
