import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/library/folders', { query: { userUUID: caller?.userId ?? '', ...query } })
const of = (person: Caller) => person.userId ?? ''
const sub = (uuid: string, name: string, parentUUID: string, counts: object = {}) => ({
  ...{ uuid, name, parentUUID, hidden: false, totalElements: 0, totalFolders: 0 },
  ...counts,
})

describe('does', () => {
  it('tells the root, whose id is empty and whose path is a slash', async () => {
    const fresh = await createWorld(world.app)
    const root = (userUUID: string) => ({
      ...{ uuid: '', name: '', organizationUUID: fresh.acme, parentUUID: '', path: '/', hidden: false, userUUID },
      ...{ subFolders: [], subFoldersTotal: 0 },
    })
    for (const query of [{}, { myLibrary: 'true' }, { folderUUID: '' }, { myLibrary: '0', includeHidden: 'TRUE' }]) {
      const answer = await list(fresh.bob, query)
      expect([answer.status, answer.body]).toEqual([200, { data: root(of(fresh.bob)) }])
    }
  })

  it('tells the folders of one level, by name, with what lies right in each', async () => {
    const { bob, org } = await createWorld(world.app)
    const w = { ...world, bob, org }
    const name10 = await folderFor(w, { name: 'Week 10' })
    const uebung = await folderFor(w, { name: 'Übung' })
    const week9 = await folderFor(w, { name: 'week 9' })
    const inner = await folderFor(w, { name: 'Inner', parentUUID: week9 })
    await folderFor(w, { name: 'Deeper', parentUUID: inner })
    const conversation_id = await talkFor(w)
    for (const folderUUID of [week9, week9, inner]) {
      await itemFor(w, { folderUUID, snippetUUID: (await snippetFor(w, { conversation_id })).id })
    }
    const root = (await list(bob)).body.data
    expect(root.subFolders).toEqual([
      sub(uebung, 'Übung', ''),
      sub(week9, 'week 9', '', { totalElements: 2, totalFolders: 1 }),
      sub(name10, 'Week 10', ''),
    ])
    expect(root.subFoldersTotal).toBe(3)
    const below = (await list(bob, { folderUUID: week9.toUpperCase() })).body.data
    expect(below).toMatchObject({ uuid: week9, name: 'week 9', parentUUID: '', path: '/week 9', userUUID: '' })
    expect(below.subFolders).toEqual([sub(inner, 'Inner', week9, { totalElements: 1, totalFolders: 1 })])
    const deeper = (await list(bob, { folderUUID: inner })).body.data
    expect(deeper).toMatchObject({ path: '/week 9/Inner', parentUUID: week9, subFoldersTotal: 1 })
  })

  it("keeps the organization's folders and each user's own apart", async () => {
    const mine = await folderFor(world, { name: 'Same', myLibrary: true, userUUID: of(world.bob) })
    const theirs = await folderFor(world, { name: 'Same', myLibrary: true, userUUID: of(world.mark) })
    const ours = await folderFor(world, { name: 'Same' })
    const ids = async (caller: Caller, query: object) =>
      (await list(caller, { ...query })).body.data.subFolders.map((one: { uuid: string }) => one.uuid)
    expect(await ids(world.bob, { myLibrary: 'true' })).toEqual([mine])
    expect(await ids(world.mark, { myLibrary: 'true' })).toEqual([theirs])
    expect(await ids(world.carol, { myLibrary: 'true' })).toEqual([])
    expect(await ids(world.carol, { includeHidden: '1' })).toContain(ours)
    expect((await list(world.bob, { myLibrary: 'true', folderUUID: mine })).body.data.userUUID).toBe(of(world.bob))
    for (const [folderUUID, myLibrary] of [
      [mine, 'false'],
      [ours, 'true'],
      [theirs, 'true'],
    ] as const) {
      const answer = await list(world.bob, { folderUUID, myLibrary })
      expect([answer.status, answer.body]).toEqual([404, notFound('folder', '/query/folderUUID')])
    }
  })

  it('leaves hidden folders out of lists and counts, unless they are asked for', async () => {
    const parentUUID = await folderFor(world)
    const shown = await folderFor(world, { parentUUID, name: 'Shown' })
    const hidden = await folderFor(world, { parentUUID, name: 'Hidden', hidden: true })
    const within = async (query: object) => {
      const { subFolders, subFoldersTotal } = (await list(world.bob, { folderUUID: parentUUID, ...query })).body.data
      const { totalFolders } = (await list(world.bob, { ...query })).body.data.subFolders.find(
        (one: { uuid: string }) => one.uuid === parentUUID,
      )
      return [subFolders.map((one: { uuid: string }) => one.uuid), subFoldersTotal, totalFolders]
    }
    expect(await within({})).toEqual([[shown], 1, 1])
    expect(await within({ includeHidden: 'true' })).toEqual([[hidden, shown], 2, 2])
    expect((await list(world.bob, { folderUUID: hidden })).body.data).toMatchObject({ hidden: true })
  })

  it('counts only what the caller sees', async () => {
    const folderUUID = await folderFor(world, { name: 'Counted' })
    const secret = await talkFor(world, { private: true })
    await itemFor(world, { folderUUID })
    await itemFor(world, { folderUUID, snippetUUID: (await snippetFor(world, { conversation_id: secret })).id })
    const count = async (caller: Caller, query: object = {}) =>
      (await list(caller, { ...query })).body.data.subFolders.find((one: { uuid: string }) => one.uuid === folderUUID)
        .totalElements
    expect(await count(world.bob)).toBe(2)
    expect(await count(world.alice, { userUUID: of(world.carol) })).toBe(2)
    expect(await count(world.mark)).toBe(1)
    expect(await count(world.carol)).toBe(0)
  })
})

describe('refuses', () => {
  it.each([
    ['userUUID', ''],
    ['userUUID', 'bob'],
    ['folderUUID', '1'],
    ['myLibrary', 'yes'],
    ['includeHidden', ''],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.bob, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })

  it('no user at all', async () => {
    const answer = await call(world.app, world.org, 'GET', '/library/folders')
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/userUUID')])
  })

  it('a user or folder that is not there, or is of another organization', async () => {
    for (const userUUID of [NOBODY, of(world.mallory)]) {
      const answer = await list(world.org, { userUUID })
      expect([answer.status, answer.body]).toEqual([404, notFound('user', '/query/userUUID')])
    }
    const theirs = await call(world.app, world.rivalOrg, 'POST', '/library/folders', { body: { name: 'Rival' } })
    for (const folderUUID of [NOBODY, theirs.body.data.uuid]) {
      const answer = await list(world.bob, { folderUUID })
      expect([answer.status, answer.body]).toEqual([404, notFound('folder', '/query/folderUUID')])
    }
  })
})

describe('who may', () => {
  it('is everyone for themselves, and admins for all', async () => {
    expect((await list(undefined, { userUUID: of(world.bob) })).status).toBe(401)
    for (const caller of [world.alice, world.mark, world.bob]) expect((await list(caller)).status).toBe(200)
    for (const caller of [world.alice, world.org]) {
      expect((await list(caller, { userUUID: of(world.bob), myLibrary: 'true' })).status).toBe(200)
    }
    for (const caller of [world.mark, world.carol]) {
      const answer = await list(caller, { userUUID: of(world.bob) })
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
