/** Stores insights and their results. All insights are created here. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import {
  insertInsight,
  insertItems,
  insertResult,
  insertResultConversations,
  lockSources,
  type ResultColumns,
  updatePendingResult,
} from './queries.ts'
import type { ResultStatus } from './schema.ts'

/** Source that a result cites by its position in the items, from 1. */
export type NewInsightItem =
  | {
      readonly conversationId: string
      readonly transcriptVersion: number
      /** Index of the segment, from 0. */
      readonly segment: number
      /** Range of the quoted words of the segment, from 0. Undefined for the whole segment. */
      readonly words?: { readonly first: number; readonly last: number }
    }
  | { readonly knowledgeSourceId: string; readonly quote: string }

export interface MadeResult {
  readonly status: ResultStatus
  /** Text with citations `[1]`, `[2]` of its items. Empty until the result is finished. */
  readonly result: string
  /** All conversations that the text uses, cited or not. */
  readonly conversationIds: readonly string[]
  readonly items: readonly NewInsightItem[]
  /** Explanation of omissions or failures. */
  readonly notice?: string | null
}

export interface NewInsightResult extends MadeResult {
  readonly prompt: string
  readonly emailIds?: readonly string[]
}

export interface NewInsight {
  readonly userId: string
  readonly title: string
  readonly at: Date
  readonly results: readonly NewInsightResult[]
}

/** Stores an insight with its results. The caller must check the permissions of the user first. @returns the ID */
export async function storeInsight(tx: Writer, org: OrganizationId, insight: NewInsight): Promise<string> {
  const insightId = newId()
  await insertInsight(tx, org, { id: insightId, ...insight })
  for (const [index, { prompt, emailIds = [], ...made }] of insight.results.entries()) {
    const id = newId()
    await insertResult(tx, org, {
      ...toResultColumns(made),
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

/** A source of a result was deleted while the result was created. The result must be created again without it. */
export class SourceGone extends Error {}

/**
 * Stores the outcome of a pending result.
 * @returns false if the result isn't pending or was deleted; nothing is stored then
 * @throws SourceGone if a conversation or knowledge source was deleted
 */
export async function finishResult(
  tx: Writer,
  org: OrganizationId,
  id: string,
  made: MadeResult,
  at: Date,
): Promise<boolean> {
  if (!(await updatePendingResult(tx, org, id, toResultColumns(made), at))) return false
  await storeSources(tx, org, id, made)
  return true
}

const toResultColumns = ({ status, result, items, notice = null }: MadeResult): ResultColumns => ({
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
  if (sources.length > 0 && (await lockSources(tx, org, sources)) < sources.length) throw new SourceGone()
  if (items.length > 0) await insertItems(tx, org, id, items.map(toItemRow))
}

function toItemRow(item: NewInsightItem, index: number) {
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
