import { beforeAll, describe, expect, it } from 'vitest'
import { actionFor } from '../../../testing/actions-fixtures.ts'
import { call } from '../../../testing/call.ts'
import { guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { notFound } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let conversation: string
beforeAll(async () => {
  world = await createWorld()
  conversation = await importFor(world)
})

const dismiss = (caller: Caller | undefined, id: string, headers: Record<string, string> = {}) =>
  call(world.app, caller, 'POST', `/actions/${id}/dismiss`, { headers })
const statusOf = async (id: string) => (await call(world.app, world.bob, 'GET', `/actions/${id}`)).body.data.status

describe('does', () => {
  it('dismisses a pending action, and tells that it was this call', async () => {
    const id = await actionFor(world, conversation)
    const answer = await dismiss(world.bob, id)
    expect([answer.status, answer.body]).toEqual([200, { action_uuid: id, updated: true }])
    expect(await statusOf(id)).toBe('dismissed')
  })

  it('changes nothing of an action that is no longer pending, and tells so', async () => {
    const ids = {
      dismissed: await actionFor(world, conversation),
      drafted: await actionFor(world, conversation),
      expired: await actionFor(world, conversation, { expiresAt: new Date('2026-01-01') }),
    }
    await dismiss(world.bob, ids.dismissed)
    await call(world.app, world.bob, 'PATCH', `/actions/${ids.drafted}`, { body: { status: 'drafted' } })
    for (const [status, id] of Object.entries(ids)) {
      const answer = await dismiss(world.bob, id)
      expect([answer.status, answer.body]).toEqual([200, { action_uuid: id, updated: false }])
      expect(await statusOf(id)).toBe(status)
    }
  })

  it('tells exactly one of eight calls at the same moment that it was the one', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await actionFor(world, conversation)
      const answers = await Promise.all(Array.from({ length: 8 }, () => dismiss(world.bob, id)))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(answers.filter(({ body }) => body.updated)).toHaveLength(1)
    }
  })

  it('takes an empty body as well as none', async () => {
    const id = await actionFor(world, conversation)
    const answer = await call(world.app, world.bob, 'POST', `/actions/${id}/dismiss`, { body: {} })
    expect([answer.status, answer.body.updated]).toEqual([200, true])
  })
})

describe('refuses', () => {
  it('an action that draws on what is hidden from its owner by now, and leaves it', async () => {
    const secret = await importFor(world, { userID: world.mark.userId, teamUUID: world.teams.north, private: true })
    const id = await actionFor(world, conversation, { conversationIds: [secret] })
    const answer = await dismiss(world.bob, id)
    expect([answer.status, answer.body]).toEqual([404, notFound('action', '/path/action_uuid')])
    await call(world.app, world.mark, 'PUT', `/conversations/${secret}/privacy`, { body: { private: false } })
    expect(await statusOf(id)).toBe('pending')
  })
})

describe('who may', () => {
  guardsThings({
    world: () => world,
    noun: 'action',
    pointer: '/path/action_uuid',
    make: () => actionFor(world, conversation),
    send: dismiss,
    caller: () => world.bob,
  })

  it('is its owner alone: not admins, not org-level keys', async () => {
    const id = await actionFor(world, conversation)
    for (const caller of [world.org, world.alice, world.mark, world.carol]) {
      const answer = await dismiss(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound('action', '/path/action_uuid')])
    }
    expect(await statusOf(id)).toBe('pending')
  })
})
