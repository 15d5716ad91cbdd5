import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { listChanged, makeUnchanged } from '../../../testing/changed-fixtures.ts'
import { commentFor } from '../../../testing/comments-fixtures.ts'
import { talkFor } from '../../../testing/library-fixtures.ts'
import { guardsConversations, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (caller: Caller | undefined, id: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/conversations/${id}/comments`, { query })
const list = async (caller: Caller, id: string, query: Record<string, string> = {}) =>
  (await send(caller, id, query)).body
const ids = ({ data }: { data: { uuid: string }[] }) => data.map(({ uuid }) => uuid)
const resolve = (id: string, resolved: boolean) =>
  call(world.app, world.bob, 'PUT', `/comments/${id}/resolution`, { body: { resolved } })

describe('does', () => {
  it('lists threads of the whole call first, then in its order, page by page', async () => {
    const id = await talkFor(world)
    const late = await commentFor(world, id, { time: { start: 40 } })
    const early = await commentFor(world, id, { words: { firstSegment: 1 } })
    const whole = await commentFor(world, id)
    await commentFor(world, id, { threadUUID: early.uuid })
    const all = await list(world.bob, id)
    expect([ids(all), all.meta.totalRecords]).toEqual([[whole.uuid, early.uuid, late.uuid], 3])
    expect(all.data[1].replies).toHaveLength(1)
    const last = await list(world.bob, id, { size: '2', page: '2' })
    expect([ids(last), last.meta]).toEqual([[late.uuid], { pageCount: 2, totalRecords: 3, pageNumber: 2, pageSize: 2 }])
  })

  it('returns the replies of each thread, oldest first, and nothing of other calls', async () => {
    const [id, other] = [await talkFor(world), await talkFor(world)]
    const [one, two] = [await commentFor(world, id), await commentFor(world, id)]
    await commentFor(world, other)
    const replies = [
      await commentFor(world, id, { threadUUID: one.uuid, text: 'First.' }),
      await commentFor(world, id, { threadUUID: two.uuid, text: 'Elsewhere.' }),
      await commentFor(world, id, { threadUUID: one.uuid, text: 'Second.' }, world.alice),
    ]
    const { data } = await list(world.bob, id)
    expect(data.map((thread: { replies: object[] }) => thread.replies)).toMatchObject([
      [
        { uuid: replies[0]?.uuid, text: 'First.' },
        { text: 'Second.', author: { userUUID: world.alice.userId } },
      ],
      [{ text: 'Elsewhere.', threadUUID: two.uuid }],
    ])
  })

  it('filters by state', async () => {
    const id = await talkFor(world)
    const [open, resolved] = [await commentFor(world, id), await commentFor(world, id)]
    await resolve(resolved.uuid, true)
    expect(ids(await list(world.bob, id, { state: 'open' }))).toEqual([open.uuid])
    const found = await list(world.bob, id, { state: 'resolved' })
    expect([ids(found), found.meta.totalRecords]).toEqual([[resolved.uuid], 1])
    expect(ids(await list(world.bob, id, { state: 'all' }))).toEqual([open.uuid, resolved.uuid])
    await resolve(resolved.uuid, false)
    expect((await list(world.bob, id, { state: 'resolved' })).data).toEqual([])
  })

  it('returns and counts private notes only for their author', async () => {
    const id = await talkFor(world, { teamUUID: world.teams.north })
    const open = await commentFor(world, id)
    const note = await commentFor(world, id, { private: true })
    const mine = await list(world.bob, id)
    expect([ids(mine), mine.meta.totalRecords]).toEqual([[open.uuid, note.uuid], 2])
    for (const caller of [world.alice, world.mark, world.org]) {
      const theirs = await list(caller, id)
      expect([caller.email, ids(theirs), theirs.meta.totalRecords]).toEqual([caller.email, [open.uuid], 1])
    }
  })

  it('keeps a deleted comment without its text while it has replies', async () => {
    const id = await talkFor(world)
    const { uuid } = await commentFor(world, id, { text: 'The quixotine.' })
    await commentFor(world, id, { threadUUID: uuid })
    await call(world.app, world.bob, 'DELETE', `/comments/${uuid}`)
    const answer = await send(world.bob, id)
    expect(answer.body.data).toMatchObject([{ uuid, deleted: true, text: '', replies: [{ deleted: false }] }])
    expect(answer.text).not.toContain('quixotine')
  })

  it('says what the caller may change', async () => {
    const id = await talkFor(world, { teamUUID: world.teams.north })
    await commentFor(world, id)
    const rights = async (caller: Caller) => {
      const { mayEdit, mayDelete } = (await list(caller, id)).data[0]
      return { mayEdit, mayDelete }
    }
    expect(await rights(world.bob)).toEqual({ mayEdit: true, mayDelete: true })
    expect(await rights(world.mark)).toEqual({ mayEdit: false, mayDelete: false })
    expect(await rights(world.alice)).toEqual({ mayEdit: false, mayDelete: true })
    expect(await rights(world.org)).toEqual({ mayEdit: false, mayDelete: true })
  })

  it('filters by the last change, also of replies and reactions', async () => {
    const id = await talkFor(world)
    const made = async () => (await commentFor(world, id)).uuid
    const [, edited, reacted, replied, resolved, shortened, unreacted] = [
      ...[await made(), await made(), await made(), await made(), await made(), await made(), await made()],
    ]
    const reply = await commentFor(world, id, { threadUUID: shortened })
    const react = (method: 'PUT' | 'DELETE', uuid: string | undefined) =>
      call(world.app, world.bob, method, `/comments/${uuid}/reactions/heart`)
    await react('PUT', unreacted)
    await makeUnchanged(world, 'comments')
    const changed = () => listChanged(world, world.bob, `/conversations/${id}/comments`)
    await call(world.app, world.bob, 'PATCH', `/comments/${edited}`, { body: { text: 'Hm.' } })
    await react('PUT', reacted)
    await commentFor(world, id, { threadUUID: replied })
    await resolve(resolved ?? '', true)
    await call(world.app, world.bob, 'DELETE', `/comments/${reply.uuid}`)
    await react('DELETE', unreacted)
    expect(await changed()).toEqual([edited, reacted, replied, resolved, shortened, unreacted])
    await makeUnchanged(world, 'comments')
    await react('PUT', reacted)
    await react('DELETE', unreacted)
    await resolve(resolved ?? '', true)
    expect(await changed()).toEqual([])
  })
})

describe('refuses', () => {
  it.each([
    [{ state: 'closed' }, '/query/state'],
    [{ size: '51' }, '/query/size'],
    [{ page: '0' }, '/query/page'],
  ])('%j', async (query, pointer) => {
    const answer = await send(world.bob, await talkFor(world), query)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => send(caller, id),
  )
})
