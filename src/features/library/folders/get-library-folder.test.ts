import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor, guardsThings } from '../../../testing/library-fixtures.ts'
import { notFound, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const get = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/library/folders/${id}`, { query })

describe('does', () => {
  it('tells the folder as the list of folders does, hidden ones in it only when asked', async () => {
    const folderUUID = await folderFor(world, { name: 'Calls' })
    await folderFor(world, { name: 'Hidden', parentUUID: folderUUID, hidden: true })
    for (const includeHidden of ['false', 'true']) {
      const query = { userUUID: world.bob.userId ?? '', folderUUID, includeHidden }
      const listed = await call(world.app, world.bob, 'GET', '/library/folders', { query })
      const answer = await get(world.bob, folderUUID, { includeHidden })
      expect([answer.status, answer.body]).toEqual([200, listed.body])
      expect(answer.body.data.subFoldersTotal).toBe(includeHidden === 'true' ? 1 : 0)
    }
  })
})

describe('refuses', () => {
  guardsThings(
    'folder',
    () => world,
    () => folderFor(world),
    get,
  )

  it('includeHidden that is neither true nor false', async () => {
    const answer = await get(world.bob, await folderFor(world), { includeHidden: 'maybe' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/includeHidden')])
  })
})

describe('who may', () => {
  it("is everyone for the organization's folders, and the user and admins for a user's own", async () => {
    const ours = await folderFor(world)
    const own = await folderFor(world, { name: 'Own', myLibrary: true, userUUID: world.bob.userId })
    for (const caller of [world.org, world.alice, world.bob]) {
      expect([(await get(caller, ours)).status, (await get(caller, own)).status]).toEqual([200, 200])
    }
    for (const caller of [world.mark, world.carol]) {
      expect((await get(caller, ours)).status).toBe(200)
      expect((await get(caller, own)).body).toEqual(notFound('folder'))
    }
  })
})
