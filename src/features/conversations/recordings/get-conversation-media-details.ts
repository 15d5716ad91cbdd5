import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import {
  recording,
  selectMedia,
  selectTranscription,
  serializeRecording,
  serializeTranscription,
  transcription,
} from '../media/index.ts'
import { isVisible, selectRecorded } from '../records/index.ts'

const details = z.object({
  recording: recording.nullable().describe('File stored in Parley; null if there is none.'),
  mediaURL: z
    .string()
    .nullable()
    .describe('URL of the recording at an external location, as imported; null if there is none.'),
  transcription: transcription.nullable().describe('State of the transcription; null if none was requested.'),
})

export const getConversationMediaDetails = defineOperation({
  id: 'getConversationMediaDetails',
  summary: 'Get recording and transcription details',
  description: 'Returns the stored recording, the link to an external recording, and the state of the transcription.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: details,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/media-details', ...inData(details) },
  async handle({ id }, ctx) {
    const recorded = await selectRecorded(ctx.db, ctx.org, id)
    if (recorded === undefined || !(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) {
      throw notFound('conversation')
    }
    const media = await selectMedia(ctx.db, ctx.org, id)
    const asked = await selectTranscription(ctx.db, ctx.org, id)
    return {
      recording: media === undefined ? null : serializeRecording(media),
      mediaURL: recorded.media_url,
      transcription: asked === undefined ? null : serializeTranscription(asked),
    }
  },
})
