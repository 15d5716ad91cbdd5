/** Google Meet: tokens of Pub/Sub pushes, subscriptions of users, and conferences that aren't ready. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { wave } from '../../../testing/sound.ts'
import {
  startVendor,
  type VendorCall,
  type VendorEvent,
  type VendorServer,
} from '../../../testing/source-vendor-server.ts'
import { type MeetVendor, meet } from '../../../testing/source-vendors-meet.ts'
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
let vendor: MeetVendor
let server: VendorServer
let source: ConnectedSource
beforeAll(async () => {
  world = await createSourcesWorld()
})
beforeEach(async () => {
  ;({ vendor, server } = await startVendor(meet))
  closeAfterTests(() => server.close())
  const { kind, settings, credentials } = vendor
  source = await sourceFor(world, { kind, name: 'Meet', settings, credentials })
  await drain()
})

const drain = () => world.app.drain(world.acme)
const now = () => world.app.clock.now()
const address = () => `${world.app.publicUrl()}/v2${source.path}`
const read = async () => (await call(world.app, world.org, 'GET', `/sources/${source.id}`)).body.data
const send = ({ body, headers }: VendorEvent) => deliver(world.app, source, body, headers)
const newCall = (): VendorCall => {
  const startedAt = new Date(now().getTime() - 3_600_000)
  const made = { id: randomUUID(), startedAt, recording: wave({ seconds: 1, rate: 8_000 }) }
  server.calls.push(made)
  return made
}
const lookAgain = async () => {
  await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 1 } })
  await drain()
}

describe('pushes', () => {
  it('are accepted only with a token of Google for the address and the push account', async () => {
    const claims = vendor.toClaims(now(), address())
    const push = (more: Readonly<Record<string, unknown>>, keyId?: string) =>
      vendor.push({ 'ce-type': 'other' }, {}, { ...claims, ...more }, keyId)
    const other = [
      push({ aud: `${address()}x` }),
      push({ iss: 'https://accounts.example' }),
      push({ email: 'other@acme.iam.gserviceaccount.com' }),
      push({ email_verified: false }),
      push({ exp: Math.floor(now().getTime() / 1_000) - 120 }),
      push({ exp: undefined }),
      push({}, 'unknown'),
    ]
    for (const event of other) expect((await send(event)).status).toBe(401)
    const { body, headers } = push({})
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const unsigned = `Bearer ${none}.${headers.authorization?.split('.')[1]}.`
    expect((await send({ body, headers: { ...headers, authorization: unsigned } })).status).toBe(401)
    expect((await send({ body, headers: { 'content-type': 'application/json' } })).status).toBe(401)
    expect((await send({ body, headers })).status).toBe(200)
    await drain()
    const [{ status }] = await deliveriesOf(world, source)
    expect(status).toBe('ignored')
  })

  it('are repeated by Pub/Sub while the keys of Google can not be requested', async () => {
    vendor.hasKeys = false
    const [event] = vendor.events(newCall(), now(), address())
    if (event === undefined) throw new Error('There is no event.')
    expect((await send(event)).status).toBe(503)
    expect(await deliveriesOf(world, source)).toEqual([])
    vendor.hasKeys = true
    expect((await send(event)).status).toBe(200)
  })

  it('become a call with title, organizer, participants and speakers', async () => {
    for (const event of vendor.events(newCall(), now(), address())) await send(event)
    await drain()
    const [recording, ...more] = await recordingsOf(world, source)
    expect([more, recording]).toMatchObject([[], { status: 'done', hasTranscript: true, hasRecording: true }])
    const conversation = await conversationOf(world, recording.conversationUUID)
    expect(conversation).toMatchObject({ title: 'Renewal', user: { email: 'bob@acme.example' } })
    expect(conversation.transcript).toContain('Ana Silva')
    expect(conversation.participants).toMatchObject([{ name: 'Ana Silva' }])
  })

  it('wait until the files are generated', async () => {
    vendor.state = 'STARTED'
    for (const event of vendor.events(newCall(), now(), address())) await send(event)
    await drain()
    expect(await recordingsOf(world, source)).toMatchObject([
      { status: 'waiting', fault: 'The transcript isn’t ready.' },
    ])
    vendor.state = 'FILE_GENERATED'
    world.ahead(60_000)
    await drain()
    expect(await recordingsOf(world, source)).toMatchObject([
      { status: 'done', hasTranscript: true, hasRecording: true },
    ])
  })

  it('about the subscription start a look', async () => {
    newCall()
    expect((await send(vendor.lifecycle(now(), address()))).status).toBe(200)
    await drain()
    expect(await recordingsOf(world, source)).toMatchObject([{ status: 'done' }])
  })
})

describe('looks', () => {
  it('subscribe to each user, and renew what ends or is suspended', async () => {
    const targets = [...vendor.subscriptions.values()].map(({ targetResource }) => targetResource)
    expect(targets).toEqual(['//cloudidentity.googleapis.com/users/101', '//cloudidentity.googleapis.com/users/102'])
    const soon = new Date(now().getTime() + 3_600_000).toISOString()
    for (const [name, one] of vendor.subscriptions) {
      vendor.subscriptions.set(name, { ...one, expireTime: soon, state: 'SUSPENDED' })
    }
    await lookAgain()
    const after = [...vendor.subscriptions.values()]
    expect(after.map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE'])
    expect(after.filter(({ expireTime }) => expireTime > soon)).toHaveLength(2)
    expect(await read()).toMatchObject({ fault: null })
  })

  it('import a conference for its organizer, though a participant lists it first', async () => {
    newCall()
    await lookAgain()
    const [{ conversationUUID }] = await recordingsOf(world, source)
    expect(await conversationOf(world, conversationUUID)).toMatchObject({ user: { email: 'bob@acme.example' } })
  })

  it('show a topic that Google refuses, and import calls all the same', async () => {
    const { kind, settings, credentials } = vendor
    vendor.subscriptions.clear()
    newCall()
    const body = { kind, name: 'Other', settings: { ...settings, topic: 'projects/acme/topics/none' }, credentials }
    source = await sourceFor(world, body)
    await drain()
    expect(await read()).toMatchObject({ fault: 'The source rejected the request (HTTP 400).' })
    expect(await recordingsOf(world, source)).toMatchObject([{ status: 'done' }])
  })
})
