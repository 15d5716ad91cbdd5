/** What goes wrong on the way, and that nothing goes where it may not. */
import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PublicFetch, PublicRequest } from '../../../core/public-fetch.ts'
import { createPublicFetch } from '../../../outbound/http/public-fetch.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { RECEIVERS, startReceiver } from '../../../testing/receiver.ts'
import { deliveriesOf, deliveryOf, receiverFor, testFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { defineWebhookDelivery } from './deliver-webhook.job.ts'

const deliverWebhook = defineWebhookDelivery(() => Promise.reject(new Error('There is no channel.')))

/** What names lead to, and what happens to each request; tests set them. */
const names = new Map<string, () => string>()
let dies = false
const real = createPublicFetch({
  allowed: [RECEIVERS],
  resolve: async (host) => {
    const address = names.get(host)
    if (address === undefined) throw Object.assign(new Error('no name'), { code: 'ENOTFOUND' })
    return [address()]
  },
})
const ask = async (url: string, request?: PublicRequest) => {
  // Tests do not wait for ten seconds.
  const answer = await real(url, { ...request, timeoutMs: 400 })
  if (dies) throw new Error('The process ends here.')
  return answer
}
const fetchPublic: PublicFetch = Object.assign(ask, { refusalOf: real.refusalOf })

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ fetchPublic }))
})

const drain = () => world.app.drain(world.acme)
const remove = (id: string) => call(world.app, world.org, 'DELETE', `/webhooks/${id}`)
const tried = async (id: string) => {
  await testFor(world, id)
  await drain()
  return (await deliveriesOf(world, id))[0]
}

describe('an attempt', () => {
  it('at a target that hangs ends, is recorded and is made again', async () => {
    const { receiver, id } = await receiverFor(world)
    receiver.answer = () => ({ hangs: 'at once' })
    expect(await tried(id)).toMatchObject({
      status: 'pending',
      last_attempt: {
        response_status: null,
        response_body: null,
        fault: "The receiver didn't respond within 10 seconds.",
      },
    })
    await remove(id)
  })

  it('counts by the status, even if the rest never comes', async () => {
    const { receiver, id } = await receiverFor(world)
    receiver.answer = () => ({ hangs: 'after its headers', body: 'taken, but' })
    expect(await tried(id)).toMatchObject({
      status: 'delivered',
      last_attempt: { response_status: 200, response_body: 'taken, but', fault: null },
    })
    await remove(id)
  })

  it.each(['http://127.0.0.1:1/', 'http://169.254.169.254/latest/meta-data'])(
    'follows no redirect to %s',
    async (to) => {
      const { receiver, id } = await receiverFor(world)
      const elsewhere = await startReceiver()
      receiver.answer = () => ({ status: 307, headers: { location: to.replace('http://127.0.0.1:1', elsewhere.url) } })
      expect(await tried(id)).toMatchObject({
        status: 'pending',
        last_attempt: { response_status: 307, fault: expect.stringContaining('Redirects are not followed') },
      })
      expect(elsewhere.received).toEqual([])
      await remove(id)
    },
  )

  it('is judged by where the name leads now, not by where it led', async () => {
    const { receiver, id: other } = await receiverFor(world)
    const { port } = new URL(receiver.url)
    names.set('flighty.example', () => '93.184.216.34')
    const { id } = await webhookFor(world, { url: `https://flighty.example:${port}/` })
    names.set('flighty.example', () => '10.0.0.1')
    expect(await tried(id)).toMatchObject({
      status: 'pending',
      last_attempt: { fault: expect.stringContaining("isn't a public address") },
    })
    // In the clear it goes nowhere that is public, even if it was private before.
    names.set('moved.example', () => '127.0.0.1')
    const { id: moved } = await webhookFor(world, { url: `http://moved.example:${port}/` })
    names.set('moved.example', () => '93.184.216.34')
    expect(await tried(moved)).toMatchObject({ last_attempt: { fault: expect.stringContaining("isn't https") } })
    expect(receiver.received).toEqual([])
    for (const one of [id, moved, other]) await remove(one)
  })

  it.each([
    ['nobody.example', 443, "the host name can't be resolved"],
    ['local.example', 1, 'The connection failed'],
  ])('says why nothing was sent to %s:%s', async (host, port, fault) => {
    names.set('local.example', () => '127.0.0.1')
    const { id } = await webhookFor(world, { url: `https://${host}:${port}/` })
    expect((await tried(id)).last_attempt).toMatchObject({
      response_status: null,
      fault: expect.stringContaining(fault),
    })
    await remove(id)
  })

  it('is not made without a secret to sign with', async () => {
    const { receiver, id } = await receiverFor(world)
    const sealed = world.app.contextFor(world.app.operator(world.acme)).sealer.seal(world.rival, id, 'whsec_AAAA')
    await world.app.store.owner.query('update webhooks set secret = $1 where id = $2', [sealed, id])
    expect((await tried(id)).last_attempt.fault).toContain("secret can't be decrypted")
    expect(receiver.received).toEqual([])
    // Another one mends it at once, although the lost one would sign along for a day.
    const { body } = await call(world.app, world.org, 'POST', `/webhooks/${id}/rotate-secret`)
    expect(await tried(id)).toMatchObject({ status: 'delivered' })
    const [{ headers, body: sent } = { headers: {}, body: '' }] = receiver.received
    expect(new Webhook(body.data.secret).verify(sent, headers)).toMatchObject({ type: 'webhook.test' })
    await remove(id)
  })

  it('at an address that was changed meanwhile says nothing of the new one', async () => {
    const { receiver, id } = await receiverFor(world)
    const elsewhere = await startReceiver()
    await testFor(world, id)
    const moved = () => call(world.app, world.org, 'PATCH', `/webhooks/${id}`, { body: { url: elsewhere.url } })
    receiver.answer = () => ({ status: 410, after: moved() })
    await drain()
    expect((await deliveriesOf(world, id))[0]).toMatchObject({ status: 'pending', attempts: 1 })
    const { data } = (await call(world.app, world.org, 'GET', `/webhooks/${id}`)).body
    expect(data).toMatchObject({ enabled: true, failing_since: null })
    await remove(id)
  })
})

describe('a run', () => {
  it('whose process ends in the middle sends again what it had not recorded, under the same id', async () => {
    const { receiver, id, secret } = await receiverFor(world)
    const { id: deliveryId } = await testFor(world, id)
    dies = true
    const [first] = await drain()
    dies = false
    expect(first?.outcome).toBe('retry')
    expect(await deliveryOf(world, id, deliveryId)).toMatchObject({ status: 'pending', attempts: 0 })
    // pg-boss hands the same job out again.
    await world.app.store.owner.query(
      `update pgboss.job set start_after = now() - interval '1 minute' where state = 'retry' and group_id = $1`,
      [world.acme],
    )
    await drain()
    expect(await deliveryOf(world, id, deliveryId)).toMatchObject({ status: 'delivered', attempts: 1 })
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
    expect(JSON.stringify(receiver.received)).not.toContain(secret)
    await remove(id)
  })

  it('that cannot record what it did ends there, and sends nothing on and on', async () => {
    const { receiver, id } = await receiverFor(world)
    for (let n = 0; n < 6; n++) await testFor(world, id)
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    let begun = false
    const transact: typeof ctx.transact = async (work) => {
      if (begun) throw new Error('The disk is full.')
      begun = true
      return ctx.transact(work)
    }
    const run = { webhookId: id, ticket: crypto.randomUUID() }
    const ended = deliverWebhook.handle(run, { ...ctx, transact, modelFor: () => undefined })
    await expect(ended).rejects.toThrow('The disk is full.')
    expect(receiver.received.length).toBeLessThan(6)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(ids.length)
    await deliverWebhook.handle(run, { ...ctx, modelFor: () => undefined })
    expect((await deliveriesOf(world, id)).map(({ status }) => status)).toEqual(Array(6).fill('delivered'))
    await remove(id)
  })

  it('that never comes back leaves its place to others, once its time is over', async () => {
    const { receiver, id } = await receiverFor(world)
    const takenUntil = (seconds: number) =>
      world.app.store.owner.query(
        `update webhooks set run_id = $3, run_until = now() + $2 * interval '1 second' where id = $1`,
        [id, seconds, randomUUID()],
      )
    await takenUntil(60)
    await tried(id)
    expect(receiver.received).toEqual([])
    await takenUntil(-1)
    expect(await tried(id)).toMatchObject({ status: 'delivered' })
    expect(receiver.received).toHaveLength(2)
    await remove(id)
  })

  it('ends as it should when its webhook is deleted meanwhile', async () => {
    const { receiver, id } = await receiverFor(world)
    await testFor(world, id)
    receiver.answer = () => ({ after: remove(id) })
    expect(new Set((await drain()).map(({ outcome }) => outcome))).toEqual(new Set(['ok']))
    expect(receiver.received).toHaveLength(1)
  })
})

describe('the log and the audit log', () => {
  it('hold neither secret nor address', async () => {
    const { receiver, id, secret } = await receiverFor(world)
    receiver.answer = () => ({ status: 410, body: secret })
    await testFor(world, id)
    const lines: unknown[][] = []
    const note = (...line: unknown[]) => void lines.push(line)
    const log = { info: note, warn: note, error: note, debug: note } as never
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    const run = { webhookId: id, ticket: crypto.randomUUID() }
    await deliverWebhook.handle(run, { ...ctx, log, modelFor: () => undefined })
    expect(lines.filter(([, message]) => message !== 'webhook')).toEqual([
      [{ webhook: id, organization: world.acme, reason: 'gone' }, 'a webhook was disabled'],
    ])
    const [kept] = await world.app.store.owner.query<{ audited: string; queued: string; stored: string }>(
      `select (select jsonb_agg(a) from audit_log a where organization_id::text = $1)::text as audited,
              (select jsonb_agg(data) from pgboss.job where group_id = $1)::text as queued,
              (select jsonb_agg(w) from webhooks w where organization_id::text = $1)::text as stored`,
      [world.acme],
    )
    expect(kept?.audited).toContain(id)
    expect(kept?.stored).toContain(receiver.url)
    for (const told of [kept?.audited, kept?.queued]) expect(told).not.toContain(receiver.url)
    expect(JSON.stringify(kept)).not.toContain(secret.slice('whsec_'.length))
    await remove(id)
  })
})
