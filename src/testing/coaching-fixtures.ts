/** Coaching assignments for tests, created through the API. */
import type { CoachingAssignment } from '../features/coaching/coaching-assignments/index.ts'
import { call } from './call.ts'
import type { Caller, World } from './world.ts'

/** An assignment about a call of bob's: mark asks bob, unless something else is given. */
export async function coachingFor(
  world: World,
  conversation: string,
  body: Record<string, unknown> = {},
  by: Caller = world.mark,
): Promise<CoachingAssignment> {
  const answer = await call(world.app, by, 'POST', '/coaching-assignments', {
    body: {
      ...{ conversationUUID: conversation, assigneeUUID: world.bob.userId, question: 'What would you ask here?' },
      ...body,
    },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/** Every stored assignment of acme, to compare around a refusal. */
export const storedCoaching = (world: World): Promise<unknown> =>
  world.app.store.owner.query(
    'select jsonb_agg(t order by t::text) from coaching_assignments t where organization_id = $1',
    [world.acme],
  )
