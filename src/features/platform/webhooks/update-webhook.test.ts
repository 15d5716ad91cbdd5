import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { receiverFor, testFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
})

const url = 'https://hooks.customer.example/'
const make = async () => (await webhookFor(world, { url, event_types: ['deck.created'], description: 'One' })).id
const update = (caller: Caller | undefined, id: string, body: unknown = { description: 'Two' }) =>
  call(world.app, caller, 'PATCH', `/webhooks/${id}`, { body })

describe('does', () => {
  it('changes what is given, and keeps the rest', async () => {
    const id = await make()
    const { data: before } = (await call(world.app, world.org, 'GET', `/webhooks/${id}`)).body
    const changes = [{ url: 'https://other.customer.example/' }, { event_types: null }, { description: '' }]
    let expected = before
    for (const change of changes) {
      const answer = await update(world.org, id, change)
      expected = { ...expected, ...change, updated_at: expect.any(String) }
      expect([answer.status, answer.body.data]).toEqual([200, expected])
    }
  })

  it('disables and enables, and sends then what had waited', async () => {
    const { receiver, id } = await receiverFor(world)
    await testFor(world, id)
    const off = (await update(world.org, id, { enabled: false })).body.data
    expect(off).toMatchObject({ enabled: false, disabled_at: off.updated_at, disabled_reason: null })
    const again = (await update(world.org, id, { enabled: false, description: 'Still off' })).body.data
    expect(again.disabled_at).toBe(off.disabled_at)
    await world.app.drain(world.acme)
    expect(receiver.received).toEqual([])
    expect((await update(world.org, id, { enabled: true })).body.data).toMatchObject({
      enabled: true,
      disabled_at: null,
    })
    await world.app.drain(world.acme)
    expect(receiver.received).toHaveLength(1)
  })

  it('begins to judge anew when it goes elsewhere', async () => {
    const { receiver, id } = await receiverFor(world)
    receiver.answer = () => ({ status: 500 })
    await testFor(world, id)
    await world.app.drain(world.acme)
    expect((await update(world.org, id)).body.data.failing_since).toEqual(expect.any(String))
    expect((await update(world.org, id, { url })).body.data.failing_since).toBeNull()
  })
})

describe('refuses', () => {
  it.each([
    ['', {}],
    ['/url', { url: 'https://10.0.0.1/' }],
    ['/url', { url: 'http://93.184.216.34/' }],
    ['/event_types', { event_types: [] }],
  ])('%s %j', async (pointer, body) => {
    const answer = await update(world.org, await make(), body)
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'webhook', make, send: update }
  guardsThings(guarded)
  adminsOnly(guarded)
})
