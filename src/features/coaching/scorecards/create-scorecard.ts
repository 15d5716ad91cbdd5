import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { requireTeams } from '../../accounts/identity/index.ts'
import { checkCriteria, NO_CRITERIA } from '../../conversations/labels/index.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { resolveTeam, teamNamed } from './model.ts'
import { requireItem } from './mutate.ts'
import { insertScorecard, selectScorecard } from './queries.ts'
import { ITEMS_MAX, insertItem } from './queries-items.ts'
import {
  DEFAULT_METADATA,
  itemFields,
  type ScorecardItem,
  scorecard,
  scorecardFields,
  scorecardItem,
} from './schema.ts'
import { serializeScorecard, serializeScorecardItem } from './serialize.ts'

const { position: _, ...newItemFields } = itemFields

/** Items of a new scorecard. Their order is their position. */
const scorecardItems = z
  .array(z.object(newItemFields))
  .max(ITEMS_MAX)
  .describe(
    `Questions in their order, at most ${ITEMS_MAX}. Example: \`[{"title": "Did the rep agree on a next step?", "weight": 2}]\`.`,
  )

const createdScorecard = scorecard.extend({
  items: z.array(scorecardItem).optional().describe('The created items, if the request had `items`.'),
})

export const createScorecard = defineOperation({
  id: 'createScorecard',
  summary: 'Create a scorecard',
  description:
    'Creates the scorecard with its `items`, in their order. Add more with `POST /scorecards/{id}/items`. It is enabled ' +
    'and applies to all teams unless the request sets other values. Requires the admin role.',
  tag: 'Scorecards',
  input: z.object({ ...scorecardFields, items: scorecardItems.optional() }),
  output: createdScorecard,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/scorecards',
    status: 201,
    ...inData(createdScorecard),
  },
  async handle(input, ctx) {
    const id = newId()
    const team = teamNamed(input)
    const { allTeams, teamId } = resolveTeam(
      { allTeams: true, teamId: null },
      { allTeams: input.allTeams, teamId: team?.id },
    )
    const { criteria = NO_CRITERIA } = input
    return ctx.transact(async (tx) => {
      if (team !== undefined) await requireTeams(tx, ctx.org, [team.id], team.pointer)
      const made = {
        title: input.title,
        team_id: teamId,
        all_teams: allTeams,
        enabled: input.enabled ?? true,
        interaction_type: input.interactionType ?? 'conversation',
        detailed_instructions: input.detailedInstructions ?? '',
        scorecard_prompt: input.scorecardPrompt ?? '',
        expert_mode: input.expertMode ?? false,
        criteria,
      } as const
      await insertScorecard(tx, ctx.org, id, made, ctx.clock.now())
      await checkCriteria(tx, ctx.org, { kind: 'scorecard', id }, criteria)
      ctx.addAuditTarget('scorecard', id)
      const items = await insertItems(tx, ctx, id, input.items)
      // As when an item is added later: earlier conversations are scored too.
      if (items !== undefined && items.length > 0) await requestLookBack(tx, ctx)
      const row = await selectScorecard(tx, ctx.org, id)
      if (row === undefined) throw new Error("The created scorecard doesn't exist.")
      return { ...serializeScorecard(row, ctx.org), ...(items === undefined ? {} : { items }) }
    })
  },
})

/** Inserts the items of a new scorecard in their order. */
async function insertItems(
  tx: Writer,
  ctx: Context,
  scorecardId: string,
  items: z.output<typeof scorecardItems> | undefined,
): Promise<ScorecardItem[] | undefined> {
  if (items === undefined) return undefined
  const inserted: ScorecardItem[] = []
  for (const [index, { title, weight = 1, expertPrompt = '', metadata = DEFAULT_METADATA }] of items.entries()) {
    const item = { id: newId(), title, position: index + 1, weight, expertPrompt, metadata }
    await insertItem(tx, ctx.org, scorecardId, { ...item, at: ctx.clock.now() })
    inserted.push(serializeScorecardItem(await requireItem(tx, ctx.org, scorecardId, item.id)))
  }
  return inserted
}
