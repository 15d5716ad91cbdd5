/** Stores the proposals of the analysis without changing decisions of people. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Json } from '../../../core/wire.ts'
import type { FieldEvidence } from '../extraction/index.ts'
import { type ApplicableItem, findItemsById } from './applicable-items.ts'
import { appendHistory, isDecided, isRejected, isSameValue, type StoredRow } from './model.ts'
import { deleteValues, insertValues, selectValues, updateValue } from './queries.ts'

export interface ValueProposal {
  readonly item: ApplicableItem
  readonly value: Json
  readonly source: 'ai' | 'rule'
  readonly confidence: number
  readonly evidence: readonly FieldEvidence[]
  readonly model: string | null
}

export interface Proposed {
  readonly proposals: readonly ValueProposal[]
  /** All items that were evaluated, with or without a value. */
  readonly items: readonly ApplicableItem[]
  readonly transcriptVersion: number
  /** Whether a language model was used. Rules find less, so they keep model values of the same transcript version. */
  readonly byModel: boolean
}

/**
 * Replaces earlier proposals. A proposal with an unchanged value keeps its ID, so that a user who confirms an ID
 * confirms the value they saw. Decisions of people and values of deleted items don't change.
 */
export async function saveProposals(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  proposed: Proposed,
  at: Date,
): Promise<void> {
  const rows = await selectValues(tx, org, conversationId)
  const there = await findItemsById(
    tx,
    org,
    rows.map((row) => row.item_id),
  )
  const added: StoredRow[] = []
  const taken = new Set<string>()
  for (const proposal of proposed.proposals) {
    const { item, value, evidence } = proposal
    const own = rows.filter((row) => row.item_id === item.id)
    const before = own.find((row) => row.state === 'proposed')
    if (own.some(isDecided) || isRejected(own, item.id, value, evidence)) continue
    if (before !== undefined && canStay(before, proposed)) continue
    if (before !== undefined && isSameValue(before.value, value)) {
      taken.add(before.id)
      await updateValue(tx, org, conversationId, { ...before, ...toValueContent(proposal, proposed) })
    } else added.push(toStoredRow(proposal, proposed, at))
  }
  const withdrawn = rows.filter(
    (row) => row.state === 'proposed' && there.has(row.item_id) && !taken.has(row.id) && !canStay(row, proposed),
  )
  await deleteValues(
    tx,
    org,
    conversationId,
    withdrawn.map(({ id }) => id),
  )
  await insertValues(tx, org, conversationId, added)
}

function canStay(row: StoredRow, { items, transcriptVersion, byModel }: Proposed): boolean {
  const item = items.find(({ id }) => id === row.item_id)
  const isOfSame = row.transcript_version === transcriptVersion && row.item_version === item?.version
  return !byModel && row.source === 'ai' && isOfSame
}

const toValueContent = (
  { item, value, source, confidence, evidence, model }: ValueProposal,
  { transcriptVersion }: Pick<Proposed, 'transcriptVersion'>,
) => ({
  ...{ item_version: item.version, title: item.title, category: item.category, value, source, confidence, evidence },
  ...{ transcript_version: transcriptVersion, model },
})

const toStoredRow = (proposal: ValueProposal, proposed: Proposed, at: Date): StoredRow => {
  const { item, value, source } = proposal
  const change = { state: 'proposed', value, source, at: at.toISOString(), by: null } as const
  return {
    ...{ id: newId(), item_id: item.id, key: item.key, response_type: item.responseType, state: 'proposed' },
    ...toValueContent(proposal, proposed),
    ...{ history: appendHistory([], change), found_at: at.toISOString(), decided_by: null, decided_at: null },
  }
}
