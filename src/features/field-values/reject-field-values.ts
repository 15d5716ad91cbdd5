import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId, uuid } from '../../core/wire.ts'
import { changeConversation } from '../conversations/index.ts'
import { rejectedBy } from './decide.ts'
import { isLive } from './model.ts'
import { selectValues, updateValue } from './queries.ts'
import { retell } from './retell.ts'
import { storedValue, VALUES_MAX } from './schema.ts'
import { storedOf } from './told.ts'

export const rejectFieldValues = defineOperation({
  id: 'rejectFieldValues',
  summary: 'Say of field values of a conversation that they are none.',
  description:
    'They are no longer told on the conversation, and analysis does not propose the same value of the same words again. ' +
    'All are rejected, or none. Doing it again changes nothing; confirming one brings it back.',
  tag: 'Fields',
  input: z.object({ id: pathId('conversation'), ids: z.array(uuid()).min(1).max(VALUES_MAX) }),
  output: z.object({ data: z.array(storedValue) }),
  requires: { scope: 'write' },
  rest: { method: 'POST', derived: true, path: '/conversations/{id}/crm/reject' },
  async handle({ id, ids }, ctx) {
    return changeConversation(ctx, id, 'viewer', async (tx, standing) => {
      const rows = new Map((await selectValues(tx, ctx.org, id)).map((row) => [row.id, row]))
      const [problem, ...rest] = ids.flatMap((one, index) =>
        rows.has(one)
          ? []
          : [
              {
                pointer: `/ids/${index}`,
                detail: 'The conversation has no such value; it may have been replaced meanwhile.',
              },
            ],
      )
      if (problem !== undefined) throw invalid(problem, ...rest)
      let isChanged = false
      for (const one of new Set(ids)) {
        const row = rows.get(one)
        if (row === undefined || !isLive(row)) continue
        const rejected = rejectedBy(row, ctx)
        await updateValue(tx, ctx.org, id, rejected)
        rows.set(one, rejected)
        isChanged = true
      }
      const { team_id: teamId, opportunity_id: opportunityId } = standing
      if (isChanged) await retell(tx, ctx.org, { id, teamId, opportunityId })
      return { data: [...new Set(ids)].flatMap((one) => rows.get(one) ?? []).map(storedOf) }
    })
  },
})
