import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import { notFound, resourceError } from '../../../testing/refusals.ts'
import { deliveryOf, receiverFor, testFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
  id = (await webhookFor(world, { url: 'http://127.0.0.1:1/' })).id
})

const make = async () => (await testFor(world, id)).id
const again = (caller: Caller | undefined, deliveryId: string, of = id) =>
  call(world.app, caller, 'POST', `/webhooks/${of}/deliveries/${deliveryId}/redeliver`)
const drain = () => world.app.drain(world.acme)

describe('does', () => {
  it('sends what was delivered again, the same body under the same id', async () => {
    const { receiver, id: of } = await receiverFor(world)
    const { id: deliveryId } = await testFor(world, of)
    await drain()
    const answer = await again(world.alice, deliveryId, of)
    expect(answer.status).toBe(202)
    expect(answer.body.data).toMatchObject({ id: deliveryId, status: 'pending', attempts: 1, delivered_at: null })
    await drain()
    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']])
    expect(await deliveryOf(world, of, deliveryId)).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  it('sends what had failed, and tries it for a day again', async () => {
    const { receiver, id: of } = await receiverFor(world)
    receiver.answer = () => ({ status: 500 })
    const { id: deliveryId } = await testFor(world, of)
    const fail = `update webhook_deliveries set status = 'failed', tries = 11, attempts = 11, next_try_at = null where id = $1`
    await world.app.store.owner.query(fail, [deliveryId])
    await again(world.org, deliveryId, of)
    await drain()
    const { status, next_try_at, attempts } = await deliveryOf(world, of, deliveryId)
    expect([status, attempts]).toEqual(['pending', 12])
    expect(Date.parse(next_try_at) - Date.now()).toBeLessThan(6_000)
  })

  it('keeps the last fifty attempts of one that is sent again and again', async () => {
    const { id: of } = await receiverFor(world)
    const { id: deliveryId } = await testFor(world, of)
    await world.app.store.owner.query('update webhook_deliveries set attempts = 60 where id = $1', [deliveryId])
    const [{ organization_id } = { organization_id: '' }] = await world.app.store.owner.query<{
      organization_id: string
    }>(
      `insert into webhook_attempts (organization_id, delivery_id, number, at, ms)
       select organization_id, id, n, created_at, 1 from webhook_deliveries, generate_series(1, 60) n where id = $1
       returning organization_id`,
      [deliveryId],
    )
    expect(organization_id).toBe(world.acme)
    await drain()
    const { attempt_list } = await deliveryOf(world, of, deliveryId)
    expect(attempt_list.map(({ number }: { number: number }) => number)).toEqual(
      [...Array(50).keys()].map((n) => n + 12),
    )
  })
})

describe('refuses', () => {
  it('a delivery of another webhook, and to send anything to a disabled one', async () => {
    const other = (await webhookFor(world, { url: 'https://hooks.customer.example/' })).id
    const strange = await again(world.org, await make(), other)
    expect([strange.status, strange.body]).toEqual([404, notFound('delivery', '/path/deliveryId')])
    const { id: deliveryId } = await testFor(world, other)
    await call(world.app, world.org, 'PATCH', `/webhooks/${other}`, { body: { enabled: false } })
    const answer = await again(world.org, deliveryId, other)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'webhook_disabled', '')])
  })
})

describe('who may', () => {
  it('is not another organization', async () => {
    const answer = await again(world.rivalOrg, await make())
    expect([answer.status, answer.body]).toEqual([404, notFound('webhook')])
  })

  const guarded = { world: () => world, noun: 'delivery', pointer: '/path/deliveryId', make, send: again }
  guardsThings({ ...guarded, strangers: () => [] })
  adminsOnly(guarded)
})
