import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import { resourceError } from '../../../testing/refusals.ts'
import { deliveryOf, receiverFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
})

const make = async () => (await webhookFor(world, { url: 'http://127.0.0.1:1/' })).id
const test = (caller: Caller | undefined, id: string) => call(world.app, caller, 'POST', `/webhooks/${id}/test`)

describe('does', () => {
  it('sends an event that did not happen, whatever the webhook wants', async () => {
    const { receiver, id } = await receiverFor(world, { event_types: ['deck.created'] })
    const answer = await test(world.alice, id)
    expect(answer.status).toBe(202)
    const { data } = answer.body
    expect(data).toMatchObject({ webhook_id: id, event_type: 'webhook.test', status: 'pending', attempts: 0 })
    expect([data.last_attempt, data.attempt_list]).toEqual([null, []])
    expect(JSON.parse(data.body)).toEqual({
      type: 'webhook.test',
      timestamp: data.created_at,
      data: { webhook_id: id },
    })
    await world.app.drain(world.acme)
    expect(receiver.received.map(({ body }) => body)).toEqual([data.body])
    expect(await deliveryOf(world, id, data.id)).toMatchObject({ status: 'delivered', attempts: 1 })
  })
})

describe('refuses', () => {
  it('to send anything to a disabled webhook', async () => {
    const { id } = await webhookFor(world, { url: 'https://hooks.customer.example/', enabled: false })
    const answer = await test(world.org, id)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'webhook_disabled', '')])
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'webhook', make, send: test }
  guardsThings(guarded)
  adminsOnly(guarded)
})
