/** Webhooks in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../features/platform/webhooks/index.ts'
import type { Browser, FormFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { announceFor, webhookFor } from '../../testing/webhooks-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let alice: Browser
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: '127.0.0.0/8' }))
  alice = await signedIn(world.app, world.acme, world.alice.userId)
  receiver = await startReceiver()
})

const WEBHOOKS = '/admin/webhooks'
const submit = async (page: string, action: string, fields: FormFields = {}) =>
  alice.submit(`${page}/${action}`, await alice.get(page), fields)
const secretIn = (text: string) => /<code class="admin-secret"[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
const told = async (id: string) => (await call(world.app, world.org, 'GET', `/webhooks/${id}`)).body.data
const made = async (given: Record<string, unknown> = {}) =>
  `${WEBHOOKS}/${(await webhookFor(world, { url: `${receiver.url}/hook`, ...given })).id}`

describe('does', () => {
  it('make one, show its secret once, and list it', async () => {
    const answer = await submit(WEBHOOKS, 'create', {
      ...{ url: `${receiver.url}/first`, description: 'Ours <b>' },
      event_types: ['insight.finished', 'deck.created'],
    })
    const secret = secretIn(answer.text)
    expect([answer.status, secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
    const page = /href="(\/admin\/webhooks\/[^"]+)"/.exec(answer.text)?.[1] ?? ''
    expect((await alice.get(page)).text).not.toContain(secret)
    const list = (await alice.get(WEBHOOKS)).text
    expect(list).toContain('Ours &lt;b&gt;')
    expect(list).toContain(`2 of ${EVENT_TYPES.length} events`)
    expect((await told(page.split('/').at(-1) ?? '')).event_types).toEqual(['insight.finished', 'deck.created'])
  })

  it('pause it, switch it on, change it, give it another secret, and delete it', async () => {
    const page = await made({ event_types: ['deck.created'] })
    const id = page.split('/').at(-1) ?? ''
    await submit(page, 'pause')
    expect([(await told(id)).enabled, (await alice.get(page)).text.includes('Paused</span>')]).toEqual([false, true])
    await submit(page, 'resume')
    await submit(page, 'change', { url: `${receiver.url}/other`, description: 'Other', event_types: [] })
    expect(await told(id)).toMatchObject({ enabled: true, url: `${receiver.url}/other`, event_types: null })
    const rotated = await submit(page, 'rotate', { overlap_hours: '24' })
    expect(secretIn(rotated.text)).toMatch(/^whsec_/)
    expect((await alice.get(page)).text).toContain('Deliveries are also signed with the previous secret until')
    expect((await submit(page, 'delete')).location).toBe(WEBHOOKS)
    expect((await alice.get(page)).status).toBe(404)
  })

  it('send a test, see every try of it, and send it again', async () => {
    const page = await made({ url: `${receiver.url}/tested` })
    const { location = '' } = await submit(page, 'test')
    expect((await alice.get(location)).text).toContain('No attempts yet.')
    await world.app.drain(world.acme)
    const delivered = (await alice.get(location)).text
    expect(delivered).toContain('Delivered</span>')
    expect(delivered).toContain('&quot;type&quot;:&quot;webhook.test&quot;')
    await submit(location, 'again')
    await world.app.drain(world.acme)
    expect((await alice.get(location)).text).toMatch(
      /<tr[^>]*><t[dh][^>]*data-title="Time"[^>]*>(?:(?!<\/tr>).)*data-title="Attempt"[^>]*>2</s,
    )
    expect((await alice.get(page)).text).toContain(location)
    expect((await alice.get(`${page}?status=failed`)).text).toContain('No deliveries.')
  })

  it('send again what failed since a day', async () => {
    const page = await made({ url: `${receiver.url}/again` })
    await announceFor(world, 'insight.finished')
    const id = page.split('/').at(-1)
    await world.app.store.owner.query(
      `update webhook_deliveries set status = 'failed', next_try_at = null where webhook_id = $1`,
      [id],
    )
    const answer = await submit(page, 'redeliver', { since: '2020-01-01' })
    expect((await alice.get(answer.location?.split('#')[0] ?? '')).text).toContain('Redelivery of 1 delivery started')
  })
})

describe('refuses', () => {
  it('an address that is none, or not public, and keeps the rest', async () => {
    for (const url of ['not an address', 'https://10.0.0.1/hook']) {
      const refused = await submit(WEBHOOKS, 'create', { url, description: 'Kept' })
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('value="Kept"')])
      expect(refused.text).toMatch(/name="url"[^>]*aria-invalid="true"/)
    }
  })

  it('a test of one that is paused, and a day that is none', async () => {
    const page = await made()
    const form = await alice.get(page)
    const since = await alice.submit(`${page}/redeliver`, form, { since: 'yesterday' })
    expect([since.status, since.text]).toEqual([400, expect.stringContaining('role="alert"')])
    await submit(page, 'pause')
    const test = await alice.submit(`${page}/test`, form)
    expect(test.status).toBe(409)
  })

  it('those of another organization', async () => {
    const theirs = await webhookFor(world, { url: `${receiver.url}/theirs` }, world.rivalOrg)
    expect((await alice.get(`${WEBHOOKS}/${theirs.id}`)).status).toBe(404)
    expect((await alice.get(WEBHOOKS)).text).not.toContain('/theirs')
  })
})
