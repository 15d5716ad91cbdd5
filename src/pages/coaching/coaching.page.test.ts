/** The page of a coaching question in the app. */
import { beforeAll, expect, it } from 'vitest'
import { coachingFor } from '../../testing/coaching-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

it('leads the assignee to the next open question, the one that is due first, and nobody else', async () => {
  const conversation = await importFor(world)
  const ask = (dueOn?: string) => coachingFor(world, conversation, { dueOn })
  const [soon, later, someday] = [await ask('2098-01-01'), await ask('2098-02-01'), await ask()]
  const bob = await signedIn(world.app, world.acme, world.bob.userId)
  const mark = await signedIn(world.app, world.acme, world.mark.userId)
  const readNext = async (browser: typeof bob, { uuid }: typeof soon) =>
    /href="\/coaching\/([^"]+)"[^>]*>Next question/.exec((await browser.get(`/coaching/${uuid}`)).text)?.[1]
  expect(await readNext(bob, soon)).toBe(later.uuid)
  expect(await readNext(bob, someday)).toBe(soon.uuid)
  expect(await readNext(mark, soon)).toBeUndefined()
  for (const { uuid } of [later, someday]) {
    const page = await bob.get(`/coaching/${uuid}`)
    await bob.submit(`/coaching/${uuid}/state`, page, { done: 'true' })
  }
  expect(await readNext(bob, soon)).toBeUndefined()
})
