import { z } from 'zod'
import type { Writer } from '../../core/db.ts'
import { invalid, type Problem } from '../../core/errors.ts'
import { type Context, defineOperation } from '../../core/operation.ts'
import { pathId, text } from '../../core/wire.ts'
import { changeConversation } from '../conversations/index.ts'
import { requestIntegrations } from '../integration-requests/index.ts'
import { type AskedItem, itemsAskedOf, itemsOf } from './applying.ts'
import { decided, filledIn, rejectedBy } from './decide.ts'
import { fitting, isExactly, isLive, type StoredRow, shapeOfGone } from './model.ts'
import { deleteValues, insertValues, selectValues, updateValue } from './queries.ts'
import { retell } from './retell.ts'
import { decision, type GivenValue, storedValue, VALUES_MAX } from './schema.ts'
import { storedOf } from './told.ts'

const given = z.object({ ...decision, title: text({ max: 256 }).optional().describe('Of the item; ignored.') })

export const confirmFieldValues = defineOperation({
  id: 'confirmFieldValues',
  summary: 'Confirm field values of a conversation as they were proposed, or with other values.',
  description:
    'Each entry names a value by its id, or an item by its key, which may have no value yet. A value of its own must be ' +
    'of the type of the item; without one the value is confirmed as it is. All entries are taken, or none. Analysis ' +
    'changes nothing of what is confirmed. Doing it again changes nothing.',
  tag: 'Fields',
  input: z.object({ id: pathId('conversation'), intelligence: z.array(given).min(1).max(VALUES_MAX) }),
  output: z.object({ data: z.array(storedValue) }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/crm/confirm' },
  async handle({ id, intelligence }, ctx) {
    return changeConversation(ctx, id, 'viewer', async (tx, standing) => {
      const asked = { id, teamId: standing.team_id, opportunityId: standing.opportunity_id }
      const rows = await selectValues(tx, ctx.org, id)
      const [there, askedItems] = await Promise.all([
        itemsOf(
          tx,
          ctx.org,
          rows.map((row) => row.item_id),
        ),
        itemsAskedOf(tx, ctx.org, asked),
      ])
      const settled = settle(intelligence, rows, there, askedItems, ctx)
      const changed = settled.filter(({ row, before }) => row !== before)
      for (const { row, before } of changed) {
        const others = rows.filter((one) => one.item_id === row.item_id && one.id !== row.id && isLive(one))
        for (const other of others) await makeRoom(tx, ctx, id, other)
        if (before === undefined) {
          await insertValues(tx, ctx.org, id, [row])
          ctx.names('field value', row.id)
        } else await updateValue(tx, ctx.org, id, row)
      }
      if (changed.length > 0) {
        await retell(tx, ctx.org, asked)
        await requestIntegrations(tx, ctx, id, 'on_confirmed')
      }
      return { data: settled.map(({ row }) => storedOf(row)) }
    })
  },
})

interface Settled {
  readonly row: StoredRow
  /** What it was; undefined: there was none. The same: nothing changes. */
  readonly before: StoredRow | undefined
}

type Entry = z.output<typeof given>

/** @throws AppError that points at each entry that cannot be taken */
function settle(
  entries: readonly Entry[],
  rows: readonly StoredRow[],
  there: ReadonlyMap<string, AskedItem>,
  askedItems: readonly AskedItem[],
  ctx: Context,
): Settled[] {
  const problems: Problem[] = []
  const seen = new Set<string>()
  const settled = entries.flatMap((entry, index): Settled[] => {
    const refuse = (field: string, detail: string) => {
      problems.push({ pointer: `/intelligence/${index}${field}`, detail })
      return []
    }
    if (entry.id === undefined && entry.key === undefined) return refuse('', 'This needs an id or a key.')
    const called = rows.filter((row) => row.key === entry.key && isLive(row))
    const before =
      entry.id === undefined
        ? (called.find((row) => there.has(row.item_id)) ?? called[0])
        : rows.find((row) => row.id === entry.id)
    if (entry.id !== undefined && before === undefined) {
      return refuse('/id', 'The conversation has no such value; it may have been replaced meanwhile.')
    }
    if (before !== undefined && entry.key !== undefined && before.key !== entry.key) {
      return refuse('/key', 'The value of this id has another key.')
    }
    const item = before === undefined ? askedItems.find(({ key }) => key === entry.key) : there.get(before.item_id)
    if (before === undefined && item === undefined) return refuse('/key', 'The conversation is asked for no such item.')
    const itemId = before?.item_id ?? item?.id ?? ''
    if (seen.has(itemId)) return refuse('', 'This item stands twice in the request.')
    seen.add(itemId)
    const wanted = entry.value ?? before?.value
    if (wanted === undefined) return refuse('/value', 'Nothing was proposed, so a value is required.')
    const isAsItWas = before !== undefined && isExactly(before.value, wanted)
    const fits = isAsItWas ? { value: before.value } : fitting(item ?? shapeOfRow(before), wanted as GivenValue)
    if ('problem' in fits) return refuse('/value', fits.problem)
    if (before !== undefined) return [{ before, row: decided(before, fits.value, ctx) }]
    return item === undefined ? [] : [{ before: undefined, row: filledIn(item, fits.value, ctx) }]
  })
  const [problem, ...rest] = problems
  if (problem !== undefined) throw invalid(problem, ...rest)
  return settled
}

const shapeOfRow = (row: StoredRow | undefined) => shapeOfGone(row?.response_type ?? 'text', row?.value ?? null)

/** An item has one value: what was proposed meanwhile goes, what somebody decided before is none any more. */
async function makeRoom(tx: Writer, ctx: Context, id: string, other: StoredRow): Promise<void> {
  if (other.state === 'proposed') await deleteValues(tx, ctx.org, id, [other.id])
  else await updateValue(tx, ctx.org, id, rejectedBy(other, ctx))
}
