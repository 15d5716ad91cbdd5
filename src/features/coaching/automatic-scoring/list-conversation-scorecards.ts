import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectApplying } from '../../conversations/records/index.ts'
import { applicableTo } from './applicable.ts'

const point = z.number()
const applicable = z
  .object({
    id: z.string().describe('ID of the scorecard.'),
    title: z.string().describe('Title of the scorecard.'),
    version: z.int().describe('Version of the scorecard and its items, starting at 1.'),
    items: z
      .array(
        z.object({
          id: z.string().describe('ID of the scorecard item.'),
          title: z.string().describe('Text of the question.'),
          weight: z.number().describe('Weight of the item in the total score.'),
          scale: z
            .object({
              min: point.describe('Lowest score of the scale.'),
              middle: point.describe('Middle score of the scale.'),
              max: point.describe('Highest score of the scale.'),
              minCriteria: z.string().describe('Condition for the lowest score; empty if there is none.'),
              middleCriteria: z.string().describe('Condition for the middle score; empty if there is none.'),
              maxCriteria: z.string().describe('Condition for the highest score; empty if there is none.'),
            })
            .describe('Scale of the scores, with the condition for each score.'),
        }),
      )
      .describe('Items of the scorecard, in order.'),
  })
  .meta({ id: 'ApplicableScorecard' })

export const listConversationScorecards = defineOperation({
  id: 'listConversationScorecards',
  summary: 'List scorecards that apply to a conversation',
  description:
    'Returns enabled scorecards with at least one item, for the team of the conversation or for all teams, whose ' +
    'criteria the labels of the conversation meet. The oldest come first; at most 50 are returned. Conversations that ' +
    'were imported without automatic scoring have scorecards too, because people can score them.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(applicable) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/scorecards' },
  async handle({ id }, { db, org, principal }) {
    const standing = await selectApplying(db, org, toVisibility(principal), id)
    if (standing === undefined) throw notFound('conversation')
    const subject = { id, teamId: standing.teamId, skips: { scorecards: false, fields: false } }
    const templates = await applicableTo(subject, { db, org })
    return {
      data: templates.map(({ id, title, version, items }) => ({
        ...{ id, title, version },
        items: items.map(({ id, title, weight, scale }) => ({ id, title, weight, scale })),
      })),
    }
  },
})
