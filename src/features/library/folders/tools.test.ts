import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

type Args = Record<string, unknown>
const create = (caller: Caller, args: Args) => callTool(world.app, caller, 'create_library_folder', args)
const list = (caller: Caller, args: Args = {}) => callTool(world.app, caller, 'list_library_folders', args)

describe('does', () => {
  it('makes folders in the root and in one another, and lists a level at a time', async () => {
    const deals = await create(world.bob, { name: 'Deals' })
    expect(deals.data).toEqual({ id: expect.any(String), path: '/Deals' })
    const june = await create(world.org, { name: 'June', parent_folder_id: deals.data.id })
    expect(june.text).toBe(`Created the folder.\n- Folder: /Deals/June\n- Id: ${june.data.id}`)
    await itemFor(world, { folderUUID: june.data.id })
    const root = await list(world.carol)
    expect(root.data).toMatchObject({
      id: null,
      path: '/',
      folders: [{ id: deals.data.id, name: 'Deals', folders: 1 }],
    })
    expect(root.text).toContain(`| Deals | ${deals.data.id} | 1 | 0 |`)
    const below = await list(world.bob, { folder_id: deals.data.id })
    expect(below.data).toMatchObject({ path: '/Deals', folders: [{ id: june.data.id, snippets: 1, folders: 0 }] })
    expect((await list(world.bob, { folder_id: june.data.id })).text).toContain('No child folders.')
  })

  it('keeps the libraries of users apart, and hidden folders out of sight', async () => {
    const own = await createWorld(world.app)
    await create(own.bob, { name: 'Mine', my_library: true })
    await create(own.org, { name: 'His', my_library: true, user_id: own.bob.userId })
    await create(own.bob, { name: 'Put away', my_library: true, hidden: true })
    const names = async (caller: Caller, args: Args) =>
      (await list(caller, args)).data.folders.map(({ name }: { name: string }) => name)
    expect(await names(own.bob, { my_library: true })).toEqual(['His', 'Mine'])
    expect(await names(own.bob, { my_library: true, include_hidden: true })).toEqual(['His', 'Mine', 'Put away'])
    expect(await names(own.alice, { my_library: true, user_id: own.bob.userId })).toEqual(['His', 'Mine'])
    expect(await names(own.alice, { my_library: true })).toEqual([])
    expect(await names(own.bob, {})).toEqual([])
  })
})

describe('refuses', () => {
  it('a name that is taken, a name with a slash, a folder there is not', async () => {
    await create(world.bob, { name: 'Taken' })
    expect((await create(world.bob, { name: 'TAKEN' })).error).toMatchObject({
      ...{ code: 'conflict', reason: 'folder_name_taken' },
    })
    const slash = await create(world.bob, { name: 'a/b' })
    expect(slash.error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: '/name' }] })
    const nowhere = await create(world.bob, { name: 'New', parent_folder_id: NOBODY })
    expect(nowhere.error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: '/parent_folder_id' }] })
    expect((await list(world.bob, { folder_id: NOBODY })).error.code).toBe('not_found')
  })

  it('an org-level key that names nobody', async () => {
    for (const { error } of [await list(world.org), await create(world.org, { name: 'Whose', my_library: true })]) {
      expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer: '/user_id' }] })
    }
  })
})

describe('who may', () => {
  it('is everyone for themselves and admins for others; no count tells of a hidden call', async () => {
    expect((await list(world.mark, { user_id: world.bob.userId })).error.code).toBe('admin_required')
    expect((await list(world.mallory, { user_id: world.bob.userId })).error.code).toBe('not_found')
    const { data: folder } = await create(world.bob, { name: 'Secret things' })
    const secret = await talkFor(world, { private: true })
    const { id } = await snippetFor(world, { conversation_id: secret })
    await itemFor(world, { snippetUUID: id, folderUUID: folder.id })
    const count = async (caller: Caller) =>
      (await list(caller)).data.folders.find((one: { id: string }) => one.id === folder.id).snippets
    expect([await count(world.bob), await count(world.mark), await count(world.carol)]).toEqual([1, 0, 0])
  })
})
