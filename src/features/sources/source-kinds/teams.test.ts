/** Microsoft Teams: subscriptions, their notifications, and users whose meetings the app may not read. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { wave } from '../../../testing/sound.ts'
import { startVendor, type VendorCall, type VendorServer } from '../../../testing/source-vendor-server.ts'
import { type TeamsVendor, teams } from '../../../testing/source-vendors-teams.ts'
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
let vendor: TeamsVendor
let server: VendorServer
let source: ConnectedSource
beforeAll(async () => {
  world = await createSourcesWorld()
})
beforeEach(async () => {
  ;({ vendor, server } = await startVendor(teams))
  closeAfterTests(() => server.close())
  server.visit = (url) => call(world.app, undefined, 'POST', url.slice(`${world.app.publicUrl()}/v2`.length))
  const { kind, settings, credentials } = vendor
  source = await sourceFor(world, { kind, name: 'Teams', settings, credentials })
  await drain()
})

const drain = () => world.app.drain(world.acme)
const read = async () => (await call(world.app, world.org, 'GET', `/sources/${source.id}`)).body.data
const newCall = (more: Partial<VendorCall> = {}): VendorCall => {
  const made = {
    ...{ id: randomUUID(), startedAt: new Date(world.app.clock.now().getTime() - 3_600_000) },
    ...{ recording: wave({ seconds: 1, rate: 8_000 }), ...more },
  }
  server.calls.push(made)
  return made
}
const lookAgain = async () => {
  await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 1 } })
  await drain()
}
const notify = async (made: VendorCall) => {
  const events = vendor.events(made, world.app.clock.now(), '')
  for (const { body, headers } of events) expect((await deliver(world.app, source, body, headers)).status).toBe(200)
}

describe('subscriptions', () => {
  it('are created by the first look, and renewed by later ones', async () => {
    const before = [...vendor.subscriptions.values()]
    expect(before.map(({ resource }) => resource)).toEqual([
      'communications/onlineMeetings/getAllTranscripts',
      'communications/onlineMeetings/getAllRecordings',
    ])
    const handshakes = await deliveriesOf(world, source)
    expect(handshakes.map(({ status }: { status: string }) => status)).toEqual(['handshake', 'handshake'])
    world.ahead(86_400_000)
    await lookAgain()
    const after = [...vendor.subscriptions.values()]
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    for (const [at, { expirationDateTime }] of after.entries()) {
      const gained = Date.parse(expirationDateTime) - Date.parse(before[at]?.expirationDateTime ?? '')
      expect(gained).toBeGreaterThanOrEqual(86_400_000)
    }
    expect(await read()).toMatchObject({ fault: null })
  })

  it('are replaced when the client secret changes, and the old ones are refused', async () => {
    const made = newCall()
    const [old] = vendor.events(made, world.app.clock.now(), '')
    if (old === undefined) throw new Error('There is no event.')
    const ids = [...vendor.subscriptions.keys()]
    const credentials = { clientSecret: `${vendor.credentials.clientSecret}-new` }
    await call(world.app, world.org, 'PATCH', `/sources/${source.id}`, { body: { credentials } })
    await drain()
    expect(vendor.subscriptions.size).toBe(2)
    expect([...vendor.subscriptions.keys()].filter((id) => ids.includes(id))).toEqual([])
    expect((await deliver(world.app, source, old.body, old.headers)).status).toBe(401)
    await notify(made)
  })

  it('that fail are shown, and calls arrive by looks all the same', async () => {
    vendor.subscriptions.clear()
    server.visit = async () => ({ status: 502, text: '' })
    newCall()
    await lookAgain()
    expect(await read()).toMatchObject({ fault: 'The source rejected the request (HTTP 400).' })
    expect(await recordingsOf(world, source)).toMatchObject([{ status: 'done' }])
  })

  it('are not created if notifications are off', async () => {
    const { kind, settings, credentials } = vendor
    vendor.subscriptions.clear()
    await sourceFor(world, { kind, name: 'Looks', settings: { ...settings, events: 'off' }, credentials })
    await drain()
    expect(vendor.subscriptions.size).toBe(0)
  })
})

describe('notifications', () => {
  it('become a call with title, organizer and invited people', async () => {
    const made = newCall()
    await notify(made)
    await drain()
    const [recording, ...more] = await recordingsOf(world, source)
    expect([more, recording]).toMatchObject([[], { status: 'done', hasTranscript: true, hasRecording: true }])
    const conversation = await conversationOf(world, recording.conversationUUID)
    expect(conversation).toMatchObject({ title: 'Renewal', user: { email: 'bob@acme.example' } })
    expect(JSON.stringify(conversation.participants)).toContain('ana@customer.example')
  })

  it('are read later if Microsoft has not stored the object yet', async () => {
    const made = newCall()
    server.calls.pop()
    await notify(made)
    await drain()
    expect(await recordingsOf(world, source)).toEqual([])
    server.calls.push(made)
    world.ahead(60_000)
    await drain()
    expect(await recordingsOf(world, source)).toMatchObject([
      { status: 'done', hasTranscript: true, hasRecording: true },
    ])
  })

  it('about lost notifications start a look each time', async () => {
    for (const startedAgo of [3_600_000, 60_000]) {
      newCall({ startedAt: new Date(world.app.clock.now().getTime() - startedAgo) })
      const { body, headers } = vendor.lifecycle('missed', world.app.clock.now())
      expect((await deliver(world.app, source, body, headers)).status).toBe(200)
      await drain()
      expect(await recordingsOf(world, source)).toHaveLength(server.calls.length)
    }
  })

  it('without the client state are refused', async () => {
    const { body, headers } = vendor.lifecycle('missed', world.app.clock.now())
    const { clientState } = JSON.parse(body).value[0]
    const forged = [body.replace(clientState, 'guessed'), '{"value":[]}', '{}', 'text', body.replace(clientState, '')]
    for (const one of forged) expect((await deliver(world.app, source, one, headers)).status).toBe(401)
    const path = `${source.path}?validationToken=echo`
    expect((await deliver(world.app, { ...source, path }, '{}', headers)).status).toBe(401)
  })
})

describe('users', () => {
  it('are named as a fault if the app may read the meetings of none of them', async () => {
    vendor.isPermitted = false
    newCall()
    await lookAgain()
    const fault = expect.stringContaining('application access policy')
    expect(await read()).toMatchObject({ fault })
    const tested = await call(world.app, world.org, 'POST', `/sources/${source.id}/test`)
    expect(tested.body.data).toMatchObject({ ok: false, detail: fault })
  })
})
