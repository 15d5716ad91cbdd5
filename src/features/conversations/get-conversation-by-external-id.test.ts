import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const importAs = async (applicationName: string, applicationExternalID: string, more: Record<string, unknown> = {}) =>
  (
    await call(world.app, world.org, 'POST', '/conversations/import', {
      body: { transcript: 'Ann: Hi.', applicationName, applicationExternalID, ...more },
    })
  ).body.uuid
const get = (externalId: string, query: Record<string, string> = {}, caller: Caller = world.org) =>
  call(world.app, caller, 'GET', `/conversations/by-external-id/${encodeURIComponent(externalId)}`, { query })

describe('getConversationByExternalId does', () => {
  it('find it under an id of any characters', async () => {
    const id = await importAs('phone', 'call/7 & more')
    expect((await get('call/7 & more')).body.id).toBe(id)
  })

  it('choose by application, and the newest without', async () => {
    const older = await importAs('a', 'same', { conversationStartedAt: '2026-01-01' })
    const newer = await importAs('b', 'same', { conversationStartedAt: '2026-01-02' })
    expect((await get('same')).body.id).toBe(newer)
    expect((await get('same', { applicationName: 'a' })).body.id).toBe(older)
  })
})

describe('getConversationByExternalId refuses', () => {
  it.each(['never-seen', 'x'.repeat(257), 'nul\u0000'])('%j with 404', async (externalId) => {
    const answer = await get(externalId)
    expect([answer.status, answer.body.code]).toEqual([404, 'conversation_not_found'])
  })
})

describe('getConversationByExternalId: who may', () => {
  it('who sees the conversation', async () => {
    await importAs('phone', 'private', { userID: world.bob.userId, private: true })
    expect((await get('private', {}, world.bob)).status).toBe(200)
    expect((await get('private', {}, world.mark)).status).toBe(404)
    expect((await get('private', {}, world.mallory)).status).toBe(404)
  })
})
