/** Zoom Phone beyond what all kinds have in common: the check of the address, people, queues and late transcripts. */
import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { wave } from '../../../testing/sound.ts'
import { PLAIN_SECRET, startVendor, type VendorCall } from '../../../testing/source-vendor-server.ts'
import { zoomPhone } from '../../../testing/source-vendors-zoom-phone.ts'
import {
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

const drain = () => world.app.drain(world.acme)
const newCall = (): VendorCall => ({
  id: randomUUID(),
  startedAt: new Date(Math.floor(world.app.clock.now().getTime() / 1_000) * 1_000 - 60_000),
  recording: wave({ seconds: 1, rate: 8_000 }),
})

async function connect() {
  const { vendor, server } = await startVendor(zoomPhone)
  closeAfterTests(() => server.close())
  vendor.server = server
  const { kind, settings, credentials } = vendor
  const source = await sourceFor(world, { kind, name: kind, lookMinutes: 0, settings, credentials })
  const announce = async (facts: Readonly<Record<string, unknown>> = {}, only?: 'recording' | 'transcript') => {
    const made = newCall()
    vendor.facts = facts
    server.calls.push(made)
    const [recording, transcript] = vendor.events(made, world.app.clock.now(), '')
    for (const event of [
      only === 'transcript' ? undefined : recording,
      only === 'recording' ? undefined : transcript,
    ]) {
      if (event !== undefined) expect((await deliver(world.app, source, event.body, event.headers)).status).toBe(200)
    }
    await drain()
    return made
  }
  return { vendor, server, source, announce }
}

async function read(id: string) {
  const query = { 'filter[include_internal_participants]': 'true' }
  const { attributes } = (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body
  const transcript = (await call(world.app, world.org, 'GET', `/conversations/${id}/transcript`)).text
  return { ...attributes, transcript }
}

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).toSorted()

describe('the address', () => {
  it('answers the validation of Zoom, and signs nothing that could be an event', async () => {
    const { source } = await connect()
    const validate = (plainToken: string) =>
      deliver(world.app, source, JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken } }), {
        'content-type': 'application/json',
      })
    const encryptedToken = createHmac('sha256', PLAIN_SECRET).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex')
    expect((await validate('qgg8vlvZRS6UYooatFL8Aw')).body).toEqual({
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken,
    })
    expect((await validate('v0:1:{"event":"phone.recording_completed"}')).status).toBe(401)
  })

  it('ignores copies for people with access, and other events', async () => {
    const { vendor, source } = await connect()
    const at = world.app.clock.now()
    for (const event of ['phone.recording_completed_for_access_member', 'phone.callee_ended']) {
      const { body, headers } = vendor.sign(JSON.stringify({ event, event_ts: at.getTime(), payload: {} }), at)
      expect((await deliver(world.app, source, body, headers)).status).toBe(200)
    }
    await drain()
    const kept = await deliveriesOf(world, source)
    expect(kept.map(({ status }: { status: string }) => status)).toEqual(['ignored', 'ignored'])
    expect(await recordingsOf(world, source)).toEqual([])
  })
})

describe('a call', () => {
  it('has both people with their sides, title, start, owner and the names in its transcript', async () => {
    const { source, announce } = await connect()
    const made = await announce()
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({ status: 'done', fault: null, hasTranscript: true, hasRecording: true })
    const found = await read(recording.conversationUUID)
    expect(found).toMatchObject({
      ...{ title: 'Call from Bob to Ana Silva', liveStreamStartedAt: made.startedAt.toISOString() },
      participants: [{ name: 'Ana Silva' }],
    })
    expect(names(found.internalParticipants)).toContain('Bob')
    expect(found.transcript).toContain('Ana Silva')
    expect(found.transcript).not.toContain('1026')
  })

  it('of a queue belongs to the person who took it, and not to the queue', async () => {
    const { source, announce } = await connect()
    await announce({
      ...{ direction: 'inbound', caller_number: '+15550100', caller_number_type: 2, caller_name: 'Ana Silva' },
      ...{ caller_did_number: undefined, callee_name: 'Support', callee_number: '900', callee_number_type: 1 },
      accepted_by: { name: 'Bob', extension_number: '1026' },
      owner: { type: 'callQueue', id: 'queue-1', name: 'Support', extension_number: 900 },
    })
    const [recording] = await recordingsOf(world, source)
    const found = await read(recording.conversationUUID)
    expect(found).toMatchObject({ title: 'Call from Ana Silva to Bob', participants: [{ name: 'Ana Silva' }] })
    expect(names(found.internalParticipants)).toContain('Bob')
    expect(names(found.internalParticipants)).not.toContain('Support')
    expect(found.transcript).toContain('Bob')
  })

  it('without names shows both numbers', async () => {
    const { source, announce } = await connect()
    await announce({ caller_name: undefined, callee_name: '' }, 'recording')
    const [recording] = await recordingsOf(world, source)
    expect(await read(recording.conversationUUID)).toMatchObject({
      ...{ title: 'Call from +15550199 to +15550100', participants: [{ name: '+15550100' }] },
    })
  })

  it('is fetched with the credentials of the app from a new address, if its event is late or has no token', async () => {
    const { vendor, server, source, announce } = await connect()
    vendor.hasTokens = false
    await announce({}, 'recording')
    const late = newCall()
    server.calls.push(late)
    vendor.hasTokens = true
    const [event] = vendor.events(late, world.app.clock.now(), '')
    server.expire()
    vendor.files.clear()
    if (event !== undefined) await deliver(world.app, source, event.body, event.headers)
    await drain()
    const recordings = await recordingsOf(world, source)
    expect(recordings).toMatchObject([
      { status: 'done', hasRecording: true },
      { status: 'done', hasRecording: true },
    ])
    expect(server.mistakes).toEqual([])
  })

  it('waits for a transcript that Zoom hasn’t finished', async () => {
    const { vendor, source, announce } = await connect()
    vendor.isTranscribing = true
    await announce({}, 'transcript')
    const [waiting] = await recordingsOf(world, source)
    expect(waiting).toMatchObject({ status: 'waiting', fault: 'Zoom has no transcript of the call yet.' })
    vendor.isTranscribing = false
    world.ahead(31 * 3_600_000)
    await drain()
    expect((await recordingsOf(world, source))[0]).toMatchObject({ status: 'done', hasTranscript: true })
  })
})
