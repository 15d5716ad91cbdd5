import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/library/items/${id}`)

describe('does', () => {
  it('tells the item as the list tells it', async () => {
    const id = await itemFor(world)
    const answer = await get(world.bob, id)
    const listed = await call(world.app, world.bob, 'GET', '/library/items')
    expect([answer.status, answer.body]).toEqual([200, { data: listed.body.data[0] }])
    expect(answer.body.data).toMatchObject({ uuid: id, folderUUID: '', addedByUUID: '' })
  })
})

describe('refuses', () => {
  guardsThings(
    'item',
    () => world,
    () => itemFor(world),
    get,
  )
})

describe('who may', () => {
  it('is whoever sees both the library and the conversation', async () => {
    const open = await snippetFor(world)
    const secret = await snippetFor(world, { conversation_id: await talkFor(world, { private: true }) })
    const own = { myLibrary: true, userUUID: world.bob.userId }
    const items = [
      await itemFor(world, { snippetUUID: open.id }),
      await itemFor(world, { snippetUUID: open.id, ...own }),
      await itemFor(world, { snippetUUID: secret.id }),
    ]
    for (const [caller, expected] of [
      [world.org, [200, 200, 200]],
      [world.alice, [200, 200, 200]],
      [world.bob, [200, 200, 200]],
      [world.mark, [200, 404, 404]],
      [world.carol, [404, 404, 404]],
    ] as const) {
      const answers = await Promise.all(items.map((id) => get(caller, id)))
      expect([caller.email, answers.map(({ status }) => status)]).toEqual([caller.email, expected])
      for (const { status, body } of answers) if (status === 404) expect(body).toEqual(notFound('item'))
    }
  })
})
