import { z } from 'zod'
import { MEDIA_TYPES } from '../../../core/media.ts'
import { defineOperation, StoredAnswer } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { openRecording } from './open.ts'

export const getConversationMedia = defineOperation({
  id: 'getConversationMedia',
  summary: 'Get the recording of a conversation',
  description:
    'Returns the file for playback or download. Supports the headers Range, If-Range and If-None-Match (RFC 9110).',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: z.instanceof(StoredAnswer),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/conversations/{id}/media',
    statuses: [200, 206, 304],
    produces: MEDIA_TYPES,
    refusals: [416],
  },
  handle: ({ id }, ctx) => openRecording(ctx, toVisibility(ctx.principal), id),
})
