import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { pathId } from '../../../core/wire.ts'
import { loadTargetLookup } from './lookup.ts'
import { compareWithTarget, type TargetValue } from './model.ts'
import { type MeasuredConversation, selectMeasured } from './queries.ts'
import { targetComparison } from './schema.ts'

/**
 * Figures of one conversation, compared with the targets of its team. Figures that the conversation doesn't have are left
 * out. It has no route.
 */
export const getConversationTargets = defineToolOperation({
  id: 'getConversationTargets',
  summary: 'Compare a conversation with targets',
  tag: 'Reports',
  input: z.object({ id: pathId('conversation') }),
  output: z.object({
    targets: z.array(targetComparison.extend({ scorecardUUID: z.string().nullable() })),
  }),
  requires: { scope: 'read' },
  async handle({ id }, { db, org, principal }) {
    const measured = await selectMeasured(db, org, toVisibility(principal), id)
    if (measured === undefined) throw notFound('conversation')
    const findTargets = await loadTargetLookup(db, org, [measured.team_id])
    const targets = findTargets(measured.team_id).flatMap((one) => {
      const value = findValue(measured, one)
      return value === null
        ? []
        : [{ ...compareWithTarget(one, { value, isEnough: true }), scorecardUUID: one.scorecardId }]
    })
    return { targets }
  },
})

/** Null for a figure that one conversation doesn't have. */
function findValue(of: MeasuredConversation, { figure, scorecardId }: TargetValue): number | null {
  switch (figure) {
    case 'talkShare':
      return of.talk_share
    case 'questionsAsked':
      return of.questions
    case 'longestMonologue':
      return of.monologue
    case 'averageScore':
      return of.scores.length === 0 ? null : of.scores.reduce((sum, { average }) => sum + average, 0) / of.scores.length
    case 'scorecardScore':
      return of.scores.find((score) => score.scorecardId === scorecardId)?.average ?? null
    case 'callsPerWeek':
      return null
  }
}
