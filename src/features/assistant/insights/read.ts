/** Converts rows to API records of insights, limited to what the reader can access. */
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type QuotedPassage, renumberCitations, toPassage } from './model.ts'
import {
  type InsightItemRow,
  type InsightResultRow,
  type InsightRow,
  type SegmentKey,
  selectItems,
  selectResults,
  selectSegmentsAt,
} from './queries.ts'
import type { Insight, InsightItem } from './schema.ts'

/** @param enhanced whether to add `synthesis` and `items` */
export async function readInsights(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  rows: readonly InsightRow[],
  enhanced: boolean,
): Promise<Insight[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const results = await selectResults(db, org, visibility, ids)
  const items = enhanced ? await readItems(db, org, visibility, results) : undefined
  const byInsight = Map.groupBy(results, (result) => result.insight_id)
  return rows.map(({ id, title, created_at, updated_at }) => ({
    uuid: id,
    title,
    createdAt: created_at,
    updatedAt: updated_at,
    results: (byInsight.get(id) ?? []).map((row) =>
      toInsightResult(row, items?.get(row.id) ?? (enhanced ? [] : undefined)),
    ),
  }))
}

interface PositionedItem {
  readonly position: number
  readonly item: InsightItem
}

function toInsightResult(
  row: InsightResultRow,
  items: readonly PositionedItem[] | undefined,
): Insight['results'][number] {
  const positions = items?.map(({ position }) => position)
  const result = row.result ?? ''
  return {
    uuid: row.id,
    ...(positions === undefined ? {} : { synthesis: renumberCitations(result, row.item_count, positions) }),
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

const toSegmentKey = (place: SegmentKey) => `${place.conversation_id}/${place.transcript_version}/${place.segment}`

async function readItems(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  results: readonly InsightResultRow[],
): Promise<Map<string, PositionedItem[]>> {
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
  const segments = new Map(found.map((segment) => [toSegmentKey(segment), segment.value]))

  const passage = (row: InsightItemRow): (QuotedPassage & { type: InsightItem['type']; id: string }) | undefined => {
    if (row.conversation_id === null) {
      return { type: 'KB_SOURCE', id: row.knowledge_source_id, quote: row.quote, start: null, end: null }
    }
    const segment = segments.get(toSegmentKey(row))
    if (segment === undefined) return undefined
    const { first_word: first, last_word: last } = row
    const words = toPassage(segment, first === null || last === null ? undefined : { first, last })
    return { type: 'CONVERSATION', id: row.conversation_id, ...words }
  }
  const byResult = new Map<string, PositionedItem[]>()
  for (const row of rows) {
    const told = passage(row)
    if (told === undefined) continue
    const items = byResult.get(row.result_id) ?? []
    items.push({ position: row.position, item: { ...told, title: row.title } })
    byResult.set(row.result_id, items)
  }
  return byResult
}
