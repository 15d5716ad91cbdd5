import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { PUBLIC_URL } from '../../../testing/create-test-app.ts'
import { folderFor, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
/** Oldest first: two of bob's talk by bob and mark, one of a private talk of bob's. */
let snippets: [string, string, string]
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world)
  const secret = await talkFor(world, { private: true })
  const one = await snippetFor(world, { conversation_id: talk })
  const two = await snippetFor(world, { conversation_id: talk, user_uuid: world.mark.userId })
  const three = await snippetFor(world, { conversation_id: secret })
  snippets = [one.id, two.id, three.id]
})

const list = (caller: Caller | undefined, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', '/snippets', { query })
const ids = async (caller: Caller, query: Record<string, string> = {}) => {
  const { body } = await list(caller, query)
  expect(body.meta.totalRecords).toBe(body.data.length)
  return body.data.map((one: { id: string }) => snippets.indexOf(one.id) + 1)
}

describe('does', () => {
  it('lists the newest first, each as it is read alone', async () => {
    expect(await ids(world.org)).toEqual([3, 2, 1])
    const { body } = await list(world.org)
    expect(body.data[0]).toEqual((await call(world.app, world.org, 'GET', `/snippets/${snippets[2]}`)).body.data)
  })

  it('filters by creator, conversation and folder, and by all of them together', async () => {
    const folder_uuid = await folderFor(world)
    await itemFor(world, { snippetUUID: snippets[0], folderUUID: folder_uuid })
    const user_uuid = world.bob.userId ?? ''
    expect(await ids(world.org, { user_uuid })).toEqual([3, 1])
    expect(await ids(world.org, { conversation_id: talk.toUpperCase() })).toEqual([2, 1])
    expect(await ids(world.org, { folder_uuid })).toEqual([1])
    expect(await ids(world.org, { user_uuid, conversation_id: talk, folder_uuid })).toEqual([1])
    for (const name of ['user_uuid', 'conversation_id', 'folder_uuid']) {
      expect(await ids(world.org, { [name]: NOBODY })).toEqual([])
    }
  })

  it('pages, with links that keep what was asked', async () => {
    const { body } = await list(world.org, { size: '2', page: '2', user_uuid: world.bob.userId ?? '' })
    expect([body.data, body.meta]).toEqual([[], { pageCount: 1, totalRecords: 2, pageNumber: 2, pageSize: 2 }])
    const first = await list(world.org, { size: '1' })
    expect(first.body.links).toEqual({
      self: `${PUBLIC_URL}/v2/snippets?size=1&page=1`,
      related: `${PUBLIC_URL}/v2/snippets?size=1&page=2`,
    })
  })
})

describe('refuses', () => {
  it.each([
    ['size', '101'],
    ['size', '0'],
    ['page', '0'],
    ['user_uuid', 'bob'],
    ['conversation_id', ''],
    ['folder_uuid', '1'],
  ])('%s=%s', async (name, value) => {
    const answer = await list(world.org, { [name]: value })
    expect([answer.status, answer.body]).toEqual([400, refusedField(`/query/${name}`)])
  })
})

describe('who may', () => {
  it('is everyone with a key; each sees and counts those of the conversations they see', async () => {
    expect((await list(undefined)).status).toBe(401)
    expect(await ids(world.alice)).toEqual([3, 2, 1])
    expect(await ids(world.bob)).toEqual([3, 2, 1])
    expect(await ids(world.mark)).toEqual([2, 1])
    expect(await ids(world.carol)).toEqual([])
    expect(await ids(world.mallory)).toEqual([])
  })

  it("is not a way into another user's own folders", async () => {
    const folder_uuid = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    await itemFor(world, { snippetUUID: snippets[0], folderUUID: folder_uuid })
    expect(await ids(world.bob, { folder_uuid })).toEqual([1])
    expect(await ids(world.mark, { folder_uuid })).toEqual([])
  })
})
