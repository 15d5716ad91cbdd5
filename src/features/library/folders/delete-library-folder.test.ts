import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor, guardsThings, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const remove = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'DELETE', `/library/folders/${id}`, { query })
const read = (path: string) => call(world.app, world.org, 'GET', path)
const notEmpty = resourceError(409, 'folder_not_empty', '')

describe('does', () => {
  it('deletes an empty folder, whose name is free again', async () => {
    const id = await folderFor(world, { name: 'Empty' })
    const answer = await remove(world.alice, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await read(`/library/folders/${id}`)).body).toEqual(notFound('folder'))
    await folderFor(world, { name: 'Empty' })
  })

  it('deletes all below it when asked, and leaves the snippets and their other places', async () => {
    const id = await folderFor(world)
    const inner = await folderFor(world, { parentUUID: id })
    const snippet = await snippetFor(world)
    const gone = await itemFor(world, { snippetUUID: snippet.id, folderUUID: inner })
    const kept = await itemFor(world, { snippetUUID: snippet.id })
    expect((await remove(world.alice, id, { recursive: 'true' })).status).toBe(204)
    expect((await read(`/library/folders/${inner}`)).status).toBe(404)
    expect((await read(`/library/items/${gone}`)).status).toBe(404)
    expect((await read(`/library/items/${kept}`)).status).toBe(200)
    expect((await read(`/snippets/${snippet.id}`)).status).toBe(200)
  })

  it('takes a folder for empty that holds nothing the caller sees, and lets go of what it holds', async () => {
    const conversation_id = await talkFor(world)
    const { id: snippetUUID } = await snippetFor(world, { conversation_id })
    const own = await folderFor(world, { myLibrary: true, userUUID: world.mark.userId })
    const item = await itemFor(world, { snippetUUID, folderUUID: own }, world.mark)
    expect((await remove(world.mark, own)).body).toEqual(notEmpty)
    await call(world.app, world.bob, 'PUT', `/conversations/${conversation_id}/privacy`, { body: { private: true } })
    expect((await remove(world.mark, own)).status).toBe(204)
    expect((await read(`/library/items/${item}`)).status).toBe(404)
  })

  it('loses nothing and breaks nothing while items are put in, moved and taken out at the same moment', async () => {
    const { id: snippetUUID } = await snippetFor(world)
    for (let round = 0; round < 8; round++) {
      const id = await folderFor(world)
      const [moving, leaving] = [await itemFor(world, { folderUUID: id }), await itemFor(world, { folderUUID: id })]
      const coming = await itemFor(world, {})
      const patch = (item: string, folderUUID: string) =>
        call(world.app, world.org, 'PATCH', `/library/items/${item}`, { body: { folderUUID } })
      const answers = await Promise.all([
        remove(world.alice, id, { recursive: 'true' }),
        call(world.app, world.org, 'POST', '/library/items', { body: { snippetUUID, folderUUID: id } }),
        patch(moving, ''),
        patch(coming, id),
        call(world.app, world.org, 'DELETE', `/library/items/${leaving}`),
        call(world.app, world.alice, 'PATCH', `/library/folders/${id}`, { body: { hidden: true } }),
      ])
      const [deleted, ...others] = answers.map(({ status }) => status)
      expect(deleted).toBe(204)
      for (const status of others) expect([200, 201, 204, 400, 404]).toContain(status)
      const left = await world.app.store.owner.query('select id from library_items where folder_id = $1', [id])
      expect(left).toEqual([])
    }
  })
})

describe('refuses', () => {
  it('a folder that holds a folder, hidden or not, or an item, and deletes nothing', async () => {
    const holders = [await folderFor(world), await folderFor(world), await folderFor(world)]
    await folderFor(world, { parentUUID: holders[0] })
    await folderFor(world, { parentUUID: holders[1], hidden: true })
    await itemFor(world, { folderUUID: holders[2] })
    for (const id of holders) {
      const answer = await remove(world.alice, id)
      expect([answer.status, answer.body]).toEqual([409, notEmpty])
      expect((await read(`/library/folders/${id}`)).status).toBe(200)
    }
  })

  it('recursive that is neither true nor false', async () => {
    const answer = await remove(world.alice, await folderFor(world), { recursive: 'yes' })
    expect([answer.status, answer.body]).toEqual([400, refusedField('/query/recursive')])
  })

  guardsThings(
    'folder',
    () => world,
    () => folderFor(world),
    remove,
  )
})

describe('who may', () => {
  it("is admins for the organization's folders, and users for their own", async () => {
    const ours = await folderFor(world)
    const answer = await remove(world.bob, ours)
    expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    const own = () => folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    expect((await remove(world.mark, await own())).body).toEqual(notFound('folder'))
    expect((await remove(world.bob, await own())).status).toBe(204)
    expect((await remove(world.alice, await own())).status).toBe(204)
  })
})
