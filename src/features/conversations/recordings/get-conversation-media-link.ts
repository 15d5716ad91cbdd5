import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectMedia } from '../media/index.ts'
import { isVisible } from '../records/index.ts'
import { linkTo } from './link.ts'

const link = z.object({
  url: z.string().describe('URL that returns the recording without an API key.'),
  expiresAt: z.string().describe('When the URL stops working.'),
})

export const getConversationMediaLink = defineOperation({
  id: 'getConversationMediaLink',
  summary: 'Get a playback URL',
  description:
    'Returns a temporary URL that media players in a browser can use without an API key. It is valid for the ' +
    'length of the recording plus one hour. It works while the caller has access to the conversation.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: link,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/media-link', ...inData(link) },
  async handle({ id }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    const media = await selectMedia(ctx.db, ctx.org, id)
    if (media?.state !== 'kept') throw notFound('recording')
    return linkTo(ctx, { conversation: id, user: ctx.principal.user?.id, length: media.duration })
  },
})
