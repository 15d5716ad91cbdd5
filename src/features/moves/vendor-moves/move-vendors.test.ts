import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../../core/operation.ts'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { createTestApp } from '../../../testing/create-test-app.ts'
import type { StandIn } from '../../../testing/fake-server.ts'
import { createSimulatedPace } from '../../../testing/simulated-pace.ts'
import { wave } from '../../../testing/sound.ts'
import {
  createAvomaServer,
  createFathomServer,
  createFirefliesServer,
  createGrainServer,
  createOpenTranscribeServer,
  createSpeakrServer,
  firefliesLimit,
} from '../../../testing/vendor-servers.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { createUser } from '../../accounts/identity/index.ts'
import { type MoveReport, openFolderVendor, runMove, VENDORS, type Vendor } from './index.ts'
import { readScore } from './vendors/avoma-scorecards.ts'
import { readActionItems } from './vendors/fireflies.ts'

const START = Date.parse('2026-01-05T08:00:00Z')
const SOUND = wave({ seconds: 1, rate: 8_000 })

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: '127.0.0.0/8' }))
})

interface Given {
  readonly application?: string
  readonly limit?: number
  readonly inviter?: Context
  /** Without an end of the window. */
  readonly isOpen?: true
}

function moveFrom(vendor: Vendor, credentials: Record<string, string>, given: Given = {}): Promise<MoveReport> {
  const { pace, stamped } = createSimulatedPace(START)
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  return runMove(
    { ...ctx, fetchPublic: stamped(ctx.fetchPublic) },
    {
      ...{ vendor, application: given.application ?? vendor.id, credentials, since: new Date('2025-01-01') },
      ...{
        until: given.isOpen === true ? undefined : new Date('2026-01-01'),
        limit: given.limit,
        dryRun: false,
        withRecordings: true,
      },
      ...{ defaultOwner: undefined, teamId: undefined, pace, signal: new AbortController().signal },
      inviter: given.inviter,
    },
  )
}

function find(id: string): Vendor {
  const vendor = VENDORS.find((one) => one.id === id)
  if (vendor === undefined) throw new Error(`There is no vendor ${id}.`)
  return vendor
}

const stored = (application: string) =>
  world.app.store.owner.query<Record<string, unknown>>(
    `select c.external_id, c.title, c.owner_id = $2 as "isBobs", c.live_started_at as started,
       (select plain from transcripts t where t.organization_id = $1 and t.conversation_id = c.id) as transcript,
       (select count(*)::int from snippets s where s.organization_id = $1 and s.conversation_id = c.id) as clips,
       (select count(*)::int from comments m where m.organization_id = $1 and m.conversation_id = c.id) as comments,
       (select count(*)::int from media_files f where f.organization_id = $1 and f.conversation_id = c.id) as recordings,
       (select count(*)::int from scorecard_results r where r.organization_id = $1 and r.conversation_id = c.id) as results,
       (select d.labels from conversation_details d where d.organization_id = $1 and d.conversation_id = c.id) as labels,
       (select jsonb_path_query_array(d.participants::jsonb, '$[*].name') from conversation_details d
        where d.organization_id = $1 and d.conversation_id = c.id) as outside,
       (select jsonb_path_query_array(d.internal_participants::jsonb, '$[*].name') from conversation_details d
        where d.organization_id = $1 and d.conversation_id = c.id) as inside,
       (select count(*)::int from conversation_crm_links l where l.organization_id = $1 and l.conversation_id = c.id) as links
     from conversations c where c.organization_id = $1 and c.application = $3 order by c.external_id`,
    [world.acme, world.bob.userId, application],
  )

const DIALOG = 'Bob: Shall we look at the plan?\nAnn: Yes, please.'

const cases: [id: string, start: () => Promise<StandIn>, (url: string) => Record<string, string>, object[]][] = [
  [
    'fireflies',
    createFirefliesServer,
    (url) => ({ FIREFLIES_API_KEY: 'ff-key', FIREFLIES_BASE_URL: url }),
    ['FFA', 'FFB', 'FFC'].map((external_id) => ({
      ...{ external_id, isBobs: true, clips: external_id === 'FFA' ? 70 : 1, recordings: 0, inside: ['Bob'] },
      labels: { Renewals: 'Yes' },
      transcript: 'Bob: Shall we look at the plan now?\nAnn: Yes, please show me the numbers.',
    })),
  ],
  [
    'fathom',
    createFathomServer,
    (url) => ({ FATHOM_API_KEY: 'fathom-key', FATHOM_BASE_URL: url }),
    ['1', '2'].map((external_id) => ({
      external_id,
      isBobs: true,
      clips: 1,
      links: 1,
      outside: ['Ann'],
      transcript: DIALOG,
    })),
  ],
  [
    'speakr',
    () => createSpeakrServer(SOUND),
    (url) => ({ SPEAKR_TOKEN: 'speakr-token', SPEAKR_BASE_URL: url }),
    [
      { external_id: '1', isBobs: true, recordings: 1, transcript: 'Bob: Hello there.' },
      { external_id: '2', isBobs: true, recordings: 0, transcript: 'Bob: Hello there.' },
    ],
  ],
  [
    'grain',
    createGrainServer,
    (url) => ({ GRAIN_TOKEN: 'grain-token', GRAIN_BASE_URL: url }),
    ['g1', 'g2'].map((external_id) => ({
      ...{ external_id, isBobs: true, clips: 1, links: 1, inside: ['Bob'], outside: ['Ann'] },
      labels: { demo: 'Yes', north: 'Yes', 'Meeting type': 'Discovery' },
      transcript: 'Bob: Shall we look at the plan?\nAnn: Yes, please show me the plan.',
    })),
  ],
  [
    'avoma',
    createAvomaServer,
    (url) => ({ AVOMA_API_KEY: 'avoma-key', AVOMA_BASE_URL: url }),
    [
      {
        ...{ external_id: 'avoma-1', isBobs: true, clips: 2, links: 2, inside: ['Bob'], outside: ['Ann'], results: 1 },
        ...{ labels: { Purpose: 'Demo', Outcome: 'Closed' } },
        transcript: 'Bob: Shall we look at the plan together now?',
      },
    ],
  ],
  [
    'opentranscribe',
    () => createOpenTranscribeServer(SOUND),
    (url) => ({
      ...{ OPENTRANSCRIBE_BASE_URL: url, OPENTRANSCRIBE_USER: 'bob@acme.example', OPENTRANSCRIBE_PASSWORD: 'right' },
    }),
    [{ external_id: 'ot-1', isBobs: true, recordings: 1, comments: 1, transcript: 'Bob: Hello there.' }],
  ],
]

describe.each(cases)('a move from %s', (id, start, credentials, wanted) => {
  it('brings all calls through 429, 500 and a lost connection, and adds nothing in a second run', async () => {
    const server = await start()
    server.fail([{ status: 429, headers: { 'retry-after': '3' } }, { status: 500 }, 'drop'])
    const report = await moveFrom(find(id), credentials(server.url))
    expect(report).toMatchObject({ state: 'completed', added: wanted.length, failed: 0 })
    expect(await stored(id)).toMatchObject(wanted)
    expect(await moveFrom(find(id), credentials(server.url))).toMatchObject({ added: 0, known: wanted.length })
    expect(await stored(id)).toMatchObject(wanted)
    const ledger = (await call(world.app, world.alice, 'GET', `/moves/${report.moveId}`)).body.data.ledger
    expect(ledger).toMatchObject({ calls: wanted.length, failed: 0, found: wanted.length })
    expect(ledger.unavailable.length).toBeGreaterThan(0)
  })
})

const ledgerOf = async (report: MoveReport) =>
  (await call(world.app, world.alice, 'GET', `/moves/${report.moveId}`)).body.data.ledger

describe('action items', () => {
  it.each([
    [
      '**Ann Lee**\nSend the offer (12:34)\n- Call back',
      [
        ['Send the offer', 'Ann Lee', 754],
        ['Call back', 'Ann Lee', undefined],
      ],
    ],
    ['**Unassigned**\n• Book a room', [['Book a room', undefined, undefined]]],
    ['Without a name', [['Without a name', undefined, undefined]]],
    [' \n', []],
  ])('of Fireflies are read from lines: %j', (text, items) => {
    expect(readActionItems([text]).map(({ text: said, name, start }) => [said, name, start])).toEqual(items)
  })

  it('become tasks of present calls, and stay in the metadata of old ones', async () => {
    const fathom = await createFathomServer()
    const old = await moveFrom(
      find('fathom'),
      { FATHOM_API_KEY: 'fathom-key', FATHOM_BASE_URL: fathom.url },
      { application: 'old' },
    )
    expect((await ledgerOf(old)).missing).toContainEqual(
      expect.objectContaining({ kind: 'action_item', reason: 'old', count: 2 }),
    )
    const query = { 'filter[include_import_metadata]': 'true' }
    const found = await call(world.app, world.alice, 'GET', '/conversations/by-external-id/1', {
      query: { ...query, applicationName: 'old' },
    })
    expect(JSON.stringify(found.body)).toContain('Send the plan')
    const recent = await createFathomServer(world.app.clock.now())
    const report = await moveFrom(
      find('fathom'),
      { FATHOM_API_KEY: 'fathom-key', FATHOM_BASE_URL: recent.url },
      { application: 'recent', isOpen: true },
    )
    expect((await ledgerOf(report)).parts).toContainEqual({ kind: 'action_item', count: 2 })
    const tasks = await world.app.store.owner.query(
      `select t.text, t.status, t.promiser_name, t.start_time, t.assignee_id = $2 as "isBobs" from tasks t
       join conversations c on c.organization_id = t.organization_id and c.id = t.conversation_id
       where t.organization_id = $1 and c.application = 'recent'
       order by t.status desc`,
      [world.acme, world.bob.userId],
    )
    const task = { text: 'Send the plan', promiser_name: 'Bob', start_time: 9, isBobs: true }
    expect(tasks).toEqual([
      { ...task, status: 'open' },
      { ...task, status: 'done' },
    ])
  })
})

describe('scores of Avoma', () => {
  it.each([
    ['Yes', 5],
    ['no', 1],
    ['4', 4],
    ['3 - Good', 3],
    ['4.5', undefined],
    ['10', undefined],
    ['Maybe', undefined],
    [undefined, undefined],
  ])('are read from %j: %j', (answer, score) => {
    expect(readScore(answer)).toBe(score)
  })

  it('come once per scorecard, and the ledger says why others do not', async () => {
    const server = await createAvomaServer()
    const report = await moveFrom(
      find('avoma'),
      { AVOMA_API_KEY: 'avoma-key', AVOMA_BASE_URL: server.url },
      { application: 'avoma-2' },
    )
    const ledger = await ledgerOf(report)
    expect(ledger.parts).toContainEqual({ kind: 'scorecard_result', count: 1 })
    const missing = ledger.missing.filter(({ kind }: { kind: string }) => kind === 'scorecard_result')
    expect(missing.map(({ reason, count }: { reason: string; count: number }) => [reason, count])).toEqual([
      ['automatic', 1],
      ['no_score', 1],
    ])
    expect(ledger.definitions.map(({ title, came }: { title: string; came: boolean }) => [title, came])).toEqual(
      expect.arrayContaining([
        ['Robot', true],
        ['Discovery', true],
      ]),
    )
  })
})

describe('owners without a user', () => {
  it('are invited if their address is of the organization, and get their calls after they joined', async () => {
    const server = await createFirefliesServer({
      owners: ['new@acme.example', 'guest@customer.example', 'bob@acme.example'],
    })
    const credentials = { FIREFLIES_API_KEY: 'ff-key', FIREFLIES_BASE_URL: server.url }
    const inviter = world.app.contextFor({
      ...world.app.operator(world.acme),
      user: { id: world.alice.userId ?? '', email: 'alice@acme.example', teamIds: [] },
    })
    const first = await moveFrom(find('fireflies'), credentials, { application: 'invites', inviter })
    expect(first.invitations).toEqual([
      { email: 'guest@customer.example', outcome: 'outside' },
      { email: 'new@acme.example', outcome: 'invited' },
    ])
    const second = await moveFrom(find('fireflies'), credentials, { application: 'invites', inviter })
    expect([second.transferred, second.invitations.at(-1)]).toEqual([
      0,
      { email: 'new@acme.example', outcome: 'pending' },
    ])
    const store = world.app.store.of(world.acme)
    const { userId: id } = await createUser(store, world.acme, world.app.clock, {
      ...{ email: 'new@acme.example', role: 'SALES_REP', teamIds: [] },
    })
    const third = await moveFrom(find('fireflies'), credentials, { application: 'invites' })
    expect([third.transferred, third.invitations]).toEqual([1, []])
    const owned = await world.app.store.owner.query(
      `select external_id from conversations where organization_id = $1 and application = 'invites' and owner_id = $2`,
      [world.acme, id],
    )
    expect(owned).toEqual([{ external_id: 'FFA' }])
    const ledger = await ledgerOf(third)
    expect(ledger.owners).toContainEqual(
      expect.objectContaining({ email: 'new@acme.example', isMatched: true, userUUID: id }),
    )
    expect(ledger.missing.find(({ kind }: { kind: string }) => kind === 'owner')).toMatchObject({ count: 1 })
  })
})

describe('Fireflies', () => {
  it('waits until the time in the body of a rejection', async () => {
    const server = await createFirefliesServer()
    server.fail([firefliesLimit(START + 40_000)])
    await moveFrom(
      find('fireflies'),
      { FIREFLIES_API_KEY: 'ff-key', FIREFLIES_BASE_URL: server.url },
      { application: 'ff-2', limit: 1 },
    )
    const times = server.asked.map(({ headers }) => Number(headers['x-simulated-time']) - START)
    expect((times[0] ?? 0) < 5_000 && (times[1] ?? 0) >= 40_000).toBe(true)
  })

  it('stops for a wait of hours, and says when to continue', async () => {
    const server = await createFirefliesServer()
    server.fail([firefliesLimit(START + 10 * 3_600_000)])
    const credentials = { FIREFLIES_API_KEY: 'ff-key', FIREFLIES_BASE_URL: server.url }
    expect(await moveFrom(find('fireflies'), credentials, { application: 'ff-3' })).toMatchObject({
      state: 'stopped',
      stop: expect.stringContaining('Run the move again after 2026-01-05T18:00:0'),
    })
  })
})

describe('a folder', () => {
  it('brings pairs of files and the entries of a manifest, and names wrong lines', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-folder-'))
    closeAfterTests(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, '2025-08-09 Kickoff.txt'), 'Bob: Shall we begin?\nAnn: Please.\nBob: Thank you.\n')
    await writeFile(join(folder, '2025-08-09 Kickoff.wav'), SOUND)
    await writeFile(join(folder, 'b.txt'), 'Bob: Hello.\nAnn: Hello.\nBob: Bye.\n')
    await writeFile(join(folder, 'notes.txt'), 'Buy milk and eggs.\n')
    await writeFile(
      join(folder, 'manifest.csv'),
      'file,title,date,owner,links\nb.txt,Second call,2025-08-10,bob@acme.example,account:001\nlost.txt,Lost,2025-08-11,,\n',
    )
    const vendor = openFolderVendor(folder, undefined)
    const report = await moveFrom(vendor, { FOLDER: folder }, { application: 'otter' })
    expect(report).toMatchObject({ added: 2, failed: 2 })
    const rows = await stored('otter')
    expect(rows.toSorted((a, b) => String(a.title).localeCompare(String(b.title)))).toMatchObject([
      { title: '2025-08-09 Kickoff', recordings: 1, isBobs: false, started: '2025-08-09T00:00:00.000Z' },
      { title: 'Second call', recordings: 0, isBobs: true, links: 1 },
    ])
    const { ledger } = (await call(world.app, world.alice, 'GET', `/moves/${report.moveId}`)).body.data
    const reasons = ledger.failures.map(({ description }: { description: string }) => description).toSorted()
    expect(reasons).toEqual([
      expect.stringContaining('no line starts with a speaker'),
      "line 3 of the manifest: The file in `file` doesn't exist. Correct the path, which is relative to the manifest.",
    ])
    expect(
      await moveFrom(openFolderVendor(folder, undefined), { FOLDER: folder }, { application: 'otter' }),
    ).toMatchObject({
      ...{ added: 0, known: 2, failed: 2 },
    })
  })
})
