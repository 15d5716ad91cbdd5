import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import { createGongServer, GONG_KEYS, type GongServer } from '../../../testing/gong-server.ts'
import { createSimulatedPace } from '../../../testing/simulated-pace.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { type MoveOptions, type MoveReport, runMove, VENDORS } from './index.ts'

const CALLS = 230
const START = Date.parse('2026-01-05T08:00:00Z')

let world: World
let gong: GongServer
let pace = createSimulatedPace(START)
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: '127.0.0.0/8' }))
  gong = await createGongServer(CALLS)
  closeAfterTests(() => gong.close())
})

const vendor = VENDORS.find(({ id }) => id === 'gong')
function move(options: Partial<MoveOptions> = {}, server = gong): Promise<MoveReport> {
  if (vendor === undefined) throw new Error('Gong is missing.')
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  return runMove(
    { ...ctx, fetchPublic: pace.stamped(ctx.fetchPublic) },
    {
      ...{ vendor, application: 'gong', credentials: { ...GONG_KEYS, GONG_BASE_URL: server.url } },
      ...{ since: undefined, until: undefined, limit: undefined, dryRun: false, withRecordings: true },
      ...{ defaultOwner: undefined, teamId: undefined, pace: pace.pace, signal: new AbortController().signal },
      ...options,
    },
  )
}

const rows = (sql: string) => world.app.store.owner.query<Record<string, never>>(sql, [world.acme])
const ledgerOf = async (id: string | undefined) =>
  (await call(world.app, world.alice, 'GET', `/moves/${id}`)).body.data.ledger
const byKey = (list: { kind: string; reason?: string; count: number }[]) =>
  Object.fromEntries(list.map(({ kind, reason, count }) => [reason === undefined ? kind : `${kind} ${reason}`, count]))

/** Stops a run at the request with this number, as a kill does between two requests. */
function stopAt(request: number): AbortSignal {
  const stop = new AbortController()
  const from = gong.figures.requests
  const timer = setInterval(() => {
    if (gong.figures.requests - from >= request) stop.abort(new Error('stopped'))
  })
  stop.signal.addEventListener('abort', () => clearInterval(timer))
  return stop.signal
}

describe('a move from Gong', () => {
  it('lists in a dry run what would come, and stores nothing', async () => {
    const report = await move({ dryRun: true })
    expect(report).toMatchObject({ state: 'completed', found: CALLS, added: 0, moveId: undefined })
    expect(report.listed).toHaveLength(CALLS)
    expect((await call(world.app, world.alice, 'GET', '/moves')).body.data).toEqual([])
  })

  it('brings each call once, through interruptions and faults, and keeps a true ledger', async () => {
    const interrupt = (request: number) => expect(move({ signal: stopAt(request) })).rejects.toThrow('stopped')
    await interrupt(3)
    await interrupt(9)
    expect(await move({ limit: 20 })).toMatchObject({ state: 'stopped', isResumed: true })
    await interrupt(6)
    const report = await move()
    expect(report).toMatchObject({ state: 'completed', isResumed: true })
    const { truth } = gong.account
    const stored = await rows(
      `select external_id from conversations where organization_id = $1 and application = 'gong' order by 1`,
    )
    expect(stored.map(({ external_id }) => external_id)).toEqual(
      truth.ids.filter((id) => !truth.failedIds.includes(id)).toSorted(),
    )
    const ledger = await ledgerOf(report.moveId)
    expect(byKey(ledger.parts)).toEqual(truth.parts)
    expect(byKey(ledger.missing)).toEqual(truth.missing)
    const failed = ledger.failures.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    expect([ledger.calls + ledger.failed, ledger.failed, failed]).toEqual([
      CALLS,
      truth.failedIds.length,
      truth.failedIds.length,
    ])
    for (const { year, calls, minutes, failed: lost } of ledger.years) {
      const wanted = truth.years.get(year)
      expect([year, calls, lost, minutes]).toEqual([
        ...[year, wanted?.calls, wanted?.failed],
        Math.round(((wanted?.seconds ?? 0) / 60) * 10) / 10,
      ])
    }
    for (const { email, calls, isMatched } of ledger.owners)
      expect([email, calls, isMatched]).toEqual([email, truth.owners.get(email)?.calls, !email.startsWith('gone@')])
    expect(gong.figures.misbehaved).toBeGreaterThan(5)
    expect(gong.figures.tooFast).toBe(0)
  })

  it('brings comments, scores, clips, trackers, owners, CRM links and recordings', async () => {
    const { truth } = gong.account
    const [counts] = await rows(`
      select
        (select count(*)::int from comments where organization_id = $1) as comments,
        (select count(*)::int from comments where organization_id = $1 and thread_id <> id) as replies,
        (select count(*)::int from scorecard_results where organization_id = $1 and source = 'human') as results,
        (select count(*)::int from library_items where organization_id = $1) as clips,
        (select count(*)::int from trackers where organization_id = $1) as trackers,
        (select count(*)::int from media_files where organization_id = $1 and state = 'kept') as recordings,
        (select count(*)::int from conversations where organization_id = $1 and private) as private`)
    expect(counts).toMatchObject({
      comments: truth.parts.comment,
      replies: (truth.parts.comment ?? 0) / 2,
      results: truth.parts.scorecard_result,
      ...{ clips: truth.libraryClips, trackers: 1, recordings: truth.parts.recording, private: 6 },
    })
    const first = gong.account.calls[0]
    const found = await call(world.app, world.alice, 'GET', `/conversations/by-external-id/${first?.id}`)
    const { attributes } = (
      await call(world.app, world.alice, 'GET', `/conversations/${found.body.data?.id ?? found.body.id}`)
    ).body
    expect(attributes).toMatchObject({
      ...{ title: 'Call 0', userUUID: world.bob.userId, liveStreamStartedAt: '2021-01-04T09:00:00.000Z' },
      linkedCrmRecords: [
        { code: 'account', id: '0010' },
        { code: 'opportunity', id: '0060' },
      ],
    })
    expect(attributes.transcript).toMatch(/^Rep Person: .+\nAnn Customer: /)
  })

  it('adds nothing in a second run', async () => {
    const count = () =>
      rows(`select (select count(*)::int from conversations where organization_id = $1) as calls,
        (select count(*)::int from comments where organization_id = $1) as comments,
        (select count(*)::int from snippets where organization_id = $1) as clips,
        (select count(*)::int from trackers where organization_id = $1) as trackers,
        (select count(*)::int from media_files where organization_id = $1) as recordings`)
    const before = await count()
    const report = await move()
    expect(report).toMatchObject({ state: 'completed', isResumed: false, found: CALLS, added: 0 })
    expect(report.failed).toBe(gong.account.truth.failedIds.length)
    expect(await count()).toEqual(before)
  })

  it('does not bring an erased call again', async () => {
    const id = gong.account.calls[2]?.id
    const found = await call(world.app, world.alice, 'GET', `/conversations/by-external-id/${id}`)
    const uuid = found.body.data?.id ?? found.body.id
    await call(world.app, world.alice, 'DELETE', `/conversations/${uuid}`, { query: { erase: 'true' } })
    expect(await move()).toMatchObject({ added: 0 })
    expect((await call(world.app, world.alice, 'GET', `/conversations/by-external-id/${id}`)).status).toBe(404)
  })
})

describe('refuses', () => {
  it('wrong credentials, in words without them', async () => {
    const credentials = { ...GONG_KEYS, GONG_ACCESS_KEY_SECRET: 'xyzzy', GONG_BASE_URL: gong.url }
    const error = await move({ credentials, application: 'gong-2' }).catch((thrown: Error) => thrown)
    expect((error as Error).message).toBe(
      'Gong rejects the credentials (status 401). Check them and their permissions.',
    )
  })

  it('a quota that is used up: it stops, and continues on the next day', async () => {
    const small = await createGongServer(150)
    closeAfterTests(() => small.close())
    pace = createSimulatedPace(START + 86_400_000)
    const quota = { perSecond: 3, perDay: 9 }
    const first = await move({ application: 'gong-3', quota }, small)
    expect([first.state, first.stop]).toEqual([
      'stopped',
      'The quota of 9 requests a day to Gong is used up. Run the move again after 2026-01-07T00:00:00.000Z.',
    ])
    expect(await move({ application: 'gong-3', quota }, small)).toMatchObject({ state: 'stopped', requests: 0 })
    pace = createSimulatedPace(START + 2 * 86_400_000)
    expect(await move({ application: 'gong-3' }, small)).toMatchObject({ state: 'completed', isResumed: true })
  })
})
