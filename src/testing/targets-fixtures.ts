import type { Target } from '../features/coaching/targets/index.ts'
import { call } from './call.ts'
import type { World } from './world.ts'

/** A target of acme. */
export async function targetFor(world: World, body: Record<string, unknown>): Promise<Target> {
  const answer = await call(world.app, world.org, 'POST', '/targets', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
