import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { isVisible } from '../conversations/index.ts'
import { selectMedia } from '../media/index.ts'
import { linkTo } from './link.ts'

const link = z.object({ url: z.string(), expiresAt: z.string() })

export const getConversationMediaLink = defineOperation({
  id: 'getConversationMediaLink',
  summary: 'Make an address that plays the recording of a conversation in a browser for a while, without a key.',
  description:
    'It holds for as long as the recording lasts, and an hour, and opens what the one who asked for it may see.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: link,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/media-link', ...inData(link) },
  async handle({ id }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, visibilityOf(ctx.principal), id))) throw notFound('conversation')
    const media = await selectMedia(ctx.db, ctx.org, id)
    if (media?.state !== 'kept') throw notFound('recording')
    return linkTo(ctx, { conversation: id, user: ctx.principal.user?.id, length: media.duration })
  },
})
