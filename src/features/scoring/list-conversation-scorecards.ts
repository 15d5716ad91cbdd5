import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { selectApplying } from '../conversations/index.ts'
import { applicableTo } from './applicable.ts'

const point = z.number()
const applicable = z
  .object({
    id: z.string(),
    title: z.string(),
    version: z.int().describe('How often the scorecard and its items have changed, from 1.'),
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        weight: z.number(),
        scale: z.object({
          ...{ min: point, middle: point, max: point },
          ...{ minCriteria: z.string(), middleCriteria: z.string(), maxCriteria: z.string() },
        }),
      }),
    ),
  })
  .meta({ id: 'ApplicableScorecard' })

export const listConversationScorecards = defineOperation({
  id: 'listConversationScorecards',
  summary: 'List the scorecards that a conversation is judged by, with their items and scales.',
  description:
    'Those in use for its team or for all, whose criteria its labels meet and that have an item; the oldest first, at ' +
    'most fifty. Also where the import said that nothing is to be scored: a person may.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({ data: z.array(applicable) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/scorecards' },
  async handle({ id }, { db, org, principal }) {
    const standing = await selectApplying(db, org, visibilityOf(principal), id)
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
