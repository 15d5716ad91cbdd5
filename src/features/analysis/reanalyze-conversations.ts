import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import type { Context } from '../../core/operation.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { uuid } from '../../core/wire.ts'
import { requestAnalysis, type StepId } from '../analysis-requests/index.ts'
import {
  bodyFilterFields,
  countConversations,
  type Filters,
  filtersOfBody,
  permittedConversations,
} from '../conversations/index.ts'
import { selectSelected } from './queries.ts'
import { stepsAsked } from './steps-asked.ts'

/** Conversations that one request asks for; a larger selection is narrowed, or asked for on the command line. */
const SELECTION_MAX = 10_000
/** Asked for in one transaction. */
const AT_ONCE = 200

export const reanalyzeConversations = defineOperation({
  id: 'reanalyzeConversations',
  summary: 'Analyze a selection of conversations again, by ids or by the filters of the lists.',
  description:
    `Up to ${SELECTION_MAX} conversations. Without \`steps\`: what something has changed for since, as for one ` +
    'conversation. Those without a transcript are left out.',
  tag: 'Conversations',
  cost: COSTS.highest,
  input: z.object({
    conversation_ids: z.array(uuid()).max(1_000).optional().describe('These alone, of those the filters mean.'),
    ...bodyFilterFields,
    steps: stepsAsked,
  }),
  output: z.object({ requested: z.int().describe('Conversations that are analyzed again.') }),
  requires: { scope: 'write', role: 'ADMIN' },
  takesLong: true,
  rest: { method: 'POST', derived: false, path: '/conversations/reanalyze', status: 202 },
  async handle({ conversation_ids, steps, ...given }, ctx) {
    const filters = filtersOfBody(given)
    if (conversation_ids === undefined) {
      const total = await countConversations(ctx.db, ctx.org, visibilityOf(ctx.principal), filters)
      if (total > SELECTION_MAX) {
        throw invalid({ pointer: '/filter', detail: `The filters must leave at most ${SELECTION_MAX} conversations.` })
      }
    }
    let requested = 0
    for await (const count of requestSelected(ctx, { filters, steps, ids: conversation_ids })) requested += count
    return { requested }
  },
})

/** Asks for all of a selection, some at a time. @returns how many were asked for, each time */
export async function* requestSelected(
  ctx: Context,
  { filters, steps, ids }: { filters: Filters; steps: readonly StepId[]; ids?: readonly string[] | undefined },
): AsyncGenerator<number> {
  const permitted = permittedConversations(ctx.org, visibilityOf(ctx.principal), filters, ids)
  let after: string | undefined
  do {
    ctx.signal.throwIfAborted()
    const some = await selectSelected(ctx.db, ctx.org, permitted, after, AT_ONCE)
    after = some.at(-1)
    if (some.length === 0) return
    await ctx.transact(async (tx) => {
      ctx.names('organization', ctx.org)
      await requestAnalysis(tx, ctx, some, steps)
    })
    yield some.length
  } while (after !== undefined)
}
