/** Comments for tests, created through the API. */
import type { Comment } from '../features/collaboration/comments/index.ts'
import { call } from './call.ts'
import type { Caller, World } from './world.ts'

/** A comment, by bob unless somebody else is named. */
export async function commentFor(
  world: World,
  conversation: string,
  body: Record<string, unknown> = {},
  by: Caller = world.bob,
): Promise<Comment> {
  const answer = await call(world.app, by, 'POST', `/conversations/${conversation}/comments`, {
    body: { text: 'Well asked.', ...body },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
