import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const put = (caller: Caller | undefined, id: string, body: unknown = { on: true, reason: 'Matter 1' }) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/legal-hold`, { body })
const holdsOf = async (id: string) =>
  (
    await call(world.app, world.org, 'GET', '/legal-holds', { query: { released: 'true', size: '200' } })
  ).body.data.filter((one: { conversationUUID: string }) => one.conversationUUID === id)

describe('does', () => {
  it('keeps the conversation from being erased until it is released, which stays on record', async () => {
    const id = await importFor(world)
    const erase = () => call(world.app, world.alice, 'DELETE', `/conversations/${id}`, { query: { erase: 'true' } })
    expect((await put(world.alice, id)).body).toEqual({ success: true, held: true })
    // Again: another reason, and no second hold.
    await put(world.org, id, { on: true, reason: 'Matter 2' })
    expect(await holdsOf(id)).toMatchObject([{ reason: 'Matter 2', releasedAt: null }])
    expect((await erase()).status).toBe(409)
    expect((await put(world.alice, id, { on: false })).body).toEqual({ success: true, held: false })
    expect(await holdsOf(id)).toMatchObject([{ releasedByUUID: world.alice.userId }])
    expect((await erase()).status).toBe(204)
  })

  it('tells that something else keeps it still', async () => {
    const id = await importFor(world, { participants: [{ email: 'else@b.example' }] })
    const body = { participantEmail: 'else@b.example', reason: 'x' }
    await call(world.app, world.org, 'POST', '/legal-holds', { body })
    expect((await put(world.alice, id, { on: false })).body).toEqual({ success: true, held: true })
  })

  it('is one hold when two put it on at the same moment', async () => {
    const id = await importFor(world)
    const answers = await Promise.all([1, 2, 3].map(() => put(world.org, id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await holdsOf(id)).toHaveLength(1)
  })
})

describe('refuses', () => {
  it.each([
    ['neither on nor off', '/on', { reason: 'x' }],
    ['one without a reason', '/reason', { on: true }],
    ['a blank reason', '/reason', { on: true, reason: ' ' }],
  ])('%s', async (_, pointer, body) => {
    const answer = await put(world.alice, await importFor(world), body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  guardsConversations(() => world, put)

  it('is admins; who sees the conversation is told so', async () => {
    const id = await importFor(world)
    for (const caller of [world.bob, world.mark]) {
      const answer = await put(caller, id)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect(await holdsOf(id)).toEqual([])
  })
})
