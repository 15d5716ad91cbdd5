/** Policies, erasures and runs for tests of privacy. */
import { call } from './call.ts'
import type { World } from './world.ts'

export async function policyFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const answer = await call(world.app, world.org, 'POST', '/retention-policies', {
    body: { name: 'Old ones', afterDays: 30, action: 'erase', ...given },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.uuid
}

/** So many days before a moment, as ISO text. */
export const daysBefore = (at: Date, days: number): string => new Date(at.getTime() - days * 86_400_000).toISOString()

export async function erasureFor(world: World, given: Record<string, unknown>): Promise<string> {
  const answer = await call(world.app, world.org, 'POST', '/privacy/erasures', { body: given })
  if (answer.status !== 202) throw new Error(answer.text)
  return answer.body.data.uuid
}
