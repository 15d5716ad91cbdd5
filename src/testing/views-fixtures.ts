/** Saved views for tests. */
import { call } from './call.ts'
import type { Caller, World } from './world.ts'

/** A view of the caller's. */
export async function viewFor(world: World, caller: Caller, given: Record<string, unknown> = {}) {
  const body = { name: 'Renewals', filters: { filter: { title: 'renewal' } }, ...given }
  const answer = await call(world.app, caller, 'POST', '/views', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data as { uuid: string; position: number }
}

/** Names in the order of the list. */
export async function viewsOf(world: World, caller: Caller): Promise<string[]> {
  const { body } = await call(world.app, caller, 'GET', '/views')
  return body.data.map(({ name }: { name: string }) => name)
}
