/** Posts to channels of Slack and Microsoft Teams, at a stand-in that misbehaves. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { PublicFetch, PublicRequest } from '../../../core/public-fetch.ts'
import { createPublicFetch } from '../../../outbound/http/public-fetch.ts'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { RECEIVERS, type Reply, startReceiver } from '../../../testing/receiver.ts'
import { deliveriesOf, settableClock, testFor, webhookFor } from '../../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { announce } from '../../platform/webhooks/index.ts'

const real = createPublicFetch({ allowed: [RECEIVERS], resolve: () => Promise.resolve(['93.184.216.34']) })
// Tests don't wait for ten seconds.
const hasty = (url: string, request?: PublicRequest) => real(url, { ...request, timeoutMs: 300 })
const fetchPublic: PublicFetch = Object.assign(hasty, { refusalOf: real.refusalOf })
const clock = settableClock()

let world: World
let open: string
beforeAll(async () => {
  world = await createWorld(await createTestApp({ clock, fetchPublic }))
  open = await importFor(world, { conversationTitle: 'Price & <plans>' })
  await world.app.drain(world.acme)
})

const drain = () => world.app.drain(world.acme)
const announceComment = async (conversationId: string) => {
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  const data = { comment_id: conversationId, thread_id: conversationId, conversation_id: conversationId }
  await ctx.transact((tx) => announce(tx, ctx, { type: 'comment.created', data }))
}
const channel = async (given: Record<string, unknown> = {}) => {
  const receiver = await startReceiver()
  const url = `${receiver.url}/services/T1/B1/hidden`
  return { receiver, url, ...(await webhookFor(world, { url, format: 'slack', team_id: world.teams.north, ...given })) }
}
const remove = (id: string) => call(world.app, world.org, 'DELETE', `/webhooks/${id}`)
const create = (body: Record<string, unknown>) => call(world.app, world.org, 'POST', '/webhooks', { body })

describe('a channel', () => {
  it('shows the title and link of a call that all its readers can see, and nothing else', async () => {
    const slack = await channel()
    const teams = await channel({ format: 'teams' })
    await announceComment(open)
    await drain()
    const link = `${world.app.publicUrl()}/conversations/${open}/comments#comment-${open}`
    const [post] = slack.receiver.received
    expect(JSON.parse(post?.body ?? '').text).toBe(`*New comment on a call*\n<${link}|Price &amp; &lt;plans&gt;>`)
    expect(post?.path).toBe('/services/T1/B1/hidden')
    expect(Object.keys(post?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([])
    expect(teams.receiver.received[0]?.body).toContain('AdaptiveCard')
    expect(post?.body).not.toContain('Shall we begin')
    for (const { id } of [slack, teams]) await remove(id)
  })

  it('shows no call that one of its readers cannot see, no private call and no event about something else', async () => {
    const everybody = await channel({ team_id: null })
    const north = await channel()
    const hidden = await importFor(world, { conversationTitle: 'Secret', private: true })
    const ctx = world.app.contextFor(world.app.operator(world.acme))
    await ctx.transact((tx) => announce(tx, ctx, { type: 'insight.finished', data: { insight_id: open } }))
    for (const id of [open, hidden]) await announceComment(id)
    await drain()
    expect(everybody.receiver.received).toEqual([])
    expect(north.receiver.received.map(({ body }) => JSON.parse(body).text)).toEqual([expect.stringContaining('Price')])
    const skipped = (await deliveriesOf(world, everybody.id, { status: 'skipped' })).map(
      (one) => one.last_attempt.fault,
    )
    expect(skipped).toContain('Nothing was posted: not everybody in the organization can see the call.')
    expect((await call(world.app, world.org, 'GET', `/webhooks/${everybody.id}`)).body.data.failing_since).toBeNull()
    for (const { id } of [everybody, north]) await remove(id)
  })

  it('tries again when the service asks to wait, fails, is slow or is gone, and says so', async () => {
    const { receiver, id } = await channel()
    const replies: [Reply, RegExp][] = [
      [{ status: 429, headers: { 'retry-after': '120' } }, /responded with 429/],
      [{ status: 503 }, /responded with 503/],
      [{ hangs: 'at once' }, /didn't respond within/],
    ]
    await testFor(world, id)
    for (const [reply, fault] of replies) {
      receiver.answer = () => reply
      await drain()
      const [delivery] = await deliveriesOf(world, id)
      expect(delivery).toMatchObject({ status: 'pending', last_attempt: { fault: expect.stringMatching(fault) } })
      const wait = (Date.parse(delivery.next_try_at) - clock.now().getTime()) / 1_000
      if (reply.status === 429) expect(wait).toBeGreaterThanOrEqual(120)
      clock.pass(wait + 1)
    }
    expect((await call(world.app, world.org, 'GET', `/webhooks/${id}`)).body.data.failing_since).not.toBeNull()
    receiver.answer = () => ({ status: 200, body: 'ok' })
    await drain()
    expect((await deliveriesOf(world, id))[0]).toMatchObject({ status: 'delivered', attempts: 4 })
    expect(receiver.received.at(-1)?.body).toContain('Parley can post to this channel')
    await receiver.close()
    await testFor(world, id)
    await drain()
    expect((await deliveriesOf(world, id))[0].last_attempt.fault).toBe('The connection failed or was interrupted.')
    await remove(id)
  })

  it('keeps its address secret, and changes it', async () => {
    const first = await channel()
    const second = await startReceiver()
    const body = { url: `${second.url}/services/other`, description: 'Sales floor' }
    const { body: changed } = await call(world.app, world.org, 'PATCH', `/webhooks/${first.id}`, { body })
    expect(changed.data).toMatchObject({ url: `${second.url}/…`, format: 'slack', team_id: world.teams.north })
    const { rows } = await world.app.store.owner
      .query<{ sealed_url: string }>('select sealed_url from webhooks where id = $1', [first.id])
      .then((found) => ({ rows: found }))
    expect(rows[0]?.sealed_url).not.toContain('services')
    await testFor(world, first.id)
    await drain()
    expect([first.receiver.received.length, second.received.map(({ path }) => path)]).toEqual([0, ['/services/other']])
    await remove(first.id)
  })
})

describe('refuses', () => {
  it.each([
    ['slack', 'https://hooks.slack.com.evil.example/services/1', '/url'],
    ['slack', 'https://hooks.slack.com:8443/services/1', '/url'],
    ['teams', 'https://hooks.slack.com/services/1', '/url'],
    ['teams', 'https://webhook.office.com/1', '/url'],
  ])('an address for %s that is not one of its hosts: %s', async (format, url, pointer) => {
    const { status, body } = await create({ format, url })
    expect([status, body.source.pointer]).toEqual([400, pointer])
    expect(body.detail).toContain('Allowed hosts are')
  })

  it('event types that a channel cannot show, a team of another organization, and a team for events', async () => {
    const url = 'https://hooks.slack.com/services/1'
    const pointer = async (given: Record<string, unknown>) => (await create({ url, ...given })).body.source.pointer
    expect(await pointer({ format: 'slack', event_types: ['deck.created'] })).toBe('/event_types')
    expect(await pointer({ format: 'slack', team_id: world.acme })).toBe('/team_id')
    expect(await pointer({ format: 'events', team_id: world.teams.north })).toBe('/team_id')
  })

  it('no address of Slack, its regional hosts and flows of Teams', async () => {
    for (const [format, url] of [
      ['slack', 'https://hooks.slack.com/services/T/B/x'],
      ['teams', 'https://acme.webhook.office.com/webhookb2/x'],
      ['teams', 'https://default1.ab.environment.api.powerplatform.com:443/powerautomate/x?sig=y'],
    ]) {
      const { status, body } = await create({ format, url })
      expect(status).toBe(201)
      await remove(body.data.id)
    }
  })
})
