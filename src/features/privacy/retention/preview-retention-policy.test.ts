import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { daysBefore, policyFor } from '../../../testing/privacy-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const preview = (caller: Caller | undefined, id: string) =>
  call(world.app, caller, 'GET', `/retention-policies/${id}/preview`)

describe('does', () => {
  it('tells what would go, what is held, and the oldest first; nothing goes', async () => {
    const at = new Date()
    const old = (days: number, given = {}) =>
      importFor(world, { conversationStartedAt: daysBefore(at, days), ...given })
    const [older, oldest] = [await old(40), await old(50, { conversationTitle: 'Oldest' })]
    await old(10)
    const kept = await old(60)
    await call(world.app, world.alice, 'PUT', `/conversations/${kept}/legal-hold`, { body: { on: true, reason: 'x' } })
    const answer = await preview(world.alice, await policyFor(world))
    expect(answer.body.data).toMatchObject({
      ...{ action: 'erase', conversations: 2, held: 1, oldest: daysBefore(at, 50) },
      examples: [{ uuid: oldest, title: 'Oldest', startedAt: daysBefore(at, 50) }, { uuid: older }],
    })
    expect((await call(world.app, world.org, 'GET', `/conversations/${oldest}`)).status).toBe(200)
  })
})

describe('refuses', () => {
  guardsThings({ world: () => world, noun: 'retention_policy', make: () => policyFor(world), send: preview })
})

describe('who may', () => {
  adminsOnly({ world: () => world, make: () => policyFor(world), send: preview })
})
