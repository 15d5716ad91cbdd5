/** Calls with promises and their tasks for tests, created through the API. */
import type { Task } from '../features/collaboration/tasks/index.ts'
import { call } from './call.ts'
import { importFor } from './import-fixtures.ts'
import type { Caller, World } from './world.ts'

/** Promises of bob and of Carla, who is a customer. */
export const BOBS_PROMISE = "I'll send you the offer by Friday, with the numbers of the north depot."
export const CARLAS_PROMISE = "I'll send you the list of our drivers by Thursday."

/** A call of bob's in the team north, in the summary of which are both promises. */
export async function promisesFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const lines = [
    ['Carla', 'Honestly, nine thousand dollars a month is too expensive for our depot.'],
    ['Bob', BOBS_PROMISE],
    ['Carla', CARLAS_PROMISE],
    ['Bob', 'That is good to hear from the north depot.'],
  ]
  const id = await importFor(world, {
    teamUUID: world.teams.north,
    conversationStartedAt: '2026-09-08T10:00:00Z',
    participants: [
      { name: 'Bob', email: world.bob.email },
      { name: 'Carla', email: 'carla@harbor.example' },
    ],
    transcript: { segments: lines.map(([speaker, text], n) => ({ speaker, text, start: n * 20, end: n * 20 + 15 })) },
    ...given,
  })
  await world.app.drain(world.acme)
  return id
}

/** A task of a call, created by bob unless another caller is given. */
export async function taskFor(
  world: World,
  conversation: string,
  body: Record<string, unknown> = {},
  by: Caller = world.bob,
): Promise<Task> {
  const answer = await call(world.app, by, 'POST', '/tasks', {
    body: { conversationUUID: conversation, text: `Call the depot ${crypto.randomUUID()}`, ...body },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/** Every stored task of acme, to compare around a refusal. */
export const storedTasks = (world: World): Promise<unknown> =>
  world.app.store.owner.query('select jsonb_agg(t order by t::text) from tasks t where organization_id = $1', [
    world.acme,
  ])
