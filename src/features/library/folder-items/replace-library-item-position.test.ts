import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { folderFor, guardsThings, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const put = (caller: Caller | undefined, id: string, position: unknown) =>
  call(world.app, caller, 'PUT', `/library/items/${id}/position`, { body: { position } })

const list = async (folderUUID: string, caller: Caller = world.org, query: Record<string, string> = {}) =>
  (await call(world.app, caller, 'GET', '/library/items', { query: { folderUUID, ...query } })).body

const listIds = async (folderUUID: string, caller: Caller = world.org): Promise<string[]> =>
  (await list(folderUUID, caller)).data.map((one: { uuid: string }) => one.uuid)

/** A folder with items, in the order of their addition. */
async function folderOf(count: number, given: Record<string, unknown> = {}): Promise<[string, string[]]> {
  const folderUUID = await folderFor(world, given)
  const ids: string[] = []
  while (ids.length < count) ids.push(await itemFor(world, { folderUUID }))
  return [folderUUID, ids]
}

let count = 0
/** A folder of the organization that a user created. */
const folderBy = async (caller: Caller): Promise<string> =>
  (await call(world.app, caller, 'POST', '/library/folders', { body: { name: `Order ${++count}` } })).body.data.uuid

describe('does', () => {
  it('moves an item up, down, and to both ends', async () => {
    const [folder, [a = '', b = '', c = '', d = '']] = await folderOf(4)
    // Newest first without an order.
    expect(await listIds(folder)).toEqual([d, c, b, a])
    const steps: [id: string, position: number, expected: string[]][] = [
      [a, 1, [a, d, c, b]],
      [a, 2, [d, a, c, b]],
      [d, 4, [a, c, b, d]],
      [b, 2, [a, b, c, d]],
      [b, 99, [a, c, d, b]],
    ]
    for (const [id, position, expected] of steps) {
      const answer = await put(world.org, id, position)
      expect([answer.status, answer.body.data.uuid]).toEqual([200, id])
      expect(await listIds(folder)).toEqual(expected)
    }
  })

  it('changes nothing if it is repeated, and only the time of the moved item', async () => {
    const [folder, [a = '', b = '']] = await folderOf(2)
    const times = async () =>
      new Map((await list(folder)).data.map((one: Record<string, string>) => [one.uuid, one.updatedAt]))
    const before = await times()
    const first = await put(world.org, a, 1)
    expect(first.body.data.updatedAt > String(before.get(a))).toBe(true)
    expect((await times()).get(b)).toBe(before.get(b))
    expect((await put(world.org, a, 1)).body).toEqual(first.body)
  })

  it('adds and moves other items to the end of a chosen order', async () => {
    const [folder, [a = '', b = '']] = await folderOf(2)
    await put(world.org, a, 1)
    const added = await itemFor(world, { folderUUID: folder })
    const moved = await itemFor(world)
    await call(world.app, world.org, 'PATCH', `/library/items/${moved}`, { body: { folderUUID: folder } })
    expect(await listIds(folder)).toEqual([a, b, added, moved])
    // A move to the folder that it is in keeps its place.
    await call(world.app, world.org, 'PATCH', `/library/items/${a}`, { body: { folderUUID: folder } })
    expect(await listIds(folder)).toEqual([a, b, added, moved])
  })

  it('pages in the chosen order, also by cursor, and orders each folder by itself', async () => {
    const [folder, [a = '', b = '', c = '']] = await folderOf(3)
    const [other, [d = '', e = '']] = await folderOf(2)
    await put(world.org, a, 1)
    // Added by an earlier program, without a position.
    await world.app.store.owner.query('update library_items set position = null where id = $1', [b])
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data, meta } = await list(folder, world.org, { size: '1', cursor })
      seen.push(data[0].uuid)
      cursor = meta.nextCursor
    }
    expect(seen).toEqual([b, a, c])
    expect(await listIds(other)).toEqual([e, d])
  })

  it('counts the items that the caller sees, and leaves the hidden ones in their order', async () => {
    const folder = await folderBy(world.mark)
    const add = async (isHidden: boolean) => {
      const conversation_id = await talkFor(world, { teamUUID: world.teams.north })
      const { id: snippetUUID } = await snippetFor(world, { conversation_id })
      const uuid = await itemFor(world, { snippetUUID, folderUUID: folder })
      const body = { private: true }
      if (isHidden) await call(world.app, world.bob, 'PUT', `/conversations/${conversation_id}/privacy`, { body })
      return uuid
    }
    const [last, hidden, second, first] = [await add(false), await add(true), await add(false), await add(false)]
    expect(await listIds(folder, world.mark)).toEqual([first, second, last])
    expect((await put(world.mark, last, 2)).status).toBe(200)
    expect(await listIds(folder, world.mark)).toEqual([first, last, second])
    expect(await listIds(folder)).toEqual([first, last, second, hidden])
  })

  it('orders the root of a personal library', async () => {
    const own = { myLibrary: true, userUUID: world.bob.userId }
    const [a, b] = [await itemFor(world, own), await itemFor(world, own)]
    expect((await put(world.bob, a, 1)).status).toBe(200)
    const { body } = await call(world.app, world.bob, 'GET', '/library/items', { query: { myLibrary: 'true' } })
    expect(body.data.map((one: { uuid: string }) => one.uuid)).toEqual([a, b])
  })

  it('keeps every item when several people order a folder', async () => {
    const [folder, ids] = await folderOf(5)
    const answers = await Promise.all(ids.map((id, n) => put(n % 2 === 0 ? world.org : world.alice, id, 1)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const rows = await world.app.store.owner.query<{ position: number }>(
      'select position from library_items where folder_id = $1 order by position',
      [folder],
    )
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
    expect((await listIds(folder)).toSorted()).toEqual(ids.toSorted())
  })
})

describe('refuses', () => {
  it.each([0, -1, 1.5, 1_000_001, '2', null, undefined])('the position %j', async (position) => {
    const [folder, [a = '']] = await folderOf(2)
    const before = await listIds(folder)
    const answer = await put(world.org, a, position)
    expect([answer.status, answer.body]).toEqual([400, refusedField('/position')])
    expect(await listIds(folder)).toEqual(before)
  })

  guardsThings(
    'item',
    () => world,
    () => itemFor(world),
    (caller, id) => put(caller, id, 1),
  )
})

describe('who may', () => {
  const NOT_YOURS = resourceError(403, 'owner_required', '')

  it('is the user who created the folder and admins, and not who added the clip', async () => {
    const folder = await folderBy(world.mark)
    const id = await itemFor(world, { folderUUID: folder }, world.bob)
    for (const caller of [world.mark, world.alice, world.org]) expect((await put(caller, id, 1)).status).toBe(200)
    const refused = await put(world.bob, id, 1)
    expect([refused.status, refused.body]).toEqual([403, NOT_YOURS])
    expect((await put(world.carol, id, 1)).body).toEqual(notFound('item'))
  })

  it('is in the root of the organization only an admin, and in a personal library its owner', async () => {
    const root = await itemFor(world, {}, world.bob)
    expect((await put(world.bob, root, 1)).body).toEqual(NOT_YOURS)
    const folderUUID = await folderFor(world, { myLibrary: true, userUUID: world.bob.userId })
    const own = await itemFor(world, { folderUUID }, world.alice)
    expect((await put(world.bob, own, 1)).status).toBe(200)
    expect((await put(world.mark, own, 1)).body).toEqual(notFound('item'))
  })
})
