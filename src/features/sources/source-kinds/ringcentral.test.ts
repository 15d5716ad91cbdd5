/** RingCentral: the check of the address, renewal of the subscription, recorded calls, and limits of requests. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { wave } from '../../../testing/sound.ts'
import { startVendor, type VendorCall, type VendorServer } from '../../../testing/source-vendor-server.ts'
import { type RingCentralVendor, ringcentral } from '../../../testing/source-vendors-ringcentral.ts'
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
let vendor: RingCentralVendor
let server: VendorServer
let source: ConnectedSource
beforeAll(async () => {
  world = await createSourcesWorld()
})
beforeEach(async () => {
  ;({ vendor, server } = await startVendor(ringcentral))
  closeAfterTests(() => server.close())
  vendor.now = () => world.app.clock.now()
  server.visit = (url, headers) =>
    call(world.app, undefined, 'POST', url.slice(`${world.app.publicUrl()}/v2`.length), { headers: { ...headers } })
  await connect()
})

async function connect(settings: Readonly<Record<string, string>> = { transcripts: 'none' }): Promise<void> {
  const { kind, credentials } = vendor
  const all = { ...vendor.settings, ...settings }
  source = await sourceFor(world, { kind, name: 'Telephony', lookMinutes: 0, settings: all, credentials })
  await look()
}

const drain = () => world.app.drain(world.acme)
const read = async () => (await call(world.app, world.org, 'GET', `/sources/${source.id}`)).body.data
async function look() {
  await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 1 } })
  await drain()
}
const newCall = (): VendorCall => {
  const made = {
    ...{ id: randomUUID(), startedAt: new Date(world.app.clock.now().getTime() - 3_600_000) },
    recording: wave({ seconds: 1, rate: 8_000 }),
  }
  server.calls.push(made)
  return made
}
const statuses = async () => (await deliveriesOf(world, source)).map(({ status }: { status: string }) => status)
const test = async () => (await call(world.app, world.org, 'POST', `/sources/${source.id}/test`)).body.data

describe('the subscription', () => {
  it('is created after the check of the address, and renewed before it ends', async () => {
    const [before] = [...vendor.subscriptions.values()]
    expect(before?.eventFilters).toEqual([
      '/restapi/v1.0/account/80964/telephony/sessions?statusCode=Disconnected&withRecordings=true',
    ])
    expect(await statuses()).toEqual(['handshake'])
    await look()
    expect([...vendor.subscriptions.values()]).toEqual([before])
    world.ahead(4 * 86_400_000)
    await look()
    const [after] = [...vendor.subscriptions.values()]
    expect(after?.id).toBe(before?.id)
    expect(Date.parse(after?.expirationTime ?? '')).toBeGreaterThan(Date.parse(before?.expirationTime ?? ''))
    expect(await read()).toMatchObject({ fault: null })
  })

  it('is replaced after a new client secret, and if RingCentral suspended it', async () => {
    const old = vendor.ended(newCall())
    const credentials = { ...vendor.credentials, clientSecret: `${vendor.credentials.clientSecret}-new` }
    const changed = await call(world.app, world.org, 'PATCH', `/sources/${source.id}`, { body: { credentials } })
    expect(changed.status).toBe(200)
    await look()
    expect(vendor.subscriptions.size).toBe(1)
    expect((await deliver(world.app, source, old.body, old.headers)).status).toBe(401)
    const [current] = [...vendor.subscriptions.values()]
    if (current === undefined) throw new Error('There is no subscription.')
    vendor.subscriptions.set(current.id, { ...current, status: 'Suspended' })
    await look()
    const [next, ...others] = [...vendor.subscriptions.values()]
    expect([next?.status, others]).toEqual(['Active', []])
    expect(next?.id).not.toBe(current.id)
  })

  it('does not hold back looks if RingCentral cannot reach the address', async () => {
    server.visit = async () => ({ status: 502, text: '' })
    vendor.subscriptions.clear()
    newCall()
    await look()
    expect(await recordingsOf(world, source)).toMatchObject([{ status: 'done', hasRecording: true }])
    expect((await read()).fault).toMatch(/rejected the request/)
  })
})

describe('recorded calls', () => {
  it('arrive when the call log contains them', async () => {
    const made = newCall()
    vendor.hidden.add(made.id)
    const { body, headers } = vendor.ended(made)
    expect((await deliver(world.app, source, body, headers)).status).toBe(200)
    await drain()
    expect(await recordingsOf(world, source)).toEqual([])
    vendor.hidden.clear()
    server.expire()
    world.ahead(31_000)
    await drain()
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({ externalID: `pbx ${made.id}`, hasRecording: true, hasTranscript: false })
    const { title, user } = await conversationOf(world, recording.conversationUUID)
    expect([title, user.email]).toEqual(['Call from Bob to Ana Silva', 'bob@acme.example'])
  })

  it('need one sign-in for all jobs', async () => {
    for (let calls = 0; calls < 7; calls++) newCall()
    await look()
    expect(await recordingsOf(world, source)).toHaveLength(7)
    expect(vendor.signIns).toBe(1)
  })

  it('wait as long as RingCentral limits sign-ins', async () => {
    server.expire()
    vendor.signIns = 5
    newCall()
    await look()
    expect(await recordingsOf(world, source)).toEqual([])
    expect((await read()).fault).toMatch(/limits requests \(HTTP 429\)/)
    vendor.signIns = 0
    world.ahead(61_000)
    await drain()
    expect(await recordingsOf(world, source)).toHaveLength(1)
  })
})

describe('the test', () => {
  it('names a missing permission', async () => {
    await connect({ transcripts: 'insights' })
    expect(await test()).toMatchObject({ ok: true })
    vendor.hasInsights = false
    expect(await test()).toEqual({
      ok: false,
      detail: 'The user of the JWT may not access the insights of AI Conversation Expert.',
    })
  })
})
