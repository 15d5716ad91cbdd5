/** The one way an insight comes about. */
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import {
  holdSources,
  insertInsight,
  insertItems,
  insertResult,
  insertResultConversations,
  type ResultColumns,
  updatePendingResult,
} from './queries.ts'
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

export interface MadeResult {
  readonly status: ResultStatus
  /** The text, naming its items by `[1]`, `[2]` …; empty until it is finished. */
  readonly result: string
  /** Every conversation that something was taken from for it, cited or not. */
  readonly conversationIds: readonly string[]
  readonly items: readonly NewItem[]
  /** What was left out or could not be done. */
  readonly notice?: string | null
}

export interface NewResult extends MadeResult {
  readonly prompt: string
  readonly emailIds?: readonly string[]
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
  for (const [index, { prompt, emailIds = [], ...made }] of insight.results.entries()) {
    const id = newId()
    await insertResult(tx, org, {
      ...columnsOf(made),
      id,
      insightId,
      position: index + 1,
      prompt,
      emailsUsed: emailIds,
    })
    await storeSources(tx, org, id, made)
  }
  return insightId
}

/** Something that a result was made of is gone by now: it has to be made anew, without it. */
export class SourceGone extends Error {}

/**
 * Ends a result that was waiting.
 * @returns false when it was not, or is not there any more; nothing is stored then
 * @throws SourceGone
 */
export async function finishResult(tx: Writer, org: OrganizationId, id: string, made: MadeResult): Promise<boolean> {
  if (!(await updatePendingResult(tx, org, id, columnsOf(made)))) return false
  await storeSources(tx, org, id, made)
  return true
}

const columnsOf = ({ status, result, items, notice = null }: MadeResult): ResultColumns => ({
  ...{ status, result, notice },
  itemCount: items.length,
})

async function storeSources(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { items, conversationIds }: MadeResult,
): Promise<void> {
  const cited = items.flatMap((item) => ('conversationId' in item ? [item.conversationId] : []))
  const behind = [...new Set([...conversationIds, ...cited])]
  const sources = [...new Set(items.flatMap((item) => ('conversationId' in item ? [] : [item.knowledgeSourceId])))]
  if (behind.length > 0 && (await insertResultConversations(tx, org, id, behind)) < behind.length)
    throw new SourceGone()
  if (sources.length > 0 && (await holdSources(tx, org, sources)) < sources.length) throw new SourceGone()
  if (items.length > 0) await insertItems(tx, org, id, items.map(rowOf))
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
