import { z } from 'zod'
import { conflict } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId, text } from '../../../core/wire.ts'
import { changeConversation } from '../records/index.ts'
import { toDismissalKey } from './dismissal-key.ts'
import { countDismissals, insertDismissal } from './queries.ts'

/** Maximum number of dismissed names of a conversation. */
const DISMISSALS_MAX = 1_000

export const dismissSpeakerSuggestion = defineOperation({
  id: 'dismissSpeakerSuggestion',
  summary: 'Dismiss a suggested speaker name',
  description: 'Stops suggesting this name for this speaker of the conversation. Safe to repeat.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    speaker: text({ min: 1, max: 512, trim: true }).describe(
      'Name of the speaker in the transcript. Example: `Speaker 1`.',
    ),
    name: text({ min: 1, max: 512, trim: true }).describe('Name that was suggested. Example: `Dana Whitfield`.'),
  }),
  output: z.object({
    dismissed: z.boolean().describe('Whether the request dismissed the name. False if it was already dismissed.'),
  }),
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/conversations/{id}/speakers/suggestions/dismiss',
    refusals: [409],
  },
  handle: ({ id, speaker, name }, ctx) =>
    changeConversation(ctx, id, 'viewer', async (tx) => {
      if ((await countDismissals(tx, ctx.org, id)) >= DISMISSALS_MAX) {
        throw conflict(
          'too_many_dismissals',
          `The conversation has ${DISMISSALS_MAX} dismissed speaker names, which is the maximum. Rename the speakers instead.`,
        )
      }
      const key = toDismissalKey(speaker, name)
      return { dismissed: await insertDismissal(tx, ctx.org, { conversationId: id, key, at: ctx.clock.now() }) }
    }),
})
