import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { recording, selectMedia, serializeRecording, toMediaKey } from '../media/index.ts'
import { changeConversation, isVisible } from '../records/index.ts'
import { readMedia } from './read-media.job.ts'

export const confirmConversationMediaUpload = defineOperation({
  id: 'confirmConversationMediaUpload',
  summary: 'Confirm the upload of a recording',
  description:
    'Call this after you uploaded the file with the form from `PUT /conversations/{id}/media`. Parley then reads ' +
    'the file in the background. Without confirmation, Parley looks for the file when the form expires. You can ' +
    'repeat the request safely.',
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
    if (!(await isVisible(ctx.db, ctx.org, toVisibility(ctx.principal), id))) throw notFound('conversation')
    const seen = await selectMedia(ctx.db, ctx.org, id)
    const arrived = seen?.state === 'awaited' && (await isStored(ctx, seen.id)) ? seen.id : undefined
    return changeConversation(ctx, id, 'owner', async (tx) => {
      const media = await selectMedia(tx, ctx.org, id)
      if (media === undefined) throw notFound('recording')
      if (media.state !== 'awaited') return serializeRecording(media)
      if (media.id !== arrived)
        throw conflict(
          'not_received',
          "The file isn't in the object store yet. Upload it with the form from `PUT /conversations/{id}/media`, " +
            'then confirm again.',
        )
      await ctx.jobs.add(tx, ctx.org, readMedia, { conversationId: id, id: media.id })
      return serializeRecording(media)
    })
  },
})

/** Runs before the transaction, so that no transaction waits for the object store. */
async function isStored({ files, org }: Context, mediaId: string): Promise<boolean> {
  const stored = await files.get(toMediaKey(org, mediaId))
  // Only existence matters. An unread body would keep its connection open.
  stored?.body.destroy()
  return stored !== undefined
}
