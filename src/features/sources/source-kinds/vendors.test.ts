/** Kinds of sources with stand-ins of their vendors: repeated, reversed, forged, old and listed deliveries. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import { wave } from '../../../testing/sound.ts'
import {
  startVendor,
  type Vendor,
  type VendorCall,
  type VendorEvent,
  type VendorServer,
} from '../../../testing/source-vendor-server.ts'
import { attendee } from '../../../testing/source-vendors-attendee.ts'
import { aircall, dialpad, twilio } from '../../../testing/source-vendors-calls.ts'
import { jitsi } from '../../../testing/source-vendors-jitsi.ts'
import { livekit } from '../../../testing/source-vendors-livekit.ts'
import { meet } from '../../../testing/source-vendors-meet.ts'
import { elevenlabs, fathom, fireflies, recall } from '../../../testing/source-vendors-meetings.ts'
import { ringcentral } from '../../../testing/source-vendors-ringcentral.ts'
import { teams } from '../../../testing/source-vendors-teams.ts'
import { vexa } from '../../../testing/source-vendors-vexa.ts'
import { zoomPhone } from '../../../testing/source-vendors-zoom-phone.ts'
import {
  type ConnectedSource,
  conversationOf,
  createSourcesWorld,
  deliver,
  deliveriesOf,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'

let world: SourcesWorld
beforeAll(async () => {
  world = await createSourcesWorld()
})

/** A call of six days ago, or of today. Vendors count in seconds. */
const newCall = (daysAgo = 6): VendorCall => ({
  id: randomUUID(),
  startedAt: new Date(Math.floor(world.app.clock.now().getTime() / 1_000) * 1_000 - daysAgo * 86_400_000 - 60_000),
  recording: wave({ seconds: 1, rate: 8_000 }),
})

interface Connected {
  readonly vendor: Vendor
  readonly server: VendorServer
  readonly source: ConnectedSource
  readonly address: string
}

async function connect(define: (url: string) => Vendor): Promise<Connected> {
  const { vendor, server } = await startVendor(define)
  closeAfterTests(() => server.close())
  const { kind, settings, credentials } = vendor
  const source = await sourceFor(world, { kind, name: kind, lookMinutes: 0, settings, credentials })
  if (vendor.isSubscribed) await lookBack(source, 1)
  return { vendor, server, source, address: `${world.app.publicUrl()}/v2${source.path}` }
}

const send = ({ source }: Connected, { body, headers }: VendorEvent) => deliver(world.app, source, body, headers)

/** No job of these tests fails or is tried again. */
const drain = async () => expectEvery(await world.app.drain(world.acme), ({ outcome }) => outcome === 'ok')

async function lookBack({ id }: ConnectedSource, days: number): Promise<void> {
  const asked = await call(world.app, world.org, 'POST', `/sources/${id}/backfill`, { body: { days } })
  expect(asked.status).toBe(202)
  await drain()
}

const VENDORS = [
  ...[zoomPhone, teams, meet, recall, attendee, vexa, livekit, jitsi, fireflies, fathom],
  ...[twilio, ringcentral, aircall, dialpad, elevenlabs],
]

describe.each(VENDORS.map((define) => [define.name, define] as const))('%s', (_, define) => {
  it('imports a call once, whatever is repeated, late or listed, and refuses forgeries', async () => {
    const connected = await connect(define)
    const { vendor, server, source, address } = connected
    const made = newCall()
    server.calls.push(made)
    const events = vendor.events(made, world.app.clock.now(), address)
    for (const event of [...events].reverse()) {
      for (let time = 0; time < 2; time++) expect((await send(connected, event)).status).toBe(200)
      await drain()
      server.expire()
    }
    const recordings = await recordingsOf(world, source)
    expect(recordings).toMatchObject([
      {
        ...{ externalID: vendor.toExternalId(made), status: 'done', fault: null },
        ...{ hasTranscript: vendor.has.transcript, hasRecording: vendor.has.recording },
      },
    ])
    const conversation = await conversationOf(world, recordings[0].conversationUUID)
    if (vendor.has.transcript) expect(conversation.transcript).toContain('Shall we talk about the renewal?')
    if (vendor.kind === 'twilio') {
      const query = { 'filter[include_internal_participants]': 'true' }
      const id = recordings[0].conversationUUID
      const { attributes } = (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body
      expect(attributes).toMatchObject({
        title: '+15550100 → +15550199',
        participants: [{ name: '+15550100' }],
        internalParticipants: [{ name: '+15550199' }, { name: 'bob' }],
      })
    }
    const isOwned = !['twilio', 'elevenlabs', 'livekit'].includes(vendor.kind)
    if (isOwned) expect(conversation.user.email).toBe('bob@acme.example')
    const deliveries = await deliveriesOf(world, source)
    expectEvery<{ status: string; repeats: number }>(deliveries, (one) => one.status === 'read' && one.repeats === 1)

    const hasList = vendor.kind !== 'jitsi'
    // Another call on a second page of the list, of today, and the same again.
    server.calls.push(newCall(0))
    for (let time = 0; time < 2; time++) {
      if (!hasList) break
      await lookBack(source, 300)
    }
    const after = await recordingsOf(world, source)
    expect(after).toHaveLength(hasList ? 2 : 1)
    expectEvery<{ status: string }>(after, (one) => one.status === 'done')
    expect(new Set(after.map((one: { conversationUUID: string }) => one.conversationUUID)).size).toBe(after.length)

    const [event] = vendor.events(newCall(), world.app.clock.now(), address)
    if (event === undefined) throw new Error('The vendor sends no event.')
    expect((await send(connected, forge(event))).status).toBe(401)
    if (vendor.isTimed) {
      const old = vendor.events(newCall(), new Date(world.app.clock.now().getTime() - 600_000), address)
      for (const stale of old) expect((await send(connected, stale)).status).toBe(401)
    }
    expect(await recordingsOf(world, source)).toHaveLength(after.length)
    expect(server.mistakes).toEqual([])
    const tested = await call(world.app, world.org, 'POST', `/sources/${source.id}/test`)
    expect(tested.body.data).toMatchObject({ ok: true })
  })
})

describe('phone numbers of the organization', () => {
  it('count as inside, whatever the direction of the call says', async () => {
    const put = (phoneNumbers: string[]) =>
      call(world.app, world.org, 'PUT', '/organizations/phone-numbers', { body: { phoneNumbers } })
    expect((await put(['+1555010*'])).status).toBe(200)
    const connected = await connect(twilio)
    const made = newCall()
    connected.server.calls.push(made)
    for (const event of connected.vendor.events(made, world.app.clock.now(), connected.address)) {
      await send(connected, event)
    }
    await drain()
    await put([])
    const [recording] = await recordingsOf(world, connected.source)
    const query = { 'filter[include_internal_participants]': 'true' }
    const id = recording.conversationUUID
    const { attributes } = (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body
    expect(attributes.participants).toEqual([])
    expect(attributes.internalParticipants).toMatchObject([
      { name: '+15550100' },
      { name: '+15550199' },
      { name: 'bob' },
    ])
  })
})

/** The same headers, and another last character of a signed part. */
function forge({ body, headers }: VendorEvent): VendorEvent {
  if (headers['content-type'] === 'application/jwt') {
    const [header, payload = '', signature] = body.split('.')
    const other = Buffer.from(payload, 'base64url').toString().replace('+15550100', '+15550199')
    return { body: [header, Buffer.from(other).toString('base64url'), signature].join('.'), headers }
  }
  const token = headers['verification-token']
  if (token !== undefined) return { body, headers: { ...headers, 'verification-token': `x${token.slice(1)}` } }
  if (headers['x-webhook-timestamp'] !== undefined) return { body: `${body} `, headers }
  const { authorization } = headers
  if (authorization !== undefined) {
    const [header, payload, signature = ''] = authorization.split('.')
    return {
      body,
      headers: { ...headers, authorization: [header, payload, [...signature].reverse().join('')].join('.') },
    }
  }
  if (headers['x-webhook-signature'] !== undefined) return { body: body.replace('1.0', '1.5'), headers }
  if (body.includes('"clientState"')) return { body: body.replace(/"clientState":"./, '"clientState":"x'), headers }
  if (body.includes('"token"')) return { body: body.replace(/"token":"./, '"token":"x'), headers }
  const signed = body.startsWith('{') ? `${body} ` : body.replace('completed', 'complete')
  return { body: signed, headers }
}
