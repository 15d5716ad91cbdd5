import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
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
import { type MoveReport, openFolderVendor, runMove, VENDORS, type Vendor } from './index.ts'

const START = Date.parse('2026-01-05T08:00:00Z')
const SOUND = wave({ seconds: 1, rate: 8_000 })

let world: World
beforeAll(async () => {
  world = await createWorld(await createTestApp({ allowed: '127.0.0.0/8' }))
})

interface Given {
  readonly application?: string
  readonly limit?: number
}

function moveFrom(vendor: Vendor, credentials: Record<string, string>, given: Given = {}): Promise<MoveReport> {
  const { pace, stamped } = createSimulatedPace(START)
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  return runMove(
    { ...ctx, fetchPublic: stamped(ctx.fetchPublic) },
    {
      ...{ vendor, application: given.application ?? vendor.id, credentials, since: new Date('2025-01-01') },
      ...{ until: new Date('2026-01-01'), limit: given.limit, dryRun: false, withRecordings: true },
      ...{ defaultOwner: undefined, teamId: undefined, pace, signal: new AbortController().signal },
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
      ...{ external_id, isBobs: true, clips: 1, recordings: 0 },
      transcript: 'Bob: Shall we look at the plan now?\nAnn: Yes, please show me the numbers.',
    })),
  ],
  [
    'fathom',
    createFathomServer,
    (url) => ({ FATHOM_API_KEY: 'fathom-key', FATHOM_BASE_URL: url }),
    ['1', '2'].map((external_id) => ({ external_id, isBobs: true, clips: 1, links: 1, transcript: DIALOG })),
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
      ...{ external_id, isBobs: true, clips: 1, links: 1 },
      transcript: 'Bob: Shall we look at the plan?\nAnn: Yes, please show me the plan.',
    })),
  ],
  [
    'avoma',
    createAvomaServer,
    (url) => ({ AVOMA_API_KEY: 'avoma-key', AVOMA_BASE_URL: url }),
    [{ external_id: 'avoma-1', isBobs: true, transcript: 'Bob: Shall we look at the plan together now?' }],
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
