/**
 * `npm run test:faults`: what the service depends on fails while it is at work, and nothing may be lost or done twice.
 * The service is a process of its own; the faults come from outside. It ends with a table, and with 1 when something is
 * not as it must be.
 *
 *   --database embedded         or postgres, on the server that TEST_DATABASE_URL names
 *   --only model                also crm, webhooks, stores, database, workers, with commas; the last two need PostgreSQL;
 *                               embedded, which needs the embedded database, and root for its small disk
 *   --minutes 10                the language model is away; shorter for its other faults
 *   --kills 100                 of workers
 *   --conversations 300         that are analyzed meanwhile
 */
import { parseArgs } from 'node:util'
import { describeMachine, serverFromEnvironment } from './database.ts'
import { crmFaults } from './faults-crm.ts'
import { databaseFaults } from './faults-database.ts'
import type { Given, Row } from './faults-door.ts'
import { embeddedFaults } from './faults-embedded.ts'
import { modelFaults } from './faults-model.ts'
import { storeFaults } from './faults-stores.ts'
import { webhookFaults } from './faults-webhooks.ts'
import { workerFaults } from './faults-workers.ts'
import { endOnSignals } from './processes.ts'
import { numberWithin, optionsOf, run, wholeFrom } from './program.ts'
import { printTable, tell } from './report.ts'

const KINDS = {
  model: modelFaults,
  crm: crmFaults,
  webhooks: webhookFaults,
  database: databaseFaults,
  workers: workerFaults,
  embedded: embeddedFaults,
  stores: storeFaults,
} as const satisfies Record<string, (given: Given) => Promise<Row[]>>
type Kind = keyof typeof KINDS
/** The embedded database has one process and no connections that could break. */
const OF_POSTGRES: readonly string[] = ['database', 'workers']
const OF_EMBEDDED: readonly string[] = ['embedded']
/** Sentences enough to see what is wrong. */
const SHOWN = 20

endOnSignals()
const { database, kinds, ...given } = optionsOf('bench', () => {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'embedded' },
      only: { type: 'string' },
      minutes: { type: 'string', default: '10' },
      kills: { type: 'string', default: '100' },
      conversations: { type: 'string', default: '300' },
    },
  })
  if (!['embedded', 'postgres'].includes(values.database)) throw new Error('--database is embedded or postgres')
  const there = Object.keys(KINDS).filter(
    (kind) => !(values.database === 'postgres' ? OF_EMBEDDED : OF_POSTGRES).includes(kind),
  )
  const wanted = values.only?.split(',') ?? there
  const strange = wanted.find((kind) => !there.includes(kind))
  if (strange !== undefined) throw new Error(`${strange} is none of ${there.join(', ')}`)
  return {
    database: values.database,
    kinds: wanted as Kind[],
    minutes: numberWithin(values.minutes, 0.1, 60),
    kills: wholeFrom(values.kills, 1),
    conversations: wholeFrom(values.conversations, 1),
  }
})

await run('bench', async () => {
  const server = database === 'postgres' ? serverFromEnvironment() : undefined
  const rows: Row[] = []
  for (const kind of kinds) {
    tell(`${database}: ${kind}`)
    rows.push(...(await KINDS[kind]({ server, ...given })))
  }
  console.log(`${await describeMachine(server)}; ${database}`)
  printTable(
    'What was injected, and what was found',
    ['injected', 'times', 'must hold', 'found', 'broken'],
    rows.map(({ injected, times, holds, found, broken }) => [
      injected,
      String(times),
      holds,
      found,
      String(broken.length),
    ]),
  )
  for (const { injected, broken } of rows) {
    for (const one of broken.slice(0, SHOWN)) console.log(`  ${injected}: ${one}`)
    if (broken.length > SHOWN) console.log(`  ${injected}: and ${broken.length - SHOWN} more`)
  }
  if (rows.some(({ broken }) => broken.length > 0)) process.exitCode = 1
})
// What a part that broke off has left open must not keep it.
process.exit()
