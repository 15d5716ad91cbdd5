import { z } from 'zod'
import { conflict, notFound } from '../../core/errors.ts'
import { type Context, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { changeConversation, isVisible } from '../conversations/index.ts'
import { fileOf, recording, selectMedia, toldRecording } from '../media/index.ts'
import { readMedia } from './read-media.job.ts'

export const confirmConversationMediaUpload = defineOperation({
  id: 'confirmConversationMediaUpload',
  summary: 'Tell that a recording has been sent to the store with the form that was given for it.',
  description: 'It is read and kept after the answer. Without this it is looked for when its form has ended.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: recording,
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/conversations/{id}/media/uploaded',
    status: 202,
    ...inData(recording),
  },
  async handle({ id }, ctx) {
    if (!(await isVisible(ctx.db, ctx.org, visibilityOf(ctx.principal), id))) throw notFound('conversation')
    const seen = await selectMedia(ctx.db, ctx.org, id)
    const arrived = seen?.state === 'awaited' && (await isStored(ctx, seen.id)) ? seen.id : undefined
    return changeConversation(ctx, id, 'owner', async (tx) => {
      const media = await selectMedia(tx, ctx.org, id)
      if (media === undefined) throw notFound('recording')
      if (media.state !== 'awaited') return toldRecording(media)
      if (media.id !== arrived) throw conflict('not_received', 'The file has not arrived in the store.')
      await ctx.jobs.add(tx, ctx.org, readMedia, { conversationId: id, id: media.id })
      return toldRecording(media)
    })
  },
})

/** Before the transaction: nobody waits for the store meanwhile. */
async function isStored({ files, org }: Context, mediaId: string): Promise<boolean> {
  const stored = await files.get(fileOf(org, mediaId))
  // Only whether it is there is wanted; a body that is opened and never read would keep its connection.
  stored?.body.destroy()
  return stored !== undefined
}
