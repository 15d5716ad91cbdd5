import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const given = { url: 'https://hooks.customer.example/', event_types: ['action.created'], description: 'One' }
const make = async () => (await webhookFor(world, given)).id
const read = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/webhooks/${id}`)

describe('does', () => {
  it('tells a webhook, and never its secret', async () => {
    const { secret, ...made } = await webhookFor(world, given)
    const answer = await read(world.alice, made.id)
    expect([answer.status, answer.body]).toEqual([200, { data: made }])
    expect(answer.text).not.toContain(secret)
    expect(made).toMatchObject(given)
  })
})

describe('refuses and who may', () => {
  const guarded = { world: () => world, noun: 'webhook', make, send: read }
  guardsThings(guarded)
  adminsOnly(guarded)
})
