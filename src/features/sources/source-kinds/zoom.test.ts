import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { expectEvery } from '../../../testing/expect-every.ts'
import {
  type ConnectedSource,
  conversationOf,
  createSourcesWorld,
  deliver,
  deliveriesOf,
  newMeeting,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
  zoomBody,
  zoomFor,
} from '../../../testing/sources-fixtures.ts'
import { signZoom, ZOOM_SECRET, type ZoomMeeting, type ZoomServer } from '../../../testing/zoom-server.ts'

let world: SourcesWorld
let zoom: ZoomServer
let source: ConnectedSource
beforeAll(async () => {
  world = await createSourcesWorld()
  zoom = await zoomFor()
})
beforeEach(async () => {
  source = await sourceFor(world, zoomBody(zoom))
  zoom.meetings.length = 0
  zoom.downloads.length = 0
  zoom.breaks = 0
})

const drain = () => world.app.drain(world.acme)
const send = (body: string, headers = signZoom(body, { at: world.app.clock.now() })) =>
  deliver(world.app, source, body, headers)
const newZoomMeeting = (more: Partial<ZoomMeeting> = {}) => {
  const meeting = newMeeting(more)
  zoom.add(meeting)
  return meeting
}

describe('the address', () => {
  it('answers the validation as Zoom requires it', async () => {
    const body = JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' } })
    const answer = await send(body)
    const encryptedToken = createHmac('sha256', ZOOM_SECRET).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex')
    expect([answer.status, answer.body]).toEqual([200, { plainToken: 'qgg8vlvZRS6UYooatFL8Aw', encryptedToken }])
    expect((await deliveriesOf(world, source))[0]).toMatchObject({ status: 'handshake', hasBody: false })
  })

  it('signs nothing that could be an event', async () => {
    const plainToken = `v0:${Math.floor(Date.now() / 1_000)}:{"event":"recording.completed"}`
    const body = JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken } })
    const answer = await send(body, { 'content-type': 'application/json' })
    expect(answer.status).toBe(401)
    expect(answer.text).not.toContain(createHmac('sha256', ZOOM_SECRET).update(plainToken).digest('hex'))
  })

  it('refuses forged, stale and unsigned events, and imports nothing of them', async () => {
    const meeting = newZoomMeeting()
    const body = zoom.event('recording.completed', meeting)
    const at = world.app.clock.now()
    const other = signZoom(`${body} `, { at })
    const answers = [
      await send(body, signZoom(body, { at, secret: 'another secret' })),
      await send(body, signZoom(body, { at: new Date(at.getTime() - 6 * 60_000) })),
      await send(body, signZoom(body, { at: new Date(at.getTime() + 6 * 60_000) })),
      await send(body, { 'content-type': 'application/json' }),
      await send(body, other),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    await drain()
    expect(await recordingsOf(world, source)).toEqual([])
    const refused = await deliveriesOf(world, source)
    expect(refused.map(({ status, hasBody }: { status: string; hasBody: boolean }) => [status, hasBody])).toEqual(
      Array.from({ length: 5 }, () => ['refused', false]),
    )
  })

  it('is found by nobody who guesses', async () => {
    const body = zoom.event('recording.completed', newZoomMeeting())
    const headers = signZoom(body)
    const [, , id = '', , secret = ''] = source.path.split('/')
    const other = await sourceFor(world, zoomBody(zoom))
    const paths = [
      `/sources/${id}/events/${secret.slice(0, -2)}AA`,
      `/sources/${id}/events/short`,
      `/sources/${other.id}/events/${secret}`,
      `/sources/not-a-uuid/events/${secret}`,
    ]
    for (const path of paths) expect((await deliver(world.app, { id, path }, body, headers)).status).toBe(404)
    await call(world.app, world.org, 'PATCH', `/sources/${id}`, { body: { enabled: false } })
    expect((await send(body)).status).toBe(404)
  })
})

describe('a meeting', () => {
  it.each([
    { order: ['recording.completed', 'recording.transcript_completed'] },
    { order: ['recording.transcript_completed', 'recording.completed'] },
  ] as const)('becomes one call with transcript and recording: $order.0 first', async ({ order }) => {
    const meeting = newZoomMeeting()
    const bodies = order.map((name) => zoom.event(name, meeting))
    for (const body of bodies) {
      expect((await send(body)).status).toBe(200)
      await drain()
    }
    // Zoom repeats events that weren't acknowledged in time.
    for (const body of [...bodies, ...bodies]) expect((await send(body)).status).toBe(200)
    await drain()
    const [recording, another] = await recordingsOf(world, source)
    expect(another).toBeUndefined()
    expect(recording).toMatchObject({ status: 'done', hasTranscript: true, hasRecording: true, fault: null })
    const conversation = await conversationOf(world, recording.conversationUUID)
    expect(conversation).toMatchObject({ title: meeting.topic, userUUID: world.bob.userId })
    const text = await call(world.app, world.org, 'GET', `/conversations/${recording.conversationUUID}/transcript`)
    expect(text.text).toContain('Shall we talk about the renewal?')
    expect(text.text).toContain('Ana Silva')
    const media = await call(world.app, world.org, 'GET', `/conversations/${recording.conversationUUID}/media-details`)
    expect(media.text).toContain('"kept"')
    const deliveries = await deliveriesOf(world, source)
    expect(deliveries.map(({ repeats }: { repeats: number }) => repeats)).toEqual([2, 2])
  })

  it.each([
    [false, [{ name: 'Ann Lee', email: 'ann@customer.example' }]],
    [true, []],
  ])('has its participants, if the app may list them: without the scope %j', async (lacksPeople, outside) => {
    zoom.lacksPeople = lacksPeople
    await send(zoom.event('recording.transcript_completed', newZoomMeeting()))
    await drain()
    zoom.lacksPeople = false
    const [recording] = await recordingsOf(world, source)
    expect(recording).toMatchObject({ status: 'done', fault: null })
    const { participants } = await conversationOf(world, recording.conversationUUID)
    expect(participants).toMatchObject(outside)
    if (!lacksPeople) expect(participants).toHaveLength(1)
  })

  it('continues a download that breaks off, at the byte where it ended', async () => {
    const meeting = newZoomMeeting()
    zoom.breaks = 3
    await send(zoom.event('recording.completed', meeting))
    await drain()
    expect((await recordingsOf(world, source))[0]).toMatchObject({ status: 'done', hasRecording: true })
    const starts = zoom.downloads.map(({ from }) => from)
    expect(starts).toHaveLength(4)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(starts.at(-1)).toBeGreaterThan(0)
  })

  it('is fetched with the credentials of the app when the token of a late event has expired', async () => {
    const meeting = newZoomMeeting()
    const body = zoom.event('recording.completed', meeting)
    zoom.tokens.clear()
    await send(body)
    await drain()
    expect((await recordingsOf(world, source))[0]).toMatchObject({ status: 'done', hasRecording: true })
    expect(zoom.downloads.map(({ status }) => status)).toEqual([401, 200])
  })

  it('is tried again later while Zoom fails, and given up after three days', async () => {
    const meeting = newZoomMeeting({ uuid: '/abc//def==' })
    const body = zoom.event('recording.completed', meeting)
    zoom.tokens.clear()
    zoom.refusals.push(...Array.from({ length: 30 }, () => ({ status: 503 })))
    await send(body)
    await drain()
    const [first] = await recordingsOf(world, source)
    expect(first).toMatchObject({ status: 'waiting', tries: 1, fault: 'The source failed (HTTP 503).' })
    for (let day = 0; day < 10; day++) {
      world.ahead(31 * 3_600_000)
      await drain()
    }
    const [last] = await recordingsOf(world, source)
    expect(last).toMatchObject({ status: 'failed', nextTryAt: null })
    zoom.refusals.length = 0
    const retried = await call(world.app, world.org, 'POST', `/sources/${source.id}/recordings/${last.uuid}/retry`)
    expect(retried.status).toBe(202)
    await drain()
    expect((await recordingsOf(world, source))[0]).toMatchObject({ status: 'done', hasRecording: true })
  })

  it('is not imported again after its call was erased', async () => {
    const meeting = newZoomMeeting()
    await send(zoom.event('recording.completed', meeting))
    await drain()
    const [{ conversationUUID }] = await recordingsOf(world, source)
    const erased = await call(world.app, world.org, 'DELETE', `/conversations/${conversationUUID}`, {
      query: { permanent: 'true' },
    })
    expect(erased.status).toBeLessThan(300)
    const gone = (await call(world.app, world.org, 'GET', `/conversations/${conversationUUID}`)).status === 404
    await send(zoom.event('recording.transcript_completed', meeting))
    await drain()
    const [after] = await recordingsOf(world, source)
    expect([gone, after.conversationUUID]).toEqual(gone ? [true, null] : [false, conversationUUID])
  })

  it('announces nothing by other events', async () => {
    await send(zoom.event('meeting.ended', newZoomMeeting()))
    await drain()
    expect((await deliveriesOf(world, source))[0]).toMatchObject({
      ...{ status: 'ignored', reason: 'The event announces no recording.' },
    })
  })
})

describe('a backfill', () => {
  it('imports what was recorded before, page by page, each once', async () => {
    const meetings = Array.from({ length: 7 }, (_, index) =>
      newZoomMeeting({
        startedAt: new Date(world.app.clock.now().getTime() - index * 9 * 86_400_000)
          .toISOString()
          .replace(/\.\d+Z$/, 'Z'),
      }),
    )
    const [first] = meetings
    if (first !== undefined) await send(zoom.event('recording.completed', first))
    await drain()
    for (let time = 0; time < 2; time++) {
      const asked = await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 60 } })
      expect(asked.status).toBe(202)
      await drain()
    }
    const recordings = await recordingsOf(world, source)
    expect(recordings).toHaveLength(meetings.length)
    expect(new Set(recordings.map((one: { conversationUUID: string }) => one.conversationUUID)).size).toBe(7)
    expectEvery<{ hasTranscript: boolean }>(recordings, (one) => one.hasTranscript)
  })

  it('waits as long as Zoom asks for', async () => {
    newZoomMeeting({ startedAt: world.app.clock.now().toISOString() })
    zoom.refusals.push({ status: 429, headers: { 'retry-after': '900' } })
    await call(world.app, world.org, 'POST', `/sources/${source.id}/backfill`, { body: { days: 2 } })
    await drain()
    const read = async () => (await call(world.app, world.org, 'GET', `/sources/${source.id}`)).body.data
    expect(await read()).toMatchObject({ fault: 'The source limits requests (HTTP 429).', look: { state: 'waiting' } })
    world.ahead(14 * 60_000)
    await drain()
    expect(await recordingsOf(world, source)).toEqual([])
    world.ahead(2 * 60_000)
    await drain()
    expect(await recordingsOf(world, source)).toHaveLength(1)
    expect(await read()).toMatchObject({ fault: null })
  })
})

describe('the test', () => {
  it('lists recordings with the credentials, and names what is wrong with them', async () => {
    const test = async (id: string) => (await call(world.app, world.org, 'POST', `/sources/${id}/test`)).body.data
    expect(await test(source.id)).toMatchObject({ ok: true })
    const wrong = await sourceFor(
      world,
      zoomBody(zoom, { credentials: { clientSecret: 'wrong', secretToken: ZOOM_SECRET } }),
    )
    expect(await test(wrong.id)).toEqual({ ok: false, detail: 'The source rejected the credentials (HTTP 401).' })
  })
})
