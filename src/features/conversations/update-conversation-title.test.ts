import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld()
  const body = { transcript: 'Ann: Hi.', conversationTitle: 'First', userID: world.bob.userId }
  id = (await call(world.app, world.org, 'POST', '/conversations/import', { body })).body.uuid
})

const put = (title: unknown, caller: Caller = world.org) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/title`, { body: { title } })
const found = async (title: string) =>
  (await call(world.app, world.org, 'GET', '/conversations/list', { query: { 'filter[title]': title } })).body.meta
    .totalRecords

describe('updateConversationTitle does', () => {
  it('change the title, and what it is found by', async () => {
    expect((await put('  Größe zählt  ')).body).toEqual({ success: true })
    expect((await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes.title).toBe('Größe zählt')
    expect([await found('GRÖSSE'), await found('GRÖßE'), await found('First')]).toEqual([0, 1, 0])
  })

  it('count characters, not halves of them', async () => {
    expect((await put('𝔸'.repeat(512))).status).toBe(200)
  })
})

describe('updateConversationTitle refuses', () => {
  it.each([[''], ['   '], ['x'.repeat(513)], ['𝔸'.repeat(513)], ['a\u0000'], [7], [null], [undefined]])(
    '%j with 400',
    async (title) => {
      const answer = await put(title)
      expect([answer.status, answer.body.source.pointer]).toEqual([400, '/title'])
    },
  )
})

describe('updateConversationTitle: who may', () => {
  it('everybody who sees it', async () => {
    expect((await put('By bob', world.bob)).status).toBe(200)
    expect((await put('By mark', world.mark)).status).toBe(200)
    expect((await put('By carol', world.carol)).status).toBe(404)
    expect((await put('By mallory', world.mallory)).status).toBe(404)
    expect(await found('By mark')).toBe(1)
  })
})
