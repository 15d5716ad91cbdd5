import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { guardsThings, snippetFor, talkFor } from '../../../testing/library-fixtures.ts'
import { notFound, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/snippets/${id}`, { body })
const read = async (id: string) => (await call(world.app, world.org, 'GET', `/snippets/${id}`)).body

describe('does', () => {
  it('changes what is given and keeps the rest', async () => {
    const { id } = await snippetFor(world, { notes: 'Ask.', notify_views: true })
    const before = (await read(id)).data
    const answer = await patch(world.bob, id, { title: ' New ', video: { start_time: 50, end_time: 99 } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(await read(id))
    expect(answer.body.data).toEqual({
      ...before,
      title: 'New',
      video: { start_time: 50, end_time: 60, duration: 10 },
      updated_at: expect.any(String),
    })
  })

  it('empties notes, and opens and closes the page', async () => {
    const { id } = await snippetFor(world, { notes: 'Ask.' })
    expect((await patch(world.bob, id, { notes: '', internal: false })).body.data).toMatchObject({
      notes: '',
      internal: false,
    })
    expect((await patch(world.bob, id, { internal: true, notify_views: true })).body.data).toMatchObject({
      internal: true,
      notify_views: true,
    })
  })

  it('leaves creator, conversation and link alone', async () => {
    const { id } = await snippetFor(world)
    const before = (await read(id)).data
    const given = { user_uuid: world.alice.userId, conversation_id: id, share_code: 'x', id: 'x', title: 'New' }
    expect((await patch(world.alice, id, given)).body.data).toEqual({
      ...before,
      title: 'New',
      updated_at: expect.any(String),
    })
  })

  it('meets deletion at the same moment with one sensible outcome', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await snippetFor(world)
      const [changed, deleted] = await Promise.all([
        patch(world.bob, id, { title: 'New' }),
        call(world.app, world.bob, 'DELETE', `/snippets/${id}`),
      ])
      expect([200, 404]).toContain(changed.status)
      expect(deleted.status).toBe(204)
      expect(await read(id)).toEqual(notFound('snippet'))
    }
  })

  it('meets the erasing of its conversation at the same moment with one sensible outcome', async () => {
    for (let round = 0; round < 8; round++) {
      const conversation_id = await talkFor(world)
      const { id } = await snippetFor(world, { conversation_id })
      const [changed, erased] = await Promise.all([
        patch(world.bob, id, { video: { start_time: 1, end_time: 2 } }),
        call(world.app, world.org, 'DELETE', `/conversations/${conversation_id}`, { query: { erase: 'true' } }),
      ])
      expect([200, 404]).toContain(changed.status)
      expect(erased.status).toBe(204)
      expect(await read(id)).toEqual(notFound('snippet'))
    }
  })
})

describe('does to the link', () => {
  it('sets, moves and removes its expiry, with one audit entry each', async () => {
    const { id } = await snippetFor(world, { internal: false })
    const [soon, later] = [1, 300].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
    for (const expiresAt of [soon, later, null]) {
      expect((await patch(world.bob, id, { expiresAt })).body.data).toMatchObject({ expiresAt, internal: false })
    }
    expect((await patch(world.bob, id, { expiresAt: soon, title: 'Brief' })).body.data.expiresAt).toBe(soon)
    expect((await patch(world.bob, id, { title: 'Longer' })).body.data.expiresAt).toBe(soon)
    const log = await call(world.app, world.alice, 'GET', '/audit-log', { query: { size: '100' } })
    const entries = log.body.data.filter((entry: object) => JSON.stringify(entry).includes(id))
    expect(entries.map(({ operation }: { operation: string }) => operation)).toEqual([
      ...Array(5).fill('updateSnippet'),
      'createSnippet',
    ])
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', {}, ''],
    ['what it does not know', { colour: 'red' }, ''],
    ['a blank title', { title: ' ' }, '/title'],
    ['null', { notes: null }, '/notes'],
    ['an expiry of an internal link', { expiresAt: '2099-01-01T00:00:00Z' }, '/expiresAt'],
    ['an expiry in the past', { internal: false, expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ['a clip without an end', { video: { start_time: 1 } }, '/video/end_time'],
    ['a clip behind the end', { video: { start_time: 60, end_time: 61 } }, '/video/start_time'],
  ])('%s, and changes nothing', async (_, body, pointer) => {
    const { id } = await snippetFor(world)
    const before = await read(id)
    const answer = await patch(world.bob, id, body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await read(id)).toEqual(before)
  })

  guardsThings(
    'snippet',
    () => world,
    async () => (await snippetFor(world)).id,
    (caller, id) => patch(caller, id, { title: 'New' }),
  )
})

describe('who may', () => {
  it('is its creator and admins; others who see it are told, and who does not see it is not', async () => {
    const { id } = await snippetFor(world)
    for (const caller of [world.org, world.alice, world.bob]) {
      expect((await patch(caller, id, { title: 'New' })).status).toBe(200)
    }
    const seen = await patch(world.mark, id, { title: 'Mine' })
    expect([seen.status, seen.body]).toEqual([403, resourceError(403, 'owner_required', '')])
    const unseen = await patch(world.carol, id, { title: 'Mine' })
    expect([unseen.status, unseen.body]).toEqual([404, notFound('snippet')])
    expect((await read(id)).data.title).toBe('New')
  })
})
