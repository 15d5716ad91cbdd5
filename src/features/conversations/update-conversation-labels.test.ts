import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const body = { transcript: 'Ann: Hi.', labels: { Stage: 'Opening' }, userID: world.bob.userId }
  id = (await call(world.app, world.org, 'POST', '/conversations/import', { body })).body.uuid
})

const put = (labels: unknown, caller: Caller = world.org) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/labels`, { body: { labels } })
const labels = async () => (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes.labels

describe('updateConversationLabels does', () => {
  it('replace the whole map', async () => {
    expect((await put({ Mood: 'Good', 'Next step': 'Demo' })).body).toEqual({ success: true })
    expect(await labels()).toEqual({ Mood: 'Good', 'Next step': 'Demo' })
    await put({})
    expect(await labels()).toEqual({})
  })
})

describe('updateConversationLabels refuses', () => {
  it.each([
    ['no map', 'Good'],
    ['an option that is no text', { Mood: 7 }],
    ['an empty option', { Mood: '' }],
    ['101 of them', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`L${n}`, 'x']))],
  ])('%s, and keeps what was', async (_, given) => {
    const before = await labels()
    const answer = await put(given)
    expect([answer.status, answer.body.source.pointer.startsWith('/labels')]).toEqual([400, true])
    expect(await labels()).toEqual(before)
  })
})

describe('updateConversationLabels: who may', () => {
  it('everybody who sees it', async () => {
    expect((await put({ By: 'bob' }, world.bob)).status).toBe(200)
    expect((await put({ By: 'carol' }, world.carol)).status).toBe(404)
    expect(await labels()).toEqual({ By: 'bob' })
  })
})
