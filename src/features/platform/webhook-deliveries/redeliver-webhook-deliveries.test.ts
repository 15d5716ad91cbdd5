import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { deliveriesOf, receiverFor, testFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
})

const make = async () => (await webhookFor(world, { url: 'http://127.0.0.1:1/' })).id
const again = (caller: Caller | undefined, id: string, body: unknown = { since: '2026-01-01' }) =>
  call(world.app, caller, 'POST', `/webhooks/${id}/redeliver`, { body })

/** Deliveries that have failed, the nth of them n hours ago, and one that has not. */
async function failedFor(id: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { id: deliveryId } = await testFor(world, id)
    await world.app.store.owner.query(
      `update webhook_deliveries set status = 'failed', next_try_at = null, created_at = now() - $2 * interval '1 hour'
       where id = $1`,
      [deliveryId, n],
    )
  }
  await testFor(world, id)
}

describe('does', () => {
  it('sends everything again that has failed since, and nothing else', async () => {
    const { receiver, id } = await receiverFor(world)
    await failedFor(id, 4)
    await world.app.drain(world.acme)
    expect(receiver.received).toHaveLength(1)
    const since = new Date(Date.now() - 2.5 * 3_600_000).toISOString()
    const answer = await again(world.alice, id, { since })
    expect([answer.status, answer.body]).toEqual([202, { data: { redelivered: 3 } }])
    expect((await again(world.alice, id, { since })).body.data.redelivered).toBe(0)
    await world.app.drain(world.acme)
    expect(receiver.received).toHaveLength(4)
    const statuses = (await deliveriesOf(world, id)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['delivered', 'delivered', 'delivered', 'delivered', 'failed'])
  })

  it('sends those of some types', async () => {
    const { id } = await receiverFor(world)
    await failedFor(id, 1)
    expect(
      (await again(world.org, id, { since: '2026-01-01', event_types: ['deck.created'] })).body.data.redelivered,
    ).toBe(0)
    expect(
      (await again(world.org, id, { since: '2026-01-01', event_types: ['webhook.test'] })).body.data.redelivered,
    ).toBe(1)
  })

  it('sends each once when it is asked twice at the same moment', async () => {
    const { receiver, id } = await receiverFor(world)
    await failedFor(id, 3)
    const counts = await Promise.all([again(world.org, id), again(world.org, id)])
    expect(counts.map(({ body }) => body.data.redelivered).toSorted()).toEqual([0, 3])
    await world.app.drain(world.acme)
    expect(receiver.received).toHaveLength(4)
  })
})

describe('refuses', () => {
  it.each([
    ['/since', {}],
    ['/since', { since: 'yesterday' }],
    ['/event_types', { since: '2026-01-01', event_types: [] }],
    ['/event_types/0', { since: '2026-01-01', event_types: ['conversation.deleted'] }],
  ])('%s %j', async (pointer, body) => {
    const answer = await again(world.org, await make(), body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })

  it('to send anything to a disabled webhook', async () => {
    const { id } = await webhookFor(world, { url: 'https://hooks.customer.example/', enabled: false })
    const answer = await again(world.org, id)
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'webhook_disabled', '')])
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'webhook', make, send: again }
  guardsThings(guarded)
  adminsOnly(guarded)
})
