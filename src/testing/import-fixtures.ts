import { call } from './call.ts'
import type { World } from './world.ts'

/** A conversation of bob's, private or not, with everything on it. */
export async function importFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const answer = await call(world.app, world.org, 'POST', '/conversations/import', {
    body: {
      transcript: { segments: [{ speaker: 'Bob', text: 'Shall we begin?', start: 0, end: 1.5 }] },
      userID: world.bob.userId,
      conversationTitle: 'Opening',
      ...given,
    },
  })
  if (answer.status !== 202) throw new Error(answer.text)
  return answer.body.uuid
}
