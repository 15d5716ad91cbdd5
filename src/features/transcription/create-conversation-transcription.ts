import { z } from 'zod'
import { conflict } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { pathId } from '../../core/wire.ts'
import { changeConversation, selectRecorded, updateAwaited } from '../conversations/index.ts'
import {
  requestTranscription,
  selectMedia,
  selectTranscription,
  toldTranscription,
  transcription,
} from '../media/index.ts'

export const createConversationTranscription = defineOperation({
  id: 'createConversationTranscription',
  summary: 'Have the recording of a conversation transcribed, or transcribed again.',
  description:
    'What comes of it becomes the current transcript; earlier versions are kept. A transcript that is changed meanwhile ' +
    'stays. Without a transcriber it waits until there is one.',
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
        throw conflict('no_recording', 'The conversation has no recording to be transcribed.')
      }
      await requestTranscription(tx, ctx, id, { hasRecording: true, replaces: standing.transcript_version })
      await updateAwaited(tx, ctx.org, id, { transcript: 'pending', processing: 'pending' }, ctx.clock.now())
      const asked = await selectTranscription(tx, ctx.org, id)
      if (asked === undefined) throw new Error('What was asked for is not there.')
      return toldTranscription(asked)
    })
  },
})
