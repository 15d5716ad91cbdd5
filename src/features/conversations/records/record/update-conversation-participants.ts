import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { ownAddressesOf } from '../../../accounts/identity/index.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { rulesBeforeStorage } from '../../../text/redaction/index.ts'
import { announceUpdate } from '../announce-change.ts'
import { sortParticipants } from '../model.ts'
import { replaceParticipants, selectParticipantEmails } from '../queries.ts'
import { sidedParticipant } from '../schema-input.ts'
import { rewriteTranscript } from '../transcript/rewrite-transcript.ts'
import { storeCorrection } from '../transcript/store-correction.ts'
import { recognizeAgainTask } from './recognize-again.ts'

/** Maximum number of participants, as in the import. */
export const PARTICIPANTS_MAX = 1_000

export const updateConversationParticipants = defineOperation({
  id: 'updateConversationParticipants',
  summary: 'Replace the participants of a conversation',
  description:
    'Replaces all participants, with the side that each belongs to. A speaker of the transcript gets the email address ' +
    'and the side of the only participant with exactly the same name, which adds a version of the transcript. Then ' +
    'Parley analyzes the conversation again. Safe to repeat.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    participants: z
      .array(sidedParticipant)
      .max(PARTICIPANTS_MAX)
      .describe(
        `All participants, at most ${PARTICIPANTS_MAX}. Example: \`[{"name": "Ann", "email": "ann@example.com", "internal": false}]\`.`,
      ),
  }),
  output: z.object({
    success: z.literal(true),
    transcriptVersion: z
      .int()
      .nullable()
      .describe('Current version of the transcript after the request; null without a transcript.'),
  }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/participants' },
  async handle({ id, participants }, ctx) {
    const [ownAddresses, rules] = await Promise.all([
      ownAddressesOf(ctx.db, ctx.org),
      rulesBeforeStorage(ctx.db, ctx.org),
    ])
    return rewriteTranscript(ctx, id, {
      who: 'owner',
      readFacts: (db) => selectParticipantEmails(db, ctx.org, id),
      async compute(current, before, load) {
        if (current === undefined) return undefined
        const people = { before, participants, ownAddresses }
        return ctx.requestWorkers.run(recognizeAgainTask, [await load(), current.form, people, rules], ctx.signal)
      },
      async store(tx, { transcript_version: version }, change) {
        const sorted = sortParticipants(participants, ownAddresses)
        const { isChanged } = await replaceParticipants(tx, ctx.org, id, sorted, ctx.clock.now())
        const fields = isChanged ? (['participants'] as const) : []
        if (version === null || change === undefined) {
          await announceUpdate(tx, ctx, id, fields)
          await requestAnalysis(tx, ctx, [id])
          return { success: true as const, transcriptVersion: version }
        }
        await storeCorrection(tx, ctx, id, version + 1, change.rewritten, fields)
        return { success: true as const, transcriptVersion: version + 1 }
      },
    })
  },
})
