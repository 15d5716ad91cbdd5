/** A process of `npm run test:move`: creates the organization, moves calls until it is killed, or checks what is there. */

import { type App, openApp } from '../src/app.ts'
import { newId } from '../src/core/clock.ts'
import { readConfig } from '../src/core/config.ts'
import { createLog } from '../src/core/log.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { createOrganization, createUser } from '../src/features/accounts/identity/index.ts'
import { loadLedger, runMove, selectMove, VENDORS } from '../src/features/moves/vendor-moves/index.ts'
import { GONG_KEYS } from '../src/testing/gong-server.ts'
import { createSimulatedPace } from '../src/testing/simulated-pace.ts'

/** What the moved data and its ledger say, in the forms of the stand-in's truth. */
export interface MoveCheck {
  readonly ids: readonly string[]
  readonly parts: Readonly<Record<string, number>>
  readonly missing: Readonly<Record<string, number>>
  readonly calls: number
  readonly failed: number
  readonly years: readonly (readonly [year: number | null, calls: number, failed: number, minutes: number])[]
  readonly owners: readonly (readonly [email: string | null, calls: number, failed: number])[]
  readonly stored: Readonly<Record<string, number>>
  readonly addedByLastRun: number
}

const [mode, dataDir = ''] = process.argv.slice(2)

async function create(app: App): Promise<void> {
  const org = newId() as OrganizationId
  const store = app.store.of(org)
  await createOrganization(store, org, app.clock, {
    ...{ name: 'Acme', domains: ['acme.example'], adminEmail: 'alice@acme.example' },
  })
  for (const name of ['bob', 'carol'])
    await createUser(store, org, app.clock, { email: `${name}@acme.example`, role: 'SALES_REP', teamIds: [] })
}

async function findOrganization(app: App): Promise<OrganizationId> {
  const [row] = await app.store.owner.query<{ id: OrganizationId }>('select id from organizations')
  if (row === undefined) throw new Error('There is no organization.')
  return row.id
}

async function move(app: App): Promise<void> {
  const vendor = VENDORS.find(({ id }) => id === 'gong')
  if (vendor === undefined) throw new Error('Gong is missing.')
  const { pace, stamped } = createSimulatedPace(Number(process.env.SIMULATED_NOW))
  const ctx = app.contextFor(app.operator(await findOrganization(app)))
  const report = await runMove(
    { ...ctx, fetchPublic: stamped(ctx.fetchPublic) },
    {
      ...{ vendor, application: 'gong', credentials: { ...GONG_KEYS, GONG_BASE_URL: process.env.GONG_URL ?? '' } },
      ...{ since: undefined, until: undefined, limit: undefined, dryRun: false, withRecordings: true },
      ...{ defaultOwner: undefined, teamId: undefined, pace, signal: new AbortController().signal },
    },
  )
  if (report.state !== 'completed') throw new Error(`The move stopped: ${report.stop}`)
}

async function check(app: App): Promise<MoveCheck> {
  const org = await findOrganization(app)
  const { db } = app.contextFor(app.operator(org))
  const query = app.store.owner.query.bind(app.store.owner)
  const [found] = await query<{ id: string; added: number }>('select id, added from moves')
  const row = found === undefined ? undefined : await selectMove(db, org, found.id)
  if (row === undefined) throw new Error('There is no move.')
  const ledger = await loadLedger(db, org, row)
  const ids = await query<{ external_id: string }>(
    `select external_id from conversations where application = 'gong' order by external_id`,
  )
  const [stored] = await query<Record<string, number>>(`
    select (select count(*)::int from comments) as comments,
      (select count(*)::int from scorecard_results) as results, (select count(*)::int from library_items) as clips,
      (select count(*)::int from media_files where state = 'kept') as recordings,
      (select count(*)::int from trackers) as trackers,
      (select count(*)::int from scorecards where title = 'Discovery') as scorecards`)
  return {
    ids: ids.map(({ external_id }) => external_id),
    parts: Object.fromEntries(ledger.parts.map(({ kind, count }) => [kind, count])),
    missing: Object.fromEntries(ledger.missing.map(({ kind, reason, count }) => [`${kind} ${reason}`, count])),
    ...{ calls: ledger.calls, failed: ledger.failed },
    years: ledger.years.map(({ year, calls, failed, minutes }) => [year, calls, failed, minutes] as const),
    owners: ledger.owners.map(({ email, calls, failed }) => [email, calls, failed] as const),
    ...{ stored: stored ?? {}, addedByLastRun: row.added },
  }
}

const config = readConfig({ ...process.env, DATA_DIR: dataDir })
const app = await openApp(config, createLog('error'))
try {
  if (mode === 'create') await create(app)
  else if (mode === 'move') await move(app)
  else process.stdout.write(JSON.stringify(await check(app)))
} finally {
  await app.close()
}
