import { z } from 'zod'
import type { Writer } from '../../../../core/db.ts'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { domainsOf } from '../../../accounts/identity/index.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { findBeforeStorage } from '../../../text/redaction/index.ts'
import type { TranscriptSegment } from '../../../text/transcripts/index.ts'
import { announceUpdate } from '../announce-change.ts'
import { fold, type ParticipantInput, recognizeSpeakers, sortParticipants } from '../model.ts'
import { changeConversation } from '../mutate.ts'
import { replaceParticipants, selectCurrentTranscript } from '../queries.ts'
import { participantInput } from '../schema-input.ts'
import { storeCorrection } from '../transcript/store-correction.ts'

/** Maximum number of participants, as in the import. */
const PARTICIPANTS_MAX = 1_000

const sidedParticipant = z
  .intersection(
    participantInput,
    z.object({
      internal: z
        .boolean()
        .optional()
        .describe(
          'Whether the participant belongs to your organization. Without it, the domain of the email address decides.',
        ),
    }),
  )
  .describe('Participant with an `email`, a `name` or an `id`.')

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
    const [domains, find] = await Promise.all([domainsOf(ctx.db, ctx.org), findBeforeStorage(ctx.db, ctx.org)])
    const transcriptVersion = await changeConversation(ctx, id, 'owner', async (tx, standing) => {
      const { emails: before, isChanged } = await replaceParticipants(
        tx,
        ctx.org,
        id,
        sortParticipants(participants, domains),
        ctx.clock.now(),
      )
      const changed = isChanged ? (['participants'] as const) : []
      const version = standing.transcript_version
      const segments = await recognizeAgain(tx, ctx.org, id, { before, participants, domains })
      if (version === null || segments === undefined) {
        await announceUpdate(tx, ctx, id, changed)
        await requestAnalysis(tx, ctx, [id])
        return version
      }
      const document = { format: `parley-${segments.form.toLowerCase()}`, form: segments.form, segments: segments.all }
      await storeCorrection(tx, ctx, id, version + 1, { document, find }, changed)
      return version + 1
    })
    return { success: true as const, transcriptVersion }
  },
})

/** Segments with the speakers of the new participants. Undefined if no speaker changes. */
async function recognizeAgain(
  tx: Writer,
  org: Parameters<typeof selectCurrentTranscript>[1],
  id: string,
  people: {
    /** Case-folded email addresses of the previous participants. */
    readonly before: ReadonlySet<string>
    readonly participants: readonly ParticipantInput[]
    readonly domains: readonly string[]
  },
) {
  const current = await selectCurrentTranscript(tx, org, id)
  if (current === undefined) return undefined
  const stored = JSON.parse(current.segments) as TranscriptSegment[]
  // Addresses that the source of the transcript stated stay.
  const plain = stored.map((segment): TranscriptSegment => {
    const { email, internal: _, ...speaker } = segment.speaker
    return email === undefined || !people.before.has(fold(email)) ? segment : { ...segment, speaker }
  })
  const all = recognizeSpeakers(plain, people.participants, people.domains)
  const isSame = all.every(({ speaker }, at) => {
    const old = stored[at]?.speaker
    return old?.email === speaker.email && old?.internal === speaker.internal
  })
  return isSame ? undefined : { form: current.form, all }
}
