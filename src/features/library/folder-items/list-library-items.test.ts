import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { folderFor, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let folderUUID: string
/** Oldest first; the last one shows a private conversation. */
let items: [string, string, string]
beforeAll(async () => {
  world = await createWorld()
  folderUUID = await folderFor(world)
  const secret = await snippetFor(world, { conversation_id: await talkFor(world, { private: true }) })
  const one = await itemFor(world, { folderUUID })
  const two = await itemFor(world, { folderUUID })
  items = [one, two, await itemFor(world, { folderUUID, snippetUUID: secret.id })]
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/library/items', { query })
const ids = async (caller: Caller, query: Record<string, string> = {}) => {
  const { body } = await list(caller, query)
  expect(body.meta.totalRecords).toBe(body.data.length)
  return body.data.map((one: { uuid: string }) => one.uuid)
}

describe('does', () => {
  it('lists what lies right in the folder, newest first', async () => {
    const inner = await folderFor(world, { parentUUID: folderUUID })
    await itemFor(world, { folderUUID: inner })
    expect(await ids(world.bob, { folderUUID })).toEqual(items.toReversed())
    const { body } = await list(world.bob, { folderUUID })
    expect(body.data[0].snippet.title).toBe('Opening (0:10–0:30)')
  })

  it('lists the roots, each its own', async () => {
    const ours = await itemFor(world)
    const bobs = await itemFor(world, { myLibrary: true, userUUID: world.bob.userId })
    expect(await ids(world.bob)).toEqual([ours])
    expect(await ids(world.bob, { folderUUID: '' })).toEqual([ours])
    expect(await ids(world.bob, { myLibrary: 'true' })).toEqual([bobs])
    expect(await ids(world.mark, { myLibrary: 'true' })).toEqual([])
    expect(await ids(world.alice, { myLibrary: 'true', userUUID: world.bob.userId ?? '' })).toEqual([bobs])
  })

  it('pages, with links that keep what was asked', async () => {
    const { body } = await list(world.org, { folderUUID, size: '2' })
    expect(body.data.map((one: { uuid: string }) => one.uuid)).toEqual([items[2], items[1]])
    expect(body.meta).toEqual({ pageCount: 2, totalRecords: 3, pageNumber: 1, pageSize: 2 })
    expect(body.links.related).toBe(`${PUBLIC_URL}/v2/library/items?folderUUID=${folderUUID}&size=2&page=2`)
    expect((await list(world.org, { folderUUID, size: '2', page: '2' })).body.data).toMatchObject([{ uuid: items[0] }])
  })

  it('filters by the last change', async () => {
    const own = await createWorld(world.app)
    const [into, moved, same] = [await folderFor(own), await itemFor(own), await itemFor(own)]
    await makeUnchanged(own, 'library_items')
    const move = (id: string, folder: string) =>
      call(own.app, own.org, 'PATCH', `/library/items/${id}`, { body: { folderUUID: folder } })
    await move(moved, into)
    await move(same, '')
    expect(await listChanged(own, own.org, '/library/items', { folderUUID: into })).toEqual([moved])
    expect(await listChanged(own, own.org, '/library/items')).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    ['size', '101'],
    ['page', 'x'],
    ['folderUUID', '1'],
    ['folderUUID', NOBODY],
    ['myLibrary', 'yes'],
    ['userUUID', 'bob'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })

  it.each([{}, { userUUID: NOBODY }])('the own library of nobody: %j', async (whose) => {
    const answer = await list(world.org, { myLibrary: 'true', ...whose })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/userUUID')])
  })
})

describe('who may', () => {
  it('is everyone with a key; each sees and counts those of the conversations they see', async () => {
    expect((await list(undefined)).status).toBe(401)
    expect(await ids(world.alice, { folderUUID })).toEqual(items.toReversed())
    expect(await ids(world.mark, { folderUUID })).toEqual([items[1], items[0]])
    expect(await ids(world.carol, { folderUUID })).toEqual([])
    expect((await list(world.mallory, { folderUUID })).body).toEqual(refusedField('/query/folderUUID'))
  })

  it("is not whoever would look into another user's own library", async () => {
    const own = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    expect((await list(world.mark, { folderUUID: own })).body).toEqual(refusedField('/query/folderUUID'))
    const root = await list(world.mark, { myLibrary: 'true', userUUID: world.bob.userId ?? '' })
    expect(root.body).toEqual(refusedField('/query/userUUID'))
  })
})
