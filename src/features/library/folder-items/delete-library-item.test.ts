import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor, guardsThings, itemFor, snippetFor } from '../../../testing/library-fixtures.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/library/items/${id}`)
const read = (path: string) => call(world.app, world.org, 'GET', path)

describe('does', () => {
  it('takes it out of the folder, and leaves the snippet and its other places', async () => {
    const { id: snippetUUID } = await snippetFor(world)
    const [one, two] = [
      await itemFor(world, { snippetUUID }),
      await itemFor(world, { snippetUUID, folderUUID: await folderFor(world) }),
    ]
    const answer = await remove(world.org, one)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await read(`/library/items/${one}`)).body).toEqual(notFound('item'))
    expect((await read(`/library/items/${two}`)).status).toBe(200)
    expect((await read(`/snippets/${snippetUUID}`)).status).toBe(200)
  })

  it('is done by one of five who try at once', async () => {
    const id = await itemFor(world)
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(world.org, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404])
  })
})

describe('refuses', () => {
  guardsThings(
    'item',
    () => world,
    () => itemFor(world),
    remove,
  )
})

describe('who may', () => {
  it('is who put it there, admins, and users in their own library', async () => {
    for (const caller of [world.bob, world.alice, world.org]) {
      expect((await remove(caller, await itemFor(world, {}, world.bob))).status).toBe(204)
    }
    const own = { myLibrary: true, userUUID: world.bob.userId }
    expect((await remove(world.bob, await itemFor(world, own))).status).toBe(204)
    const id = await itemFor(world, {}, world.bob)
    const seen = await remove(world.mark, id)
    expect([seen.status, seen.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    expect((await remove(world.carol, id)).body).toEqual(notFound('item'))
    expect((await remove(world.mark, await itemFor(world, own))).body).toEqual(notFound('item'))
    expect((await read(`/library/items/${id}`)).status).toBe(200)
  })
})
