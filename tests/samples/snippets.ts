import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const snippetSamples: SamplesOf = async (world, conversation) => {
  const body = {
    user_uuid: world.bob.userId,
    conversation_id: conversation,
    video: { start_time: 0, end_time: 1 },
    reference: { speakers: { start_idx: '0', end_idx: '0' }, transcript_version: 'V1' },
  }
  const make = async () => {
    const answer = await call(world.app, world.org, 'POST', '/snippets', { body })
    if (answer.status !== 201) throw new Error(answer.text)
    return { path: { id: answer.body.id as string } }
  }
  const one = await make()
  return {
    listSnippets: {},
    createSnippet: { body },
    getSnippet: one,
    updateSnippet: { ...one, body: { title: 'The opening' } },
    deleteSnippet: await make(),
    listPublicLinks: { query: { user_uuid: world.bob.userId ?? '' } },
    takeOverPublicLinks: { body: { user_uuid: world.carol.userId }, caller: world.alice },
  }
}
