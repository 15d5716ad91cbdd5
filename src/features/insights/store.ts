/** The one way an insight comes about. */
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { insertInsight, insertItems, insertResult } from './queries.ts'
import type { ResultStatus } from './schema.ts'

/** A source that a result names by its place among the items, from 1. */
export type NewItem =
  | {
      readonly conversationId: string
      readonly transcriptVersion: number
      /** Counted from 0. */
      readonly segment: number
      /** The words of the segment that are quoted, from 0; all of them when absent. */
      readonly words?: { readonly first: number; readonly last: number }
    }
  | { readonly knowledgeSourceId: string; readonly quote: string }

export interface NewResult {
  readonly prompt: string
  readonly status: ResultStatus
  /** The text, naming its items by `[1]`, `[2]` …; empty until it is finished. */
  readonly result: string
  /** Every conversation that something was read of for it, cited or not. */
  readonly conversationIds: readonly string[]
  readonly emailIds?: readonly string[]
  readonly items: readonly NewItem[]
}

export interface NewInsight {
  readonly userId: string
  readonly title: string
  readonly at: Date
  readonly results: readonly NewResult[]
}

/** Stores an insight whole. Whether its user sees what it was made of has been asked before. @returns its id */
export async function storeInsight(tx: Writer, org: OrganizationId, insight: NewInsight): Promise<string> {
  const insightId = newId()
  await insertInsight(tx, org, { id: insightId, ...insight })
  for (const [index, { items, conversationIds, emailIds = [], ...result }] of insight.results.entries()) {
    const id = newId()
    const cited = items.flatMap((item) => ('conversationId' in item ? [item.conversationId] : []))
    await insertResult(tx, org, {
      ...result,
      id,
      insightId,
      position: index + 1,
      itemCount: items.length,
      emailsUsed: emailIds,
      conversationIds: [...new Set([...conversationIds, ...cited])],
    })
    if (items.length > 0) await insertItems(tx, org, id, items.map(rowOf))
  }
  return insightId
}

function rowOf(item: NewItem, index: number) {
  const position = index + 1
  if ('knowledgeSourceId' in item) return { position, knowledge_source_id: item.knowledgeSourceId, quote: item.quote }
  const { words } = item
  return {
    position,
    conversation_id: item.conversationId,
    transcript_version: item.transcriptVersion,
    segment: item.segment,
    ...(words === undefined ? {} : { first_word: words.first, last_word: words.last }),
  }
}
