import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { invalid, type Problem } from '../../../core/errors.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { pathId, text } from '../../../core/wire.ts'
import { changeConversation } from '../../conversations/records/index.ts'
import { requestIntegrations } from '../../integrations/run-requests/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { type ApplicableItem, findApplicableItems, findItemsById } from './applicable-items.ts'
import { confirmRow, createConfirmedRow, rejectedBy, VALUE_NOT_FOUND } from './decide.ts'
import { isExactly, isLive, type StoredRow, shapeOfGone, validateValue } from './model.ts'
import { deleteValues, insertValues, selectValues, updateValue } from './queries.ts'
import { decision, storedValue, VALUES_MAX, type ValueInput } from './schema.ts'
import { serializeStoredValue } from './serialize.ts'
import { syncConversationFields } from './sync-conversation-fields.ts'

const given = z.object({
  ...decision,
  title: text({ max: 256 }).optional().describe('Title of the item. Accepted for compatibility and ignored.'),
})

export const confirmFieldValues = defineOperation({
  id: 'confirmFieldValues',
  summary: 'Confirm or correct field values',
  description:
    'Confirms values of a conversation as proposed, or replaces them with the values that you send. Each entry contains ' +
    'the `id` of a value or the `key` of an item. If one entry is invalid, nothing changes. The analysis never changes ' +
    'confirmed values. Runs integration workflows with the trigger `on_confirmed`. You can repeat the request safely.',
  tag: 'Fields',
  input: z.object({
    id: pathId('conversation'),
    intelligence: z
      .array(given)
      .min(1)
      .max(VALUES_MAX)
      .describe(`Values to confirm, 1 to ${VALUES_MAX}, at most one per item.`),
  }),
  output: z.object({ data: z.array(storedValue) }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/crm/confirm' },
  async handle({ id, intelligence }, ctx) {
    return changeConversation(ctx, id, 'viewer', async (tx, standing) => {
      const asked = { id, teamId: standing.team_id, opportunityId: standing.opportunity_id }
      const rows = await selectValues(tx, ctx.org, id)
      const [there, askedItems] = await Promise.all([
        findItemsById(
          tx,
          ctx.org,
          rows.map((row) => row.item_id),
        ),
        findApplicableItems(tx, ctx.org, asked),
      ])
      const settled = resolveEntries(intelligence, rows, there, askedItems, ctx)
      const changed = settled.filter(({ row, before }) => row !== before)
      for (const { row, before } of changed) {
        const others = rows.filter((one) => one.item_id === row.item_id && one.id !== row.id && isLive(one))
        for (const other of others) await makeRoom(tx, ctx, id, other)
        if (before === undefined) {
          await insertValues(tx, ctx.org, id, [row])
          ctx.addAuditTarget('field value', row.id)
        } else await updateValue(tx, ctx.org, id, row)
      }
      if (changed.length > 0) {
        await syncConversationFields(tx, ctx.org, asked)
        await requestIntegrations(tx, ctx, id, 'on_confirmed')
        await announce(tx, ctx, {
          type: 'conversation.fields_confirmed',
          data: {
            conversation_id: id,
            field_value_ids: changed.map(({ row }) => row.id),
            user_id: ctx.principal.user?.id ?? null,
          },
        })
      }
      return { data: settled.map(({ row }) => serializeStoredValue(row)) }
    })
  },
})

interface ConfirmedChange {
  readonly row: StoredRow
  /** Row before the request. Undefined if there was none. Identical to `row` if nothing changes. */
  readonly before: StoredRow | undefined
}

type Entry = z.output<typeof given>

/** @throws AppError `validation_failed` with a pointer to each invalid entry */
function resolveEntries(
  entries: readonly Entry[],
  rows: readonly StoredRow[],
  there: ReadonlyMap<string, ApplicableItem>,
  askedItems: readonly ApplicableItem[],
  ctx: Context,
): ConfirmedChange[] {
  const problems: Problem[] = []
  const seen = new Set<string>()
  const settled = entries.flatMap((entry, index): ConfirmedChange[] => {
    const refuse = (field: string, detail: string) => {
      problems.push({ pointer: `/intelligence/${index}${field}`, detail })
      return []
    }
    if (entry.id === undefined && entry.key === undefined)
      return refuse('', '`id` or `key` is required. Send the ID of a value or the key of an item.')
    const called = rows.filter((row) => row.key === entry.key && isLive(row))
    const before =
      entry.id === undefined
        ? (called.find((row) => there.has(row.item_id)) ?? called[0])
        : rows.find((row) => row.id === entry.id)
    if (entry.id !== undefined && before === undefined) {
      return refuse('/id', VALUE_NOT_FOUND)
    }
    if (before !== undefined && entry.key !== undefined && before.key !== entry.key) {
      return refuse('/key', 'The value with this `id` has another key. Omit `key` or send the key of the value.')
    }
    const item = before === undefined ? askedItems.find(({ key }) => key === entry.key) : there.get(before.item_id)
    if (before === undefined && item === undefined)
      return refuse(
        '/key',
        'No item with this key applies to the conversation. Use a key from `GET /conversations/{id}/field-items`.',
      )
    const itemId = before?.item_id ?? item?.id ?? ''
    if (seen.has(itemId)) return refuse('', 'Another entry is for the same item. Send each item once.')
    seen.add(itemId)
    const wanted = entry.value ?? before?.value
    if (wanted === undefined) return refuse('/value', '`value` is required because the item has no proposed value.')
    const isAsItWas = before !== undefined && isExactly(before.value, wanted)
    const fits = isAsItWas ? { value: before.value } : validateValue(item ?? shapeOfRow(before), wanted as ValueInput)
    if ('problem' in fits) return refuse('/value', fits.problem)
    if (before !== undefined) return [{ before, row: confirmRow(before, fits.value, ctx) }]
    return item === undefined ? [] : [{ before: undefined, row: createConfirmedRow(item, fits.value, ctx) }]
  })
  const [problem, ...rest] = problems
  if (problem !== undefined) throw invalid(problem, ...rest)
  return settled
}

const shapeOfRow = (row: StoredRow | undefined) => shapeOfGone(row?.response_type ?? 'text', row?.value ?? null)

/** Keeps one live value per item: deletes a newer proposal, and rejects a value that was decided earlier. */
async function makeRoom(tx: Writer, ctx: Context, id: string, other: StoredRow): Promise<void> {
  if (other.state === 'proposed') await deleteValues(tx, ctx.org, id, [other.id])
  else await updateValue(tx, ctx.org, id, rejectedBy(other, ctx))
}
