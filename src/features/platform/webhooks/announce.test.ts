import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { deliveriesOf, deliveryOf, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { announce } from './announce.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const ctxOf = () => world.app.contextFor(world.app.operator(world.acme))
const hook = (given: object = {}) => webhookFor(world, { url: 'https://hooks.customer.example/', ...given })
const queued = async () =>
  (
    await world.app.store.owner.query(`select from pgboss.job where name = 'deliver_webhook' and group_id = $1`, [
      world.acme,
    ])
  ).length
const bodiesOf = async (id: string) =>
  Promise.all(
    (await deliveriesOf(world, id)).map(async (one) => JSON.parse((await deliveryOf(world, id, one.id)).body)),
  )

describe('announcing', () => {
  it('leaves nothing behind where nobody listens', async () => {
    const ctx = ctxOf()
    await ctx.transact((tx) => announce(tx, ctx, { type: 'deck.created', data: {} }))
    expect(await queued()).toBe(0)
  })

  it('is undone with what it tells of', async () => {
    const { id } = await hook()
    const ctx = ctxOf()
    const attempt = ctx.transact(async (tx) => {
      await announce(tx, ctx, { type: 'deck.created', data: {} })
      throw new Error('Nothing came of it.')
    })
    await expect(attempt).rejects.toThrow('Nothing came of it.')
    expect([await deliveriesOf(world, id), await queued()]).toEqual([[], 0])
  })

  it('takes no more than receivers are told to expect', async () => {
    const ctx = ctxOf()
    const announced = (length: number) =>
      ctx.transact((tx) => announce(tx, ctx, { type: 'deck.created', data: { text: 'x'.repeat(length) } }))
    await announced(19_000)
    await expect(announced(20_000)).rejects.toThrow('deck.created exceeds the maximum size')
  })

  it('tells as many webhooks as there may be', async () => {
    const full = await createWorld(world.app)
    for (let n = 0; n < 20; n++) await webhookFor(full, { url: 'https://hooks.customer.example/' })
    const ctx = world.app.contextFor(world.app.operator(full.acme))
    await ctx.transact((tx) => announce(tx, ctx, { type: 'deck.created', data: {} }))
    const rows = await world.app.store.owner.query<{ webhook_id: string; message_id: string }>(
      'select webhook_id, message_id from webhook_deliveries where organization_id = $1',
      [full.acme],
    )
    expect(new Set(rows.map((row) => row.webhook_id)).size).toBe(20)
    expect(new Set(rows.map((row) => row.message_id)).size).toBe(1)
  })
})

describe('what happens', () => {
  it('is told once: an import that changes nothing is none', async () => {
    const { id } = await hook({ event_types: ['conversation.imported'] })
    const conversation = await importFor(world, { applicationExternalID: 'twice' })
    await importFor(world, { applicationExternalID: 'twice' })
    expect((await bodiesOf(id)).map(({ type, data }) => [type, data.conversation_id])).toEqual([
      ['conversation.imported', conversation],
    ])
  })

  it('with labels, by a person, when they have changed', async () => {
    const { id } = await hook({ event_types: ['conversation.labels_changed'] })
    const conversation = await importFor(world, { labels: { Stage: 'Opening' } })
    const set = (labels: object) =>
      call(world.app, world.bob, 'PUT', `/conversations/${conversation}/labels`, { body: { labels } })
    for (const labels of [{ Stage: 'Opening' }, { Stage: 'Closing' }, { Stage: 'Closing' }, {}]) {
      expect((await set(labels)).status).toBe(200)
    }
    const data = { conversation_id: conversation, by: 'person', user_id: world.bob.userId }
    expect((await bodiesOf(id)).map((body) => body.data)).toEqual([data, data])
  })

  it('with snippets', async () => {
    const { id } = await hook({ event_types: ['snippet.created'] })
    const conversation = await importFor(world)
    const body = { user_uuid: world.bob.userId, conversation_id: conversation, video: { start_time: 0, end_time: 1 } }
    const made = await call(world.app, world.bob, 'POST', '/snippets', { body })
    expect((await bodiesOf(id)).map(({ data }) => data)).toEqual([
      { snippet_id: made.body.id, conversation_id: conversation, user_id: world.bob.userId },
    ])
  })
})
