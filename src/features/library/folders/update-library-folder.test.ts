import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor, guardsThings, itemFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/library/folders/${id}`, { body })
const read = async (id: string) => (await call(world.app, world.org, 'GET', `/library/folders/${id}`)).body.data

describe('does', () => {
  it('renames, hides and moves, each alone, and keeps the rest', async () => {
    const id = await folderFor(world, { name: 'Before' })
    const parentUUID = await folderFor(world, { name: 'Above' })
    const renamed = await patch(world.alice, id, { name: ' After ' })
    expect(renamed.status).toBe(200)
    expect(renamed.body.data).toMatchObject({ name: 'After', path: '/After', hidden: false, parentUUID: '' })
    expect((await patch(world.alice, id, { hidden: true })).body.data).toMatchObject({ name: 'After', hidden: true })
    expect((await patch(world.alice, id, { parentUUID })).body.data).toMatchObject({
      path: '/Above/After',
      hidden: true,
    })
    expect((await patch(world.alice, id, { parentUUID: '' })).body.data).toMatchObject({ path: '/After', hidden: true })
  })

  it('moves a folder with all that is in it', async () => {
    const id = await folderFor(world, { name: 'Moving' })
    const inner = await folderFor(world, { name: 'Inner', parentUUID: id })
    await itemFor(world, { folderUUID: inner })
    await patch(world.alice, id, { parentUUID: await folderFor(world, { name: 'There' }) })
    expect(await read(inner)).toMatchObject({ path: '/There/Moving/Inner' })
    expect((await read(id)).subFolders).toMatchObject([{ uuid: inner, totalElements: 1 }])
  })

  it('lets a name be written in another case', async () => {
    const id = await folderFor(world, { name: 'case' })
    expect((await patch(world.alice, id, { name: 'CASE' })).body.data.name).toBe('CASE')
  })

  it('gives one of two a name that both want at once, and never makes a loop', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await folderFor(world), await folderFor(world)]
      const named = await Promise.all([a, b].map((id) => patch(world.alice, id, { name: `Wanted ${round}` })))
      expect(named.map(({ status }) => status).sort()).toEqual([200, 409])
      const moved = await Promise.all([
        patch(world.alice, a, { parentUUID: b }),
        patch(world.alice, b, { parentUUID: a }),
      ])
      expect(moved.map(({ status }) => status).sort()).toEqual([200, 400])
    }
  })

  it('never makes a loop, whatever moves where, and moves whatever makes none', async () => {
    const names = [0, 1, 2, 3, 4]
    const moves = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names, null)), { maxLength: 12 })
    const { app } = world
    await fc.assert(
      fc.asyncProperty(moves, async (given) => {
        const folders = await Promise.all(names.map(() => folderFor(world)))
        const parents = new Map<number, number | null>(names.map((name) => [name, null]))
        for (const [one, into] of given) {
          const way: (number | null)[] = []
          for (let at = into; at !== null; at = parents.get(at) ?? null) way.push(at)
          const body = { parentUUID: into === null ? '' : folders[into] }
          const { status } = await call(app, world.alice, 'PATCH', `/library/folders/${folders[one]}`, { body })
          expect(status).toBe(way.includes(one) ? 400 : 200)
          if (status === 200) parents.set(one, into)
        }
      }),
      { numRuns: 8 },
    )
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', {}, ''],
    ['a blank name', { name: '' }, '/name'],
    ['a name with a slash', { name: 'a/b' }, '/name'],
    ['null', { hidden: null }, '/hidden'],
    ['an unknown parent', { parentUUID: NOBODY }, '/parentUUID'],
  ])('%s, and changes nothing', async (_, body, pointer) => {
    const id = await folderFor(world)
    const before = await read(id)
    const answer = await patch(world.alice, id, body)
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refusedField(pointer))])
    expect(await read(id)).toEqual(before)
  })

  it('a parent that is itself, below it, or in another library', async () => {
    const id = await folderFor(world)
    const below = await folderFor(world, { parentUUID: await folderFor(world, { parentUUID: id }) })
    const own = await folderFor(world, { myLibrary: true, userUUID: world.alice.userId })
    for (const parentUUID of [id, below, own]) {
      const answer = await patch(world.alice, id, { parentUUID })
      expect([answer.status, answer.body]).toEqual([400, refusedField('/parentUUID')])
    }
  })

  it('a parent under which the folders below would lie too deep', async () => {
    let deep = ''
    for (let depth = 1; depth <= 18; depth++) deep = await folderFor(world, { parentUUID: deep })
    const two = await folderFor(world)
    await folderFor(world, { parentUUID: two })
    expect((await patch(world.alice, two, { parentUUID: deep })).status).toBe(200)
    const three = await folderFor(world)
    await folderFor(world, { parentUUID: await folderFor(world, { parentUUID: three }) })
    expect((await patch(world.alice, three, { parentUUID: deep })).body).toEqual(refusedField('/parentUUID'))
  })

  it('a name that is taken where it is or where it goes', async () => {
    const parentUUID = await folderFor(world, { name: 'Taken' })
    await folderFor(world, { name: 'Same', parentUUID })
    const id = await folderFor(world, { name: 'Same' })
    for (const body of [{ name: 'TAKEN' }, { parentUUID }]) {
      const answer = await patch(world.alice, id, body)
      expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'folder_name_taken', '/name')])
    }
  })

  guardsThings(
    'folder',
    () => world,
    () => folderFor(world),
    (caller, id) => patch(caller, id, { hidden: true }),
  )
})

describe('who may', () => {
  it("is admins for the organization's folders, even those that others made", async () => {
    const made = await call(world.app, world.bob, 'POST', '/library/folders', { body: { name: 'By bob' } })
    const { uuid } = made.body.data
    for (const caller of [world.bob, world.mark]) {
      const answer = await patch(caller, uuid, { name: 'Mine' })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    for (const caller of [world.alice, world.org])
      expect((await patch(caller, uuid, { hidden: true })).status).toBe(200)
  })

  it("is a user for the user's own, and admins; for others there is no such folder", async () => {
    const own = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    for (const caller of [world.bob, world.alice]) expect((await patch(caller, own, { hidden: true })).status).toBe(200)
    const answer = await patch(world.mark, own, { hidden: true })
    expect([answer.status, answer.body]).toEqual([404, notFound('folder')])
  })
})
