import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const commentSamples: SamplesOf = async (world, conversation) => {
  const own = { path: { id: conversation }, caller: world.bob }
  const body = { text: `@${world.alice.email}, how did I open?`, words: { firstSegment: 0 } }
  const make = async () => {
    const answer = await call(world.app, world.bob, 'POST', `/conversations/${conversation}/comments`, { body })
    if (answer.status !== 201) throw new Error(answer.text)
    return { path: { id: answer.body.data.uuid as string }, caller: world.bob }
  }
  const one = await make()
  const reacted = { ...one, path: { ...one.path, reaction: 'heart' } }
  await call(world.app, world.bob, 'PUT', `/comments/${one.path.id}/reactions/eyes`)
  return {
    listComments: own,
    createComment: { ...own, body },
    listConversationViewers: own,
    getComment: one,
    updateComment: { ...one, body: { text: 'A good opening.' } },
    deleteComment: await make(),
    updateCommentResolution: { ...one, body: { resolved: true } },
    putCommentReaction: reacted,
    deleteCommentReaction: reacted,
  }
}
