import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { RECEIVERS } from '../../../testing/receiver.ts'
import {
  announceFor,
  deliveriesOf,
  deliveryOf,
  receiverFor,
  settableClock,
  testFor,
} from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { WAITS_MS } from './model.ts'

const DAY = 86_400
const clock = settableClock(new Date().toISOString())
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock, allowed: RECEIVERS }))
})

const drain = () => world.app.drain(world.acme)
const webhookOf = async (id: string) => (await call(world.app, world.org, 'GET', `/webhooks/${id}`)).body.data
const remove = (id: string) => call(world.app, world.org, 'DELETE', `/webhooks/${id}`)

describe('does', () => {
  it('sends what happened, signed so that the reference library takes it', async () => {
    const { receiver, id, secret } = await receiverFor(world, { event_types: ['conversation.imported'] })
    const conversation = await importFor(world, { conversationTitle: 'Secret title', applicationExternalID: 'signed' })
    await drain()
    expect(receiver.received).toHaveLength(1)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'conversation.imported',
      timestamp: clock.now().toISOString(),
      data: {
        conversation_id: conversation,
        application: 'import',
        external_id: 'signed',
        owner_user_id: world.bob.userId,
        team_id: world.teams.north,
      },
    })
    expect(path).toBe('/hook')
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Parley' })
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
    const [delivery] = await deliveriesOf(world, id)
    expect(delivery).toEqual({
      id: expect.any(String),
      webhook_id: id,
      message_id: headers['webhook-id'],
      event_type: 'conversation.imported',
      status: 'delivered',
      attempts: 1,
      last_attempt: {
        number: 1,
        at: clock.now().toISOString(),
        ms: expect.any(Number),
        response_status: 200,
        response_body: null,
        fault: null,
      },
      next_try_at: null,
      delivered_at: clock.now().toISOString(),
      created_at: clock.now().toISOString(),
    })
    expect((await deliveryOf(world, id, delivery.id)).body).toBe(body)
    await remove(id)
  })

  it('tells every webhook that wants it under one id, and neither others nor other organizations', async () => {
    const all = await receiverFor(world, { event_types: null })
    const some = await receiverFor(world, { event_types: ['snippet.created', 'conversation.imported'] })
    const others = await receiverFor(world, { event_types: ['snippet.created'] })
    const asleep = await receiverFor(world, { enabled: false })
    await announceFor(world, 'conversation.imported')
    await announceFor(world, 'conversation.imported', world.rival)
    await drain()
    await world.app.drain(world.rival)
    const told = [all, some, others, asleep].map(({ receiver }) => receiver.received)
    expect(told.map(({ length }) => length)).toEqual([1, 1, 0, 0])
    const ids = told.slice(0, 2).map(([one]) => one?.headers['webhook-id'])
    expect(ids[0]).toMatch(/^msg_[0-9a-f]{32}$/)
    expect(ids[1]).toBe(ids[0])
    for (const { id } of [all, some, others, asleep]) await remove(id)
  })

  it('tries again, by the published schedule, for a day, and then gives up', async () => {
    const { receiver, id } = await receiverFor(world)
    receiver.answer = () => ({ status: 500, body: 'x'.repeat(2_000) })
    const { id: deliveryId } = await testFor(world, id)
    await drain()
    for (const [index, wait] of WAITS_MS.entries()) {
      const { next_try_at, status } = await deliveryOf(world, id, deliveryId)
      expect(status).toBe('pending')
      const late = Date.parse(next_try_at) - clock.now().getTime() - wait
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThanOrEqual(wait * 0.1)
      clock.pass(wait / 1_000 - 1)
      await drain()
      expect(receiver.received).toHaveLength(index + 1)
      clock.pass(wait * 0.0001 + 2)
      await drain()
      expect(receiver.received).toHaveLength(index + 2)
    }
    const given = await deliveryOf(world, id, deliveryId)
    expect(given).toMatchObject({ status: 'failed', attempts: 11, next_try_at: null, delivered_at: null })
    expect(given.attempt_list.map((one: { number: number }) => one.number)).toEqual(
      [...Array(11).keys()].map((n) => n + 1),
    )
    expect(given.last_attempt).toMatchObject({
      response_status: 500,
      response_body: 'x'.repeat(1_024),
      fault: 'The receiver responded with 500.',
    })
    expect(new Set(receiver.received.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(11)
    clock.pass(DAY)
    await drain()
    expect(receiver.received).toHaveLength(11)
    await remove(id)
  })

  it('waits as long as it is asked to, within bounds', async () => {
    const { receiver, id } = await receiverFor(world)
    const waits = async (headers: Record<string, string>) => {
      receiver.answer = () => ({ status: 429, headers })
      const { id: deliveryId } = await testFor(world, id)
      await drain()
      return (Date.parse((await deliveryOf(world, id, deliveryId)).next_try_at) - clock.now().getTime()) / 1_000
    }
    expect(await waits({ 'retry-after': '90' })).toBe(90)
    expect(await waits({ 'retry-after': new Date(clock.now().getTime() + 100_000).toUTCString() })).toBeCloseTo(100, -1)
    expect(await waits({ 'retry-after': '1' })).toBeGreaterThanOrEqual(5)
    expect(await waits({ 'retry-after': '99999999' })).toBe(8 * 3_600)
    await remove(id)
  })

  it('sends nothing more to what says that it is gone, until it is enabled again', async () => {
    const { receiver, id } = await receiverFor(world, { event_types: ['conversation.imported'] })
    receiver.answer = () => ({ status: 410 })
    await testFor(world, id)
    await drain()
    const at = clock.now().toISOString()
    const gone = { enabled: false, disabled_reason: 'gone', disabled_at: at, failing_since: at }
    expect(await webhookOf(id)).toMatchObject(gone)
    expect(await deliveriesOf(world, id)).toMatchObject([{ status: 'failed', attempts: 1 }])
    await announceFor(world, 'conversation.imported')
    await drain()
    expect(receiver.received).toHaveLength(1)
    receiver.answer = () => ({ status: 204 })
    await call(world.app, world.org, 'PATCH', `/webhooks/${id}`, { body: { enabled: true } })
    await announceFor(world, 'conversation.imported')
    await drain()
    expect(receiver.received).toHaveLength(2)
    await remove(id)
  })

  it('disables what has taken nothing for five days, at the end of a delivery, and says so', async () => {
    const { receiver, id } = await receiverFor(world)
    receiver.answer = () => ({ status: 503 })
    const wholeDay = async () => {
      await testFor(world, id)
      for (const wait of WAITS_MS) {
        await drain()
        clock.pass((wait / 1_000) * 1.1)
      }
      await drain()
    }
    await testFor(world, id)
    await drain()
    const since = clock.now().toISOString()
    clock.pass(3 * DAY)
    await wholeDay()
    expect(await webhookOf(id)).toMatchObject({ enabled: true, failing_since: since })
    clock.pass(DAY)
    await testFor(world, id)
    await drain()
    expect(await webhookOf(id)).toMatchObject({ enabled: true })
    await wholeDay()
    expect(await webhookOf(id)).toMatchObject({ enabled: false, disabled_reason: 'failing', failing_since: since })
    await remove(id)
  })

  it('forgets that it failed with the first one that is taken', async () => {
    const { receiver, id } = await receiverFor(world)
    receiver.answer = () => ({ status: 500 })
    await testFor(world, id)
    await drain()
    expect((await webhookOf(id)).failing_since).toBe(clock.now().toISOString())
    receiver.answer = () => ({ status: 202, body: 'taken\u0000 \ud83c' })
    clock.pass(6)
    await drain()
    expect((await webhookOf(id)).failing_since).toBeNull()
    expect((await deliveriesOf(world, id))[0]).toMatchObject({
      status: 'delivered',
      attempts: 2,
      last_attempt: { response_status: 202, response_body: expect.stringMatching(/^taken\ufffd /) },
    })
    await remove(id)
  })

  it('signs with both secrets for as long as the old one counts', async () => {
    const { receiver, id, secret: first } = await receiverFor(world)
    const rotate = async () => {
      const body = { overlap_hours: 2 }
      return (await call(world.app, world.org, 'POST', `/webhooks/${id}/rotate-secret`, { body })).body.data.secret
    }
    const second = await rotate()
    const takenBy = async () => {
      await testFor(world, id)
      await drain()
      const { body = '', headers = {} } = receiver.received.at(-1) ?? {}
      return [first, second].map((secret) => isSignedBy(secret, body, headers))
    }
    expect(await takenBy()).toEqual([true, true])
    clock.pass(2 * 3_600 + 1)
    expect(await takenBy()).toEqual([false, true])
    await remove(id)
  })

  it('sends four at once, and each once, however many are asked to and wherever', async () => {
    const { receiver, id } = await receiverFor(world)
    const other = await createTestApp({ clock, allowed: RECEIVERS })
    // None is answered before four have arrived.
    const waiting: (() => void)[] = []
    const untilFour = () =>
      new Promise<void>((done) => {
        waiting.push(done)
        if (waiting.length === 4) for (const answer of waiting.splice(0)) answer()
      })
    receiver.answer = () => ({ after: untilFour() })
    for (let n = 0; n < 12; n++) await testFor(world, id)
    await Promise.all([drain(), other.drain(world.acme), drain()])
    await drain()
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
    expect(receiver.received).toHaveLength(12)
    expect(receiver.most()).toBe(4)
    // An attempt that waits alone reaches its time limit.
    const ended = (await deliveriesOf(world, id)).map(({ status, attempts }) => `${status} ${attempts}`)
    expect(ended).toEqual(Array.from({ length: 12 }, () => 'delivered 1'))
    await remove(id)
  })

  it('forgets deliveries after 30 days', async () => {
    const { receiver, id } = await receiverFor(world)
    await testFor(world, id)
    await drain()
    clock.pass(20 * DAY)
    await testFor(world, id)
    await drain()
    clock.pass(11 * DAY)
    await drain()
    expect(await deliveriesOf(world, id)).toHaveLength(1)
    clock.pass(20 * DAY)
    await drain()
    expect(await deliveriesOf(world, id)).toEqual([])
    expect(receiver.received).toHaveLength(2)
    await remove(id)
  })
})

/** As the library verifies, but for the time: it goes by the machine's clock. */
function isSignedBy(secret: string, body: string, headers: Record<string, string>): boolean {
  const signed = new Webhook(secret).sign(
    headers['webhook-id'] ?? '',
    new Date(Number(headers['webhook-timestamp']) * 1_000),
    body,
  )
  return (headers['webhook-signature'] ?? '').split(' ').includes(signed)
}
