import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId, uuid } from '../../../core/wire.ts'
import { changeConversation } from '../../conversations/records/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { rejectedBy, VALUE_NOT_FOUND } from './decide.ts'
import { isLive } from './model.ts'
import { selectValues, updateValue } from './queries.ts'
import { storedValue, VALUES_MAX } from './schema.ts'
import { serializeStoredValue } from './serialize.ts'
import { syncConversationFields } from './sync-conversation-fields.ts'

export const rejectFieldValues = defineOperation({
  id: 'rejectFieldValues',
  summary: 'Reject field values',
  description:
    "Removes the values from the conversation record. The analysis doesn't propose a rejected value again for the same " +
    'quotes. If one ID is invalid, nothing changes. You can repeat the request safely. To restore a value, confirm it.',
  tag: 'Fields',
  input: z.object({
    id: pathId('conversation'),
    ids: z
      .array(uuid())
      .min(1)
      .max(VALUES_MAX)
      .describe(
        `IDs of values of the conversation, from \`GET /conversations/{id}/field-values\`. 1 to ${VALUES_MAX} IDs.`,
      ),
  }),
  output: z.object({ data: z.array(storedValue) }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/crm/reject' },
  async handle({ id, ids }, ctx) {
    return changeConversation(ctx, id, 'viewer', async (tx, standing) => {
      const rows = new Map((await selectValues(tx, ctx.org, id)).map((row) => [row.id, row]))
      const [problem, ...rest] = ids.flatMap((one, index) =>
        rows.has(one) ? [] : [{ pointer: `/ids/${index}`, detail: VALUE_NOT_FOUND }],
      )
      if (problem !== undefined) throw invalid(problem, ...rest)
      const changed: string[] = []
      for (const one of new Set(ids)) {
        const row = rows.get(one)
        if (row === undefined || !isLive(row)) continue
        const rejected = rejectedBy(row, ctx)
        await updateValue(tx, ctx.org, id, rejected)
        rows.set(one, rejected)
        changed.push(one)
      }
      const { team_id: teamId, opportunity_id: opportunityId } = standing
      if (changed.length > 0) {
        await syncConversationFields(tx, ctx.org, { id, teamId, opportunityId })
        await announce(tx, ctx, {
          type: 'conversation.fields_rejected',
          data: { conversation_id: id, field_value_ids: changed, user_id: ctx.principal.user?.id ?? null },
        })
      }
      return { data: [...new Set(ids)].flatMap((one) => rows.get(one) ?? []).map(serializeStoredValue) }
    })
  },
})
