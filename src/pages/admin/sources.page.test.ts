/** Call sources in the app. */
import { beforeAll, describe, expect, it } from 'vitest'
import { signWebhook } from '../../core/webhook-signature.ts'
import type { Browser, FormFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createSourcesWorld, deliver, SIGNING_SECRET, type SourcesWorld } from '../../testing/sources-fixtures.ts'

let world: SourcesWorld
let alice: Browser
beforeAll(async () => {
  world = await createSourcesWorld()
  alice = await signedIn(world.app, world.acme, world.alice.userId)
})

const SOURCES = '/admin/sources'
const submit = async (page: string, action: string, fields: FormFields = {}) =>
  alice.submit(`${page}/${action}`, await alice.get(page), fields)
const read = async (page: string) =>
  (await call(world.app, world.org, 'GET', `/sources/${page.split('/').at(-1)}`)).body.data
const connect = async (fields: FormFields = {}) => {
  const answer = await submit(SOURCES, 'connect', {
    ...{ key: 'webhook', name: 'Recorder <b>', 'value-signingSecret': SIGNING_SECRET, insideDomains: '' },
    ...fields,
  })
  return { ...answer, page: (answer.location ?? '').split(/[?#]/)[0] ?? '' }
}

describe('does', () => {
  it('shows an empty state, the kinds with their steps, and the address after connecting', async () => {
    const empty = (await alice.get(SOURCES)).text
    expect(empty).toContain('No call sources yet')
    expect(empty).toContain('Server-to-Server OAuth')
    const { page } = await connect({ ownerEmail: 'bob@acme.example', insideDomains: 'partner.example' })
    const source = await read(page)
    expect(source).toMatchObject({
      ...{ name: 'Recorder <b>', ownerUUID: world.bob.userId, insideDomains: ['partner.example'], private: false },
    })
    const shown = (await alice.get(page)).text
    expect(shown).toContain(source.address)
    expect(shown).toContain('Recorder &lt;b&gt;')
    expect(shown).not.toContain(SIGNING_SECRET)
    expect(shown).toContain('No calls yet. A call appears here')
    expect((await alice.get(`${page}?status=failed`)).text).toContain('No failed calls.')
    expect((await alice.get(SOURCES)).text).toContain('Waiting for the first call')
  })

  it('stores the phone numbers of the organization, and shows a wrong one in its form', async () => {
    const saved = await submit(SOURCES, 'numbers', { phoneNumbers: '+49 30 123*\n\n+1 415 555 0100\n' })
    expect([saved.status, saved.location]).toEqual([303, expect.stringContaining(SOURCES)])
    expect((await alice.get(SOURCES)).text).toContain('+14155550100\n+4930123*</textarea>')
    const refused = await submit(SOURCES, 'numbers', { phoneNumbers: '030 12345' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Use a telephone number with country code')
    expect(refused.text).toMatch(/name="phoneNumbers"[^>]* aria-invalid="true"/)
    expect(refused.text).toContain('030 12345</textarea>')
  })

  it('keeps what was entered when a value is wrong, and marks the field', async () => {
    const answer = await connect({ 'value-signingSecret': 'short', ownerEmail: 'bob@acme.example' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('<code>whsec_</code> followed by 24 to 64 bytes')
    expect(answer.text).toContain('bob@acme.example')
    const stranger = await connect({ ownerEmail: 'nobody@acme.example' })
    expect(stranger.text).toContain('No active user has this email address')
  })

  it('lists deliveries with what became of them, and replays one', async () => {
    const { page } = await connect()
    const path = new URL((await read(page)).address).pathname.slice('/v2'.length)
    const body = JSON.stringify({
      externalId: 'call <1>',
      recordingUrl: 'https://files.example.com/Demo%20%3CHarbor%3E.mp3',
    })
    const headers = {
      'content-type': 'application/json',
      ...signWebhook({ id: 'one', body }, [SIGNING_SECRET], world.app.clock.now()),
    }
    expect((await deliver(world.app, { id: '', path }, body, headers)).status).toBe(200)
    expect((await deliver(world.app, { id: '', path }, `${body} `, headers)).status).toBe(401)
    await world.app.drain(world.acme)
    const shown = (await alice.get(page)).text
    // The file name is what people recognize. The ID is secondary, both in the list of calls and in that of deliveries.
    const name = /<bdi>Demo &lt;Harbor&gt;\.mp3<\/bdi><br><span class="meta"><bdi title="call &lt;1&gt;">/g
    expect(shown.match(name)).toHaveLength(2)
    expect(shown).toContain('The signature is wrong.')
    expect(shown).toContain('The host name of the source can&#39;t be resolved.')
    const delivery =
      /href="(\/admin\/sources\/[^"]+\/deliveries\/[^"]+)"[^>]*>(?:(?!<\/tr>)[\s\S])*?Read</.exec(shown)?.[1] ?? ''
    const opened = (await alice.get(delivery)).text
    expect(opened).toContain('files.example.com')
    expect(opened.match(name)).toHaveLength(1)
    expect((await submit(delivery, 'replay')).location).toContain('#deliveries')
    expect((await submit(page, 'test')).status).toBeLessThan(400)
  })

  it('shows the names of fields in the reason of a failed delivery as code', async () => {
    const { page } = await connect()
    const path = new URL((await read(page)).address).pathname.slice('/v2'.length)
    const body = JSON.stringify({ recordingUrl: 'https://files.example.com/demo.mp3', title: 'Demo' })
    const signature = signWebhook({ id: 'two', body }, [SIGNING_SECRET], world.app.clock.now())
    await deliver(world.app, { id: '', path }, body, { 'content-type': 'application/json', ...signature })
    await world.app.drain(world.acme)
    const shown = (await alice.get(page)).text
    expect(shown).toContain('<code>externalId</code> is required.')
    const delivery = /href="(\/admin\/sources\/[^"]+\/deliveries\/[^"]+)"/.exec(shown)?.[1] ?? ''
    expect((await alice.get(delivery)).text).toContain('<code>externalId</code> is required.')
  })

  it('changes, turns off, turns on and deletes a source', async () => {
    const { page } = await connect()
    await submit(page, 'change', { name: 'Other', 'value-downloadHost': '', private: 'true', insideDomains: '' })
    expect(await read(page)).toMatchObject({ name: 'Other', private: true })
    await submit(page, 'disable')
    expect((await read(page)).enabled).toBe(false)
    await submit(page, 'enable')
    expect((await read(page)).enabled).toBe(true)
    await submit(page, 'credentials', { 'value-signingSecret': SIGNING_SECRET, 'value-bearerToken': 'token' })
    expect((await read(page)).credentialNames).toEqual(['signingSecret', 'bearerToken'])
    expect((await submit(page, 'delete')).location?.split('?')[0]).toBe(SOURCES)
    expect((await alice.get(page)).status).toBe(404)
  })

  it('starts a backfill of a source with a list', async () => {
    const { page } = await connect({
      key: 'folder',
      name: 'Folder',
      'value-path': '/srv/calls',
      'value-after': 'leave',
    })
    await submit(page, 'backfill', { days: '90' })
    expect((await read(page)).look.state).toBe('queued')
  })
})

describe('who may', () => {
  it('is admins', async () => {
    const bob = await signedIn(world.app, world.acme, world.bob.userId)
    expect((await bob.get(SOURCES)).status).toBe(403)
  })
})
