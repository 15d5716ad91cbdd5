import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, resourceError } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const get = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/conversations/${id}/legal-hold`)
const hold = (body: object) => call(world.app, world.org, 'POST', '/legal-holds', { body })

describe('does', () => {
  it('tells whatever keeps a conversation, newest first, and nothing that was released', async () => {
    const id = await importFor(world, { participants: [{ email: 'kept@b.example' }, { email: 'carol@acme.example' }] })
    expect((await get(world.alice, id)).body).toEqual({ held: false, holds: [] })
    await call(world.app, world.org, 'PUT', `/conversations/${id}/legal-hold`, {
      body: { on: true, reason: 'Its own' },
    })
    await hold({ custodianUUID: world.bob.userId, reason: 'Its owner' })
    await hold({ participantEmail: 'kept@b.example', reason: 'An address' })
    await hold({ custodianUUID: world.carol.userId, reason: 'Who took part' })
    await hold({ participantEmail: 'else@b.example', reason: 'Of nobody here' })
    const reasons = async () => (await get(world.alice, id)).body.holds.map((one: { reason: string }) => one.reason)
    expect(await reasons()).toEqual(['Who took part', 'An address', 'Its owner', 'Its own'])
    await call(world.app, world.org, 'PUT', `/conversations/${id}/legal-hold`, { body: { on: false } })
    expect(await reasons()).toEqual(['Who took part', 'An address', 'Its owner'])
    expect((await get(world.org, id)).body.held).toBe(true)
  })
})

describe('refuses', () => {
  it('nothing but what is not there', async () => {
    expect((await get(world.alice, await importFor(world, { userID: world.alice.userId }))).status).toBe(200)
  })
})

describe('who may', () => {
  guardsConversations(() => world, get)

  it('is admins; who sees the conversation is told so', async () => {
    const id = await importFor(world)
    for (const caller of [world.bob, world.mark]) {
      const answer = await get(caller, id)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
  })
})
