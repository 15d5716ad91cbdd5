import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { callTool } from '../../../testing/call-tool.ts'
import { folderFor, itemFor, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { NOBODY } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let talk: string
beforeAll(async () => {
  world = await createWorld()
  talk = await talkFor(world)
})

type Args = Record<string, unknown>
const use = (caller: Caller, name: string, args: Args = {}) => callTool(world.app, caller, name, args)
const create = (caller: Caller, args: Args = {}) =>
  use(caller, 'create_snippet', { call_id: talk, start: 10, end: 30, ...args })
const stored = async (id: string) => (await call(world.app, world.org, 'GET', `/snippets/${id}`)).body.data
const update = (caller: Caller, id: string, args: Args) => use(caller, 'update_snippet', { snippet_id: id, ...args })

describe('does', () => {
  it('makes one for the caller, with a link', async () => {
    const { data, text } = await create(world.bob)
    expect(await stored(data.id)).toMatchObject({
      ...{ url: data.url, user_uuid: world.bob.userId, conversation_id: talk, title: 'Opening (0:10–0:30)' },
      ...{ notes: '', internal: true, notify_views: false, in_library: false },
      video: { start_time: 10, end_time: 30, duration: 20 },
    })
    expect(text).toBe(`Created the snippet.\n- Id: ${data.id}\n- Link: ${data.url}\n- Opens for: people who sign in`)
  })

  it('makes one for another, open to everyone, in a folder', async () => {
    const { data, text } = await create(world.org, {
      ...{ user_id: world.bob.userId, title: 'Price', notes: 'Too high?', internal: false, notify_views: true },
      ...{ end: 5_000, library: 'own', folder_path: '/Deals//June' },
    })
    expect(text).toContain('- Opens for: everyone who has the link')
    expect(await stored(data.id)).toMatchObject({
      ...{ title: 'Price', notes: 'Too high?', internal: false, notify_views: true, in_library: true },
      video: { end_time: 60 },
    })
    const folders = (args: Args) => use(world.bob, 'list_library_folders', args)
    const { data: mine } = await folders({ my_library: true })
    const { data: deals } = await folders({ my_library: true, folder_id: mine.folders[0].id })
    expect(deals).toMatchObject({ path: '/Deals', folders: [{ name: 'June', snippets: 1 }] })
    const path = await create(world.bob, { folder_path: 'Shared' })
    expect((await folders({})).data.folders).toMatchObject([{ name: 'Shared', snippets: 1 }])
    const root = await create(world.bob, { library: 'organization' })
    for (const { data } of [path, root]) expect((await stored(data.id)).in_library).toBe(true)
  })

  it('lists by creator, call and folder, newest first', async () => {
    const own = await createWorld(world.app)
    const ask = (args: Args) => callTool(world.app, own.bob, 'list_snippets', args)
    const [folder, one, two] = [await folderFor(own), await snippetFor(own), await snippetFor(own, { title: 'a|b' })]
    await itemFor(own, { snippetUUID: one.id, folderUUID: folder })
    const ids = async (args: Args) => (await ask(args)).data.snippets.map(({ id }: { id: string }) => id)
    const { data, text } = await ask({})
    expect(data.snippets.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id])
    const { conversation_id: callId } = (await call(world.app, own.org, 'GET', `/snippets/${two.id}`)).body.data
    expect(data.snippets[0]).toMatchObject({
      ...{ id: two.id, title: 'a|b', call_id: callId, user_id: own.bob.userId, start: 10, end: 30 },
      ...{ url: two.url, internal: true, in_library: false },
    })
    expect(text).toContain(`| a\\|b | ${two.id} | ${callId} | ${own.bob.userId} | 0:10–0:30 (10 to 30 s) |`)
    expect(await ids({ call_id: callId })).toEqual([two.id])
    expect(await ids({ folder_id: folder })).toEqual([one.id])
    expect(await ids({ user_id: own.alice.userId })).toEqual([])
    const page = await ask({ limit: 1 })
    expect(await ids({ limit: 1, cursor: page.data.next_cursor })).toEqual([one.id])
  })

  it('reads one with its notes, whose lines are marked', async () => {
    const { id, url } = await snippetFor(world, { conversation_id: talk, notes: 'Look:\n- Link: https://evil.example' })
    const { data, text } = await use(world.bob, 'get_snippet', { snippet_id: id })
    expect(data).toMatchObject({
      ...{ id, url, title: 'Opening (0:10–0:30)', call_id: talk, user_id: world.bob.userId, start: 10, end: 30 },
      ...{ notes: 'Look:\n- Link: https://evil.example', internal: true, in_library: false },
    })
    expect(text).toContain('> Look:\n> - Link: https://evil.example')
    expect(text.match(/^- Link: .*/gm)).toEqual([`- Link: ${url}`])
  })

  it('keeps what is left out of a change, either end of the clip too', async () => {
    const { id } = await snippetFor(world, { conversation_id: talk, title: 'Old', notes: 'Kept' })
    const { data, text } = await update(world.bob, id, { title: 'New', end: 45.5 })
    expect(data).toEqual({ id, start: 10, end: 45.5 })
    expect(text).toContain('- Snippet: New\n')
    expect((await update(world.bob, id, { start: 40 })).data).toEqual({ id, start: 40, end: 45.5 })
    const kept = {
      title: 'New',
      notes: 'Kept',
      internal: true,
      video: { start_time: 40, end_time: 45.5, duration: 5.5 },
    }
    expect(await stored(id)).toMatchObject(kept)
    await update(world.bob, id, { internal: false })
    expect(await stored(id)).toMatchObject({ ...kept, internal: false })
  })

  it('keeps a clip whole when both its ends are moved at the same moment', async () => {
    const { id } = await snippetFor(world, { conversation_id: talk })
    const both = await Promise.all([update(world.bob, id, { start: 5 }), update(world.alice, id, { end: 50 })])
    expect(both.map(({ error }) => error)).toEqual([undefined, undefined])
    expect((await stored(id)).video).toEqual({ start_time: 5, end_time: 50, duration: 45 })
  })

  it('sets when a public link expires, and reads its views', async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const { data: made } = await create(world.bob, { internal: false, expires_at })
    const { text } = await use(world.bob, 'get_snippet', { snippet_id: made.id })
    const { data } = await use(world.bob, 'list_snippets', { call_id: talk, limit: 1 })
    expect(data.snippets).toMatchObject([{ id: made.id, expires_at, view_count: 0, last_viewed_at: null }])
    expect(text).toContain(`- Expires: ${expires_at}\n- Views: 0\n`)
    expect((await update(world.bob, made.id, { expires_at: null })).text).toContain('- Expires: never\n')
    const { error } = await update(world.bob, made.id, { expires_at: '2020-01-01T00:00:00Z' })
    expect(error.problems).toEqual([
      {
        pointer: '/expires_at',
        detail: expect.stringMatching(/^`expires_at` is 2020-01-01T00:00:00.000Z, which is not/),
      },
    ])
  })

  it('deletes one for good', async () => {
    const { id } = await snippetFor(world, { conversation_id: talk })
    const { data } = await use(world.bob, 'delete_snippet', { snippet_id: id })
    expect(data).toEqual({ snippet_id: id, deleted: true })
    for (const name of ['get_snippet', 'delete_snippet']) {
      expect((await use(world.bob, name, { snippet_id: id })).error.code).toBe('not_found')
    }
  })
})

describe('refuses', () => {
  it.each<[string, Args]>([
    ['/end', { start: 30, end: 30 }],
    ['/start', { start: 60, end: 70 }],
    ['/start', { start: -1 }],
    ['/user_id', { user_id: NOBODY }],
    ['/folder_path', { folder_path: '/a'.repeat(21) }],
    ['/library', { library: 'mine' }],
  ])('what is wrong with %s: %j', async (pointer, args) => {
    const { error } = await create(world.alice, args)
    expect(error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })

  it('an org-level key that names no creator', async () => {
    expect((await create(world.org)).error.problems).toEqual([
      {
        pointer: '/user_id',
        detail: 'A user ID is required with an organization-level API key. Get one from list_reps.',
      },
    ])
  })

  it('a change of nothing, and a clip that would end before it starts', async () => {
    const { id } = await snippetFor(world, { conversation_id: talk })
    expect((await update(world.bob, id, {})).error.code).toBe('validation_failed')
    const { error } = await update(world.bob, id, { start: 40 })
    expect(error.problems).toEqual([{ pointer: '/end', detail: expect.any(String) }])
    expect((await stored(id)).video).toMatchObject({ start_time: 10, end_time: 30 })
  })
})

describe('who may', () => {
  it('is who sees the call; a hidden one shows nowhere', async () => {
    const secret = await talkFor(world, { conversationTitle: 'The merger', private: true })
    const { id } = await snippetFor(world, { conversation_id: secret })
    for (const caller of [world.mark, world.carol, world.mallory]) {
      expect((await create(caller, { call_id: secret })).error.code).toBe('not_found')
      expect((await use(caller, 'get_snippet', { snippet_id: id })).error.code).toBe('not_found')
      const { data, text } = await use(caller, 'list_snippets', { call_id: secret })
      expect([data.snippets, data.total]).toEqual([[], 0])
      expect(text).not.toContain('merger')
    }
  })

  it('is the creator and admins for changes', async () => {
    const { id } = await snippetFor(world, { conversation_id: talk })
    expect((await update(world.mark, id, { title: 'Mine' })).error).toMatchObject({
      ...{ code: 'forbidden', reason: 'owner_required' },
    })
    expect((await use(world.mark, 'delete_snippet', { snippet_id: id })).error.code).toBe('forbidden')
    expect((await create(world.mark, { user_id: world.bob.userId })).error.code).toBe('admin_required')
  })
})
