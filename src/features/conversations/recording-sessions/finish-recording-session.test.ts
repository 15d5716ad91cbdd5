import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { WEBM } from '../../../testing/media-samples.ts'
import { createObjectStore } from '../../../testing/object-store.ts'
import { listSessions, STATEMENT, sendPart, startSession } from '../../../testing/recording-session-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

const DAY_MS = 86_400_000

const store = createObjectStore()
let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ files: store }))
})
const storedParts = () => [...store.objects.keys()].filter((name) => name.includes('/recording-parts/'))

const finish = (session: string, caller: Caller = world.bob) =>
  call(world.app, caller, 'POST', `/recording-sessions/${session}/finish`)
const durationOf = async (id: string) =>
  (await call(world.app, world.bob, 'GET', `/conversations/${id}/media-details`)).body.data.recording?.duration
const conversation = (id: string, caller: Caller = world.bob) =>
  call(world.app, caller, 'GET', `/conversations/${id}`, { query: { 'filter[include_import_metadata]': 'true' } })

/** A take in three parts, sent out of order. */
async function sendTake(session: string, take: number): Promise<void> {
  const cuts = [0, 40, 200, WEBM.length]
  for (const part of [2, 0, 1]) {
    const { status, text } = await sendPart(world, world.bob, session, WEBM.subarray(cuts[part], cuts[part + 1]), {
      ...{ take, part },
    })
    if (status !== 200) throw new Error(text)
  }
}

describe('finishRecordingSession', () => {
  it('imports all takes as one recording of the user, with the consent', async () => {
    const session = await startSession(world, world.bob, { title: 'Site visit', sources: ['microphone', 'tab'] })
    await sendTake(session, 0)
    const alone = await startSession(world, world.bob)
    await sendTake(alone, 0)
    const once = await durationOf((await finish(alone)).body.uuid)
    expect(once).toBeGreaterThan(0)
    await sendTake(session, 1)
    const { status, body } = await finish(session)
    expect(status).toBe(200)
    const { attributes } = (await conversation(body.uuid)).body
    expect(attributes).toMatchObject({
      title: 'Site visit',
      transcriptStatus: 'pending',
      importMetadata: {
        externalMetadata: {
          extra: {
            recorder: {
              sources: ['microphone', 'tab'],
              consent: { confirmedBy: world.bob.userId, statement: STATEMENT },
            },
          },
        },
      },
    })
    expect(await durationOf(body.uuid)).toBeCloseTo(2 * once, 1)
    expect(await listSessions(world, world.bob)).toEqual([])
    await world.app.drain(world.acme)
    expect(storedParts()).toEqual([])
    // As after a response that was lost.
    expect((await finish(session)).body).toEqual(body)
    expect((await finish(session, world.carol)).status).toBe(404)
  })

  it('imports it once for requests at the same time', async () => {
    const session = await startSession(world, world.bob)
    await sendTake(session, 0)
    const both = await Promise.all([finish(session), finish(session)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body).toEqual(both[1]?.body)
  })

  it('names the first part that is missing, and keeps the session', async () => {
    const session = await startSession(world, world.bob)
    const empty = await finish(session)
    expect([empty.status, empty.body.code]).toEqual([409, 'recording_empty'])
    await sendPart(world, world.bob, session, 'a', { take: 0, part: 0 })
    await sendPart(world, world.bob, session, 'c', { take: 0, part: 2 })
    const gap = await finish(session)
    expect([gap.status, gap.body.code, JSON.stringify(gap.body).includes('Part 1 of take 0')]).toEqual([
      ...[409, 'parts_missing', true],
    ])
    await sendPart(world, world.bob, session, 'b', { take: 0, part: 1 })
    await sendPart(world, world.bob, session, 'd', { take: 2, part: 0 })
    expect(JSON.stringify((await finish(session)).body)).toContain('Part 0 of take 1')
    await sendPart(world, world.bob, session, 'd', { take: 1, part: 0 })
    const unreadable = await finish(session)
    expect([unreadable.status, unreadable.body.code]).toEqual([409, 'recording_unreadable'])
    // It accepts parts again.
    expect((await sendPart(world, world.bob, session, 'e', { take: 1, part: 1 })).status).toBe(200)
  })

  it('keeps everything if the file store is away', async () => {
    const session = await startSession(world, world.bob)
    await sendTake(session, 0)
    store.away = true
    expect((await finish(session)).status).toBe(500)
    store.away = false
    expect((await sendPart(world, world.bob, session, 'late', { take: 1 })).status).toBe(200)
    expect((await finish(session)).status).toBe(200)
  })

  it('is done by a job for a session that nobody used for a day', async () => {
    const [used, idle, empty] = [
      await startSession(world, world.bob, { title: 'Used' }),
      await startSession(world, world.bob, { title: 'Idle' }),
      await startSession(world, world.bob, { title: 'Empty' }),
    ]
    await sendTake(idle, 0)
    await sendTake(used, 0)
    const [newest] = await world.app.store.owner.query<{ at: Date }>(
      `select max(updated_at) - interval '25 hours' as at from recording_sessions where id = any($1)`,
      [[idle, empty]],
    )
    // A distributed database computes no time of each row in an update.
    await world.app.store.owner.query('update recording_sessions set updated_at = $2 where id = any($1)', [
      [idle, empty],
      newest?.at,
    ])
    await world.app.store.owner.query(
      `update pgboss.job set start_after = now() where name = 'finish_recording_session' and data::text like $1`,
      [`%${world.acme}%`],
    )
    await world.app.drain(world.acme)
    expect((await listSessions(world, world.bob)).map(({ title }: { title: string }) => title)).toContain('Used')
    expect((await listSessions(world, world.bob)).map(({ title }: { title: string }) => title)).not.toContain('Idle')
    expect((await listSessions(world, world.bob)).map(({ title }: { title: string }) => title)).not.toContain('Empty')
    const { body } = await finish(idle)
    expect((await conversation(body.uuid)).body.attributes.title).toBe('Idle')
    const due = await world.app.store.owner.query<{ start_after: string }>(
      `select start_after from pgboss.job where name = 'finish_recording_session' and state = 'created' and data::text like $1`,
      [`%${used}%`],
    )
    expect(due).toHaveLength(1)
    expect(new Date(due[0]?.start_after ?? 0).getTime()).toBeGreaterThan(Date.now() + DAY_MS / 2)
  })
})
