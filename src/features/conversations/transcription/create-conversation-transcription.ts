import { z } from 'zod'
import { conflict } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import {
  requestTranscription,
  selectMedia,
  selectTranscription,
  serializeTranscription,
  transcription,
} from '../media/index.ts'
import { changeConversation, selectRecorded, updateAwaited } from '../records/index.ts'

export const createConversationTranscription = defineOperation({
  id: 'createConversationTranscription',
  summary: 'Start the transcription of a recording',
  description:
    'Transcribes the recording of a conversation in the background, also if it has a transcript. The result becomes the ' +
    'current version of the transcript; earlier versions are kept. If the transcript changes in the meantime, the result is ' +
    'discarded. Without a transcriber, the request waits until one is configured.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({ id: pathId('conversation') }),
  output: transcription,
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/conversations/{id}/transcription',
    status: 202,
    ...inData(transcription),
  },
  async handle({ id }, ctx) {
    return changeConversation(ctx, id, 'viewer', async (tx, standing) => {
      const media = await selectMedia(tx, ctx.org, id)
      const link = (await selectRecorded(tx, ctx.org, id))?.media_url ?? null
      if (media?.state !== 'kept' && link === null) {
        throw conflict('no_recording', 'The conversation has no recording to transcribe. Upload one first.')
      }
      await requestTranscription(tx, ctx, id, { hasRecording: true, replaces: standing.transcript_version })
      await updateAwaited(tx, ctx.org, id, { transcript: 'pending', processing: 'pending' }, ctx.clock.now())
      const asked = await selectTranscription(tx, ctx.org, id)
      if (asked === undefined) throw new Error('The requested transcription is missing.')
      return serializeTranscription(asked)
    })
  },
})
