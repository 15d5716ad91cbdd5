import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { announceFor, receiverFor, testFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: RECEIVERS }))
  const made = await receiverFor(world, { event_types: ['conversation.imported'] })
  id = made.id
  for (const status of [200, 410]) {
    made.receiver.answer = () => ({ status })
    await call(world.app, world.org, 'PATCH', `/webhooks/${id}`, { body: { enabled: true } })
    await announceFor(world, 'conversation.imported')
    await world.app.drain(world.acme)
  }
  await call(world.app, world.org, 'PATCH', `/webhooks/${id}`, { body: { enabled: true } })
  await testFor(world, id)
})

const make = async () => (await webhookFor(world, { url: 'https://hooks.customer.example/' })).id
const list = (caller: Caller | undefined, of: string, query: Record<string, string> = {}) =>
  call(world.app, caller, 'GET', `/webhooks/${of}/deliveries`, { query })
const statuses = async (query: Record<string, string>) =>
  (await list(world.org, id, query)).body.data.map((one: { status: string }) => one.status)

describe('does', () => {
  it('lists them newest first, each with its last attempt', async () => {
    const { body } = await list(world.alice, id)
    expect(body.data).toMatchObject([
      { event_type: 'webhook.test', status: 'pending', last_attempt: null },
      { event_type: 'conversation.imported', status: 'failed', last_attempt: { response_status: 410 } },
      { event_type: 'conversation.imported', status: 'delivered', last_attempt: { response_status: 200 } },
    ])
    expect(body.meta).toEqual({ pageCount: 1, totalRecords: 3, pageNumber: 1, pageSize: 50 })
    expect(Object.keys(body).sort()).toEqual(['data', 'links', 'meta'])
  })

  it.each([
    [{ status: 'failed' }, ['failed']],
    [{ status: 'failed,pending' }, ['pending', 'failed']],
    [{ event_type: 'conversation.imported' }, ['failed', 'delivered']],
    [{ event_type: 'webhook.test', status: 'delivered' }, []],
    [{ event_type: 'deck.created' }, []],
    [{ status: '' }, ['pending', 'failed', 'delivered']],
    [{ size: '2', page: '2' }, ['delivered']],
  ])('filters and pages by %j', async (query, expected) => {
    expect(await statuses(query)).toEqual(expected)
  })
})

describe('refuses', () => {
  it.each([
    ['status', 'lost'],
    ['event_type', 'conversation.deleted'],
    ['size', '201'],
  ])('%s %s', async (name, value) => {
    const answer = await list(world.org, id, { [name]: value })
    expect(answer.status).toBe(400)
    expect(answer.body.source.pointer).toMatch(new RegExp(`^/query/${name}`))
    expect(answer.body.code).toBe(refusedField('').code)
  })
})

describe('who may', () => {
  const guarded = { world: () => world, noun: 'webhook', make, send: list }
  guardsThings(guarded)
  adminsOnly(guarded)
})
