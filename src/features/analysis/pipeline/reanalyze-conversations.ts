import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { runInBulk } from '../../../core/urgency.ts'
import { uuid } from '../../../core/wire.ts'
import {
  bodyFilterFields,
  type ConversationFilters,
  countConversations,
  filtersOfBody,
  permittedConversations,
} from '../../conversations/records/index.ts'
import { requestAnalysis, type StepId } from '../../platform/analysis-requests/index.ts'
import { selectSelected } from './queries.ts'
import { requestedSteps } from './requested-steps.ts'

/**
 * Maximum number of conversations per request. Larger selections must be narrowed, or requested on the command line.
 */
const SELECTION_MAX = 10_000
/** Number of conversations in one transaction. */
const AT_ONCE = 200

export const reanalyzeConversations = defineOperation({
  id: 'reanalyzeConversations',
  summary: 'Reanalyze a selection of conversations',
  description:
    `Selects conversations by IDs, filters or both, maximum ${SELECTION_MAX} conversations. For each one, runs the ` +
    'steps whose inputs have changed, the steps that failed and those in `steps`. Conversations that wait ' +
    'for their transcript are skipped. Runs in the background. Safe to repeat. Requires the admin role.',
  tag: 'Conversations',
  cost: COSTS.highest,
  input: z.object({
    conversation_ids: z
      .array(uuid())
      .max(1_000)
      .optional()
      .describe(
        'IDs of the conversations, maximum 1,000. Filters still apply. If omitted, the filters alone select. ' +
          'Example: `["3f2b8c1e-90d4-4a57-8e6b-51c7a9d0f233"]`.',
      ),
    ...bodyFilterFields,
    steps: requestedSteps,
  }),
  output: z.object({ requested: z.int().describe('Number of conversations whose analysis was requested.') }),
  requires: { scope: 'write', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'POST', derived: false, path: '/conversations/reanalyze', status: 202 },
  async handle({ conversation_ids, steps, ...given }, ctx) {
    const filters = filtersOfBody(given)
    if (conversation_ids === undefined) {
      const total = await countConversations(ctx.db, ctx.org, toVisibility(ctx.principal), filters)
      if (total > SELECTION_MAX) {
        throw invalid({
          pointer: '/filter',
          detail: `The filters select more than ${SELECTION_MAX} conversations. Narrow them and send several requests.`,
        })
      }
    }
    return runInBulk(async () => {
      let requested = 0
      for await (const count of requestSelected(ctx, { filters, steps, ids: conversation_ids })) requested += count
      return { requested }
    })
  },
})

/** Requests the analysis of a selection in batches. @returns the number of conversations in each batch */
export async function* requestSelected(
  ctx: Context,
  {
    filters,
    steps,
    ids,
  }: { filters: ConversationFilters; steps: readonly StepId[]; ids?: readonly string[] | undefined },
): AsyncGenerator<number> {
  const permitted = permittedConversations(ctx.org, toVisibility(ctx.principal), filters, ids)
  let after: string | undefined
  do {
    ctx.signal.throwIfAborted()
    const some = await selectSelected(ctx.db, ctx.org, permitted, after, AT_ONCE)
    after = some.at(-1)
    if (some.length === 0) return
    await ctx.transact(async (tx) => {
      ctx.addAuditTarget('organization', ctx.org)
      await requestAnalysis(tx, ctx, some, steps)
    })
    yield some.length
  } while (after !== undefined)
}
