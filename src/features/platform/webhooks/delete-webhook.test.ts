import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import { receiverFor, testFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
})

const make = async () => (await webhookFor(world, { url: 'https://hooks.customer.example/' })).id
const remove = (caller: Caller | undefined, id: string) => call(world.app, caller, 'DELETE', `/webhooks/${id}`)

describe('does', () => {
  it('removes it with its deliveries, and sends nothing of what waited', async () => {
    const { receiver, id } = await receiverFor(world)
    await testFor(world, id)
    const answer = await remove(world.alice, id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    await world.app.drain(world.acme)
    expect(receiver.received).toEqual([])
    const left = await world.app.store.owner.query('select from webhook_deliveries where webhook_id = $1', [id])
    expect([left.length, (await remove(world.alice, id)).status]).toEqual([0, 404])
  })

  it('stands in the way of nothing that is announced at the same moment', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await make()
      const [answer, ...imported] = await Promise.all([remove(world.org, id), importFor(world), importFor(world)])
      expect([answer.status, imported.length]).toEqual([204, 2])
    }
  })
})

describe('refuses and who may', () => {
  const guarded = { world: () => world, noun: 'webhook', make, send: remove }
  guardsThings(guarded)
  adminsOnly(guarded)
})
