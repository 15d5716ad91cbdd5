import { z } from 'zod'
import { AppError } from '../../../../core/errors.ts'
import type { Context } from '../../../../core/operation.ts'
import { defineToolOperation } from '../../../../core/tool.ts'
import { runInBulk } from '../../../../core/urgency.ts'
import { requireAnyField, SOMETHING_GIVEN, text, uuid } from '../../../../core/wire.ts'
import { LABELS_MAX, labelMap } from '../schema-input.ts'
import { changeLabels } from './change-labels.ts'

/** Maximum number of conversations in a request. */
export const LABELLED_MAX = 50

const outcome = z.object({
  id: z.string(),
  labels: z.record(z.string(), z.string()).nullable(),
  /** Error code if the labels weren't changed, otherwise null. */
  error: z.string().nullable(),
})

/** Variant for tools, for several conversations. Each is changed in its own transaction, so one error stops no other. */
export const labelConversations = defineToolOperation({
  id: 'labelConversations',
  summary: 'Update the labels of several conversations',
  tag: 'Conversations',
  input: z
    .object({
      ids: z.array(uuid()).min(1).max(LABELLED_MAX),
      set: labelMap.optional(),
      remove: z
        .array(text({ min: 1, max: 128 }))
        .max(LABELS_MAX)
        .optional(),
    })
    .refine(requireAnyField('ids'), SOMETHING_GIVEN),
  output: z.object({ data: z.array(outcome) }),
  requires: { scope: 'write' },
  async handle({ ids, set = {}, remove = [] }, ctx) {
    const data: z.input<typeof outcome>[] = []
    // The analyses of a selection don't precede other work.
    await runInBulk(async () => {
      for (const id of new Set(ids)) data.push(await changeOne(ctx, id, { set, remove }))
    })
    return { data }
  },
})

async function changeOne(ctx: Context, id: string, change: Parameters<typeof changeLabels>[2]) {
  try {
    return { id, labels: await changeLabels(ctx, id, change), error: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'internal') throw error
    return { id, labels: null, error: error.code }
  }
}
