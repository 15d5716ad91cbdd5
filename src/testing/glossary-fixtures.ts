import { randomUUID } from 'node:crypto'
import type { GlossaryTerm } from '../features/text/glossary/index.ts'
import { call } from './call.ts'
import type { World } from './world.ts'

/** A glossary term of acme. */
export async function termFor(world: World, given: Record<string, unknown> = {}): Promise<GlossaryTerm> {
  const body = { term: `Term ${randomUUID()}`, ...given }
  const answer = await call(world.app, world.org, 'POST', '/glossary', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
