import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import { notFound } from '../../../testing/refusals.ts'
import { receiverFor, testFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
  id = (await webhookFor(world, { url: 'http://127.0.0.1:1/' })).id
})

const make = async () => (await testFor(world, id)).id
const read = (caller: Caller | undefined, deliveryId: string, of = id) =>
  call(world.app, caller, 'GET', `/webhooks/${of}/deliveries/${deliveryId}`)

describe('does', () => {
  it('tells what is sent, and every attempt', async () => {
    const { receiver, id: of } = await receiverFor(world)
    receiver.answer = () => ({ status: 404, body: '<h1>Nobody</h1>' })
    const { id: deliveryId } = await testFor(world, of)
    await world.app.drain(world.acme)
    await call(world.app, world.org, 'POST', `/webhooks/${of}/deliveries/${deliveryId}/redeliver`)
    await world.app.drain(world.acme)
    const { data } = (await read(world.alice, deliveryId, of)).body
    expect(data).toMatchObject({ id: deliveryId, status: 'pending', attempts: 2, last_attempt: { number: 2 } })
    expect(data.attempt_list).toEqual(
      [1, 2].map((number) => ({
        number,
        at: expect.stringMatching(/Z$/),
        ms: expect.any(Number),
        response_status: 404,
        response_body: '<h1>Nobody</h1>',
        fault: 'The receiver responded with 404.',
      })),
    )
    expect(receiver.received.map(({ body }) => body)).toEqual([data.body, data.body])
  })
})

describe('refuses and who may', () => {
  it('answers that there is none of that webhook', async () => {
    const other = (await webhookFor(world, { url: 'https://hooks.customer.example/' })).id
    const answer = await read(world.org, await make(), other)
    expect([answer.status, answer.body]).toEqual([404, notFound('delivery', '/path/deliveryId')])
    const theirs = await read(world.rivalOrg, await make())
    expect([theirs.status, theirs.body]).toEqual([404, notFound('webhook')])
  })

  const guarded = { world: () => world, noun: 'delivery', pointer: '/path/deliveryId', make, send: read }
  guardsThings({ ...guarded, strangers: () => [] })
  adminsOnly(guarded)
})
