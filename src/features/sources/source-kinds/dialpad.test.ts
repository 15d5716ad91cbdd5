/** Transferred calls of Dialpad: each leg is a call there, and one conversation here. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { wave } from '../../../testing/sound.ts'
import { hmac, json, PLAIN_SECRET, startVendor, type Vendor } from '../../../testing/source-vendor-server.ts'
import { dialpad } from '../../../testing/source-vendors-calls.ts'
import {
  type ConnectedSource,
  createSourcesWorld,
  deliver,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'

let world: SourcesWorld
beforeAll(async () => {
  world = await createSourcesWorld()
})

interface Leg {
  readonly id: string
  readonly root: string | null
  readonly target: { readonly type: string; readonly name: string; readonly email?: string }
  readonly startedAt: Date
  readonly words: string
  /** Recordings with their times. Without them, one second from the start. */
  readonly files?: readonly { readonly start_time: number; readonly duration: number; readonly recording: Buffer }[]
}

/** A call to a call center: Bob takes it and transfers it to Carol. */
function transferred() {
  const start = new Date(world.app.clock.now().getTime() - 3_600_000)
  const root = randomUUID()
  const leg = (minutes: number, given: Omit<Leg, 'startedAt'>): Leg => ({
    ...given,
    startedAt: new Date(start.getTime() + minutes * 60_000),
  })
  return [
    leg(0, { id: root, root: null, target: { type: 'callcenter', name: 'Sales' }, words: '' }),
    leg(1, {
      ...{ id: randomUUID(), root, words: 'I connect you with Carol.' },
      target: { type: 'user', name: 'Bob', email: 'bob@acme.example' },
    }),
    leg(5, {
      ...{ id: randomUUID(), root, words: 'This is Carol, how can I help?' },
      target: { type: 'user', name: 'Carol', email: 'carol@acme.example' },
    }),
  ] as const
}

let legs: readonly Leg[] = []
let isOver = true
const sound = wave({ seconds: 1, rate: 8_000 })

const toRecord = ({ id, root, target, startedAt }: Leg) => ({
  ...{ call_id: id, entry_point_call_id: root, master_call_id: null, direction: 'inbound', target },
  ...{ contact: { name: 'Ana Silva', email: '', phone: '+15550100' }, external_number: '+15550100' },
  ...{ date_connected: startedAt.getTime(), date_ended: isOver ? startedAt.getTime() + 600_000 : null },
})

const legsOf = (url: string): Vendor => ({
  ...dialpad(url),
  answer(path, query, _body, server) {
    const leg = legs.find(({ id }) => id === path.split('/').at(-1))
    const hasParts = leg?.root !== null
    const full = (one: Leg) => ({
      ...toRecord(one),
      recording_details: (one.files ?? (one.root === null ? [] : [{ recording: sound }])).map(
        ({ recording, ...times }) => ({
          ...times,
          url: server.sign({ id: one.id, startedAt: one.startedAt, recording }),
        }),
      ),
    })
    if (path === '/api/v2/call') return query.get('cursor') === null ? { items: legs.map(full) } : { items: [] }
    if (leg === undefined) return undefined
    if (path.startsWith('/api/v2/call/')) return full(leg)
    const line = { type: 'transcript', content: leg.words, name: leg.target.name, user_id: 1 }
    return hasParts ? { call_id: leg.id, lines: [{ ...line, time: leg.startedAt.toISOString() }] } : undefined
  },
})

async function connect(): Promise<{ source: ConnectedSource; send: (leg: Leg, state: string) => Promise<unknown> }> {
  const { vendor, server } = await startVendor(legsOf)
  closeAfterTests(() => server.close())
  const { kind, settings, credentials } = vendor
  const source = await sourceFor(world, { kind, name: kind, lookMinutes: 0, settings, credentials })
  return {
    source,
    async send(leg, state) {
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
      const at = world.app.clock.now().getTime()
      const content = `${encode({ alg: 'HS256' })}.${encode({ ...toRecord(leg), state, event_timestamp: at })}`
      const signature = Buffer.from(hmac(PLAIN_SECRET, content, 'base64'), 'base64').toString('base64url')
      const answer = await deliver(world.app, source, `${content}.${signature}`, json)
      expect(answer.status).toBe(200)
    },
  }
}

async function attributesOf(id: string) {
  const query = { 'filter[include_internal_participants]': 'true', detailedTranscript: 'true' }
  return (await call(world.app, world.org, 'GET', `/conversations/${id}`, { query })).body.attributes
}

/** One conversation with both legs, of the first person who took the call. */
async function expectJoined(source: ConnectedSource, root: string): Promise<void> {
  const recordings = await recordingsOf(world, source)
  expect(recordings).toMatchObject([
    { externalID: root, status: 'done', fault: null, hasTranscript: true, hasRecording: true },
  ])
  const found = await attributesOf(recordings[0].conversationUUID)
  expect(found).toMatchObject({
    ...{ title: 'Call with Ana Silva', userUUID: world.bob.userId },
    participants: [{ name: 'Ana Silva', id: '+15550100' }],
    internalParticipants: [{ email: 'bob@acme.example' }, { email: 'carol@acme.example' }],
  })
  const media = await call(
    world.app,
    world.org,
    'GET',
    `/conversations/${recordings[0].conversationUUID}/media-details`,
  )
  // The recording of each leg has one second, and the second leg began four minutes after the first one.
  expect(media.body.data.recording.duration).toBe(241)
  const said = found.transcript.map((one: { speaker: { name: string }; start: number }) => [
    one.speaker.name,
    one.start,
  ])
  expect(said).toEqual([
    ['Bob', 0],
    ['Carol', 240],
  ])
}

describe('a transferred call', () => {
  it('is one conversation with the people and words of all legs, in any order of events', async () => {
    const [center, bob, carol] = transferred()
    legs = [center, bob, carol]
    const { source, send } = await connect()
    for (const leg of [carol, bob]) for (const state of ['call_transcription', 'recording']) await send(leg, state)
    await world.app.drain(world.acme)
    await expectJoined(source, center.id)
    // Events of the same legs change nothing.
    await send(carol, 'call_transcription')
    await world.app.drain(world.acme)
    await expectJoined(source, center.id)
  })

  it('is imported after its end', async () => {
    const [center, bob, carol] = transferred()
    legs = [center, bob, carol]
    isOver = false
    const { source, send } = await connect()
    for (const state of ['recording', 'call_transcription']) await send(bob, state)
    await world.app.drain(world.acme)
    expect(await recordingsOf(world, source)).toMatchObject([
      { externalID: center.id, status: 'waiting', fault: expect.stringContaining('all of its legs') },
    ])
    isOver = true
    for (const state of ['recording', 'call_transcription']) await send(carol, state)
    await world.app.drain(world.acme)
    world.ahead(3_600_000)
    await world.app.drain(world.acme)
    await expectJoined(source, center.id)
  })

  it('is one conversation in a list of earlier calls', async () => {
    const [center, bob, carol] = transferred()
    legs = [center, carol, bob]
    const { source } = await connect()
    const asked = await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 2 } })
    expect(asked.status).toBe(202)
    await world.app.drain(world.acme)
    await expectJoined(source, center.id)
  })
})

describe('recordings of a call', () => {
  const recordedAt = (start_time: number, seconds: number, recording: Buffer) => ({
    ...{ start_time, duration: seconds * 1_000, recording },
  })

  it('are joined if it was recorded with a pause, and left out if somebody else recorded the same', async () => {
    const [{ startedAt }] = transferred()
    const target = { type: 'user', name: 'Bob', email: 'bob@acme.example' }
    const from = startedAt.getTime()
    const files = [recordedAt(from + 30_000, 1, sound), recordedAt(from, 1, sound), recordedAt(from, 1, sound)]
    const only: Leg = { id: randomUUID(), root: '0', target, startedAt, words: 'Hello.', files }
    legs = [only]
    const { source, send } = await connect()
    await send(only, 'recording')
    await world.app.drain(world.acme)
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({ status: 'done', fault: null })
    const media = await call(world.app, world.org, 'GET', `/conversations/${recording.conversationUUID}/media-details`)
    expect(media.body.data.recording.duration).toBe(31)
  })

  it('that can’t be joined are the first one, and the call says so', async () => {
    const [{ startedAt }] = transferred()
    const target = { type: 'user', name: 'Bob', email: 'bob@acme.example' }
    const from = startedAt.getTime()
    const other = wave({ seconds: 1, rate: 16_000 })
    const files = [recordedAt(from, 1, sound), recordedAt(from + 30_000, 1, other)]
    const only: Leg = { id: randomUUID(), root: '0', target, startedAt, words: 'Hello.', files }
    legs = [only]
    const { source, send } = await connect()
    await send(only, 'recording')
    await world.app.drain(world.acme)
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({
      status: 'done',
      fault: expect.stringMatching(/different forms, so they can't be joined/),
    })
  })
})

describe('a call without a transfer', () => {
  it('has the number of a caller whom nobody knows', async () => {
    const [{ startedAt }] = transferred()
    const target = { type: 'user', name: 'Bob', email: 'bob@acme.example' }
    const only: Leg = { id: randomUUID(), root: '0', target, startedAt, words: 'Hello.' }
    legs = [only]
    const { source, send } = await connect()
    await send(only, 'recording')
    await world.app.drain(world.acme)
    expect(await recordingsOf(world, source)).toMatchObject([{ externalID: only.id, status: 'done' }])
  })
})
