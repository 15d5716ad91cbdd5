import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, itemFor, snippetFor } from '../../../testing/library-fixtures.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/snippets/${id}`)
const read = (id: string) => call(world.app, world.org, 'GET', `/snippets/${id}`)

describe('does', () => {
  it('deletes it with its places in the library and its page, and answers nothing', async () => {
    const { id, share_code } = await snippetFor(world, { internal: false })
    const item = await itemFor(world, { snippetUUID: id })
    const answer = await remove(world.bob, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await read(id)).body).toEqual(notFound('snippet'))
    expect((await call(world.app, world.org, 'GET', `/library/items/${item}`)).body).toEqual(notFound('item'))
    expect((await world.app.server.inject({ url: `/s/${share_code}` })).statusCode).toBe(404)
  })

  it('is done by one of five who try at once', async () => {
    const { id } = await snippetFor(world)
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(world.bob, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
  })
})

describe('refuses', () => {
  guardsThings(
    'snippet',
    () => world,
    async () => (await snippetFor(world)).id,
    remove,
  )
})

describe('who may', () => {
  it('is its creator and admins; others who see it are told, and who does not see it is not', async () => {
    for (const caller of [world.org, world.alice, world.bob]) {
      expect((await remove(caller, (await snippetFor(world)).id)).status).toBe(204)
    }
    const { id } = await snippetFor(world)
    const seen = await remove(world.mark, id)
    expect([seen.status, seen.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    expect((await remove(world.carol, id)).body).toEqual(notFound('snippet'))
    expect((await read(id)).status).toBe(200)
  })
})
