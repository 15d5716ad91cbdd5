/** A world whose time a test sets on, and what lists tell as changed since a time. */
import { expect } from 'vitest'
import { call } from './call.ts'
import { createTestApp } from './create-test-app.ts'
import { settableClock } from './webhooks-fixtures.ts'
import { createWorld, type World } from './world.ts'

interface Timed {
  readonly world: World
  readonly clock: ReturnType<typeof settableClock>
}

// In the future, because the database deletes jobs that are a month old by its own clock.
export async function createTimedWorld(): Promise<Timed> {
  const clock = settableClock('2082-03-02T10:00:00.000Z')
  return { clock, world: await createWorld(await createTestApp({ clock })) }
}

interface Listed {
  readonly uuid?: string
  readonly id?: string
  readonly updatedAt?: string
  readonly updated_at?: string
}

/**
 * Makes a change a minute later.
 * @returns IDs of the records that a list tells as changed since then; each has to tell that time itself
 */
export async function findChanged(
  { world, clock }: Timed,
  path: string,
  change: (world: World) => Promise<unknown>,
  query: Record<string, string> = {},
): Promise<(string | undefined)[]> {
  clock.pass(60)
  const at = clock.now().toISOString()
  await change(world)
  const answer = await call(world.app, world.org, 'GET', path, { query: { ...query, 'filter[updatedSince]': at } })
  if (answer.status !== 200) throw new Error(answer.text)
  const listed: readonly Listed[] = answer.body.data
  expect(listed.map((one) => one.updatedAt ?? one.updated_at)).toEqual(listed.map(() => at))
  return listed.map(({ uuid, id }) => uuid ?? id)
}
