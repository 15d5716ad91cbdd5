import { randomUUID } from 'node:crypto'
import type { Tracker } from '../features/analysis/trackers/index.ts'
import { call } from './call.ts'
import type { World } from './world.ts'

/** A tracker of acme. */
export async function trackerFor(
  world: World,
  phrases: readonly string[] = ['warranty'],
  given: Record<string, unknown> = {},
): Promise<Tracker> {
  const body = { name: `Watch ${randomUUID()}`, phrases, ...given }
  const answer = await call(world.app, world.org, 'POST', '/trackers', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
