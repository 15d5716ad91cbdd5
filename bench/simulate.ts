/**
 * `npm run bench:simulate`: what an installation of any size needs, computed from measured constants: rows, bytes, memory,
 * processor time, input and output, and cost, where each design ends, and what follows.
 *
 *   --conversations 1000,…,100000000    stored ones
 *   --minutes 30       length of a conversation
 *   --months 24        for which they are kept
 *   --reads 100        operations that read, for each conversation that arrives
 *   --largest 0.1      part of all conversations that the largest organization has
 *   --components 100000000    lists the components of the design for this number
 *   --measure URL      also measures bytes per row in a database that `bench:lists --keep` filled, next to the constants
 *
 * The constants and their commands are in `simulate-model.ts`. Use, machines and prices are assumptions, printed as such.
 */
import { parseArgs } from 'node:util'
import { withClient } from './database.ts'
import { numbersWithin, numberWithin, optionsOf, run } from './program.ts'
import { printTable, short } from './report.ts'
import { chooseDesign, computeCost, countConnections, DESIGNS, findEnd } from './simulate-designs.ts'
import { ASSUMED, type Assumptions, CONSTANTS, computeDemand, TABLES, TABLES_SOURCE } from './simulate-model.ts'
import { bytes, large } from './simulate-text.ts'

function printSizes(sizes: readonly number[], assumed: Assumptions): void {
  printTable(
    'What an installation needs, by the number of stored conversations',
    [
      'conversations',
      'rows',
      'database',
      'recordings',
      'log a day',
      'IOPS',
      'cores: workers',
      'servers',
      'PostgreSQL',
      '$ a month',
      'design',
    ],
    sizes.map((size) => {
      const demand = computeDemand(size, assumed)
      const design = chooseDesign(demand)
      return [
        large(size),
        large(demand.rows),
        bytes(demand.databaseBytes + demand.vectorIndexBytes),
        bytes(demand.recordingBytes),
        bytes(demand.logBytesPerDay),
        large(Math.ceil(demand.readIops + demand.writeIops)),
        short(demand.workerCores),
        short(demand.serverCores),
        short(demand.databaseCores),
        design === undefined ? '–' : large(Math.round(computeCost(design.components(demand), assumed))),
        design?.name ?? 'none',
      ]
    }),
  )
}

function printEnds(assumed: Assumptions): void {
  printTable(
    'Where each design ends',
    ['design', 'conversations', 'a month', 'because of the'],
    DESIGNS.map((design) => {
      const { conversations, ends } = findEnd(design, assumed)
      return [design.name, large(conversations), large(conversations / assumed.months), ends.resource]
    }),
  )
  console.log()
  for (const { name, next } of DESIGNS) console.log(`After ${name}: ${next}.`)
}

function printComponents(size: number, assumed: Assumptions): void {
  const demand = computeDemand(size, assumed)
  const design = chooseDesign(demand) ?? DESIGNS.at(-1)
  if (design === undefined) return
  printTable(
    `Components of ${design.name} for ${large(size)} conversations`,
    ['component', 'number', 'cores', 'memory GB', 'disk GB', 'objects GB', '$ a month'],
    design
      .components(demand)
      .map((one) => [
        one.name,
        String(one.count),
        ...[one.cores, one.memoryGb, one.diskGb, one.objectGb ?? 0].map(short),
        large(Math.round(computeCost([one], assumed))),
      ]),
  )
  console.log(`\nConnections: ${countConnections(design.components(demand))}. Many more than 500 need PgBouncer.`)
  const exceeded = design.needs(demand).filter(({ need, limit }) => need > limit)
  for (const { resource, need, limit } of exceeded)
    console.log(`Doesn't fit: ${resource}: ${large(need)}, of ${large(limit)} possible.`)
}

function printConstants({ prices, ...use }: Assumptions): void {
  printTable(
    'Measured constants',
    ['constant', 'value', 'source'],
    Object.entries(CONSTANTS).map(([name, { value, unit, source }]) => [name, `${value} ${unit}`.trim(), source]),
  )
  const sentence = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
  console.log(`\nAssumed use: ${sentence(use)}. Assumed prices in $: ${sentence(prices)}.`)
}

async function printMeasured(url: string): Promise<void> {
  const rows = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; rows: string; bytes: string }>(
      `select relname as name, reltuples::bigint::text as rows, pg_total_relation_size(oid)::text as bytes
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any($1)`,
      [Object.keys(TABLES)],
    )
    return rows
  })
  printTable(
    'Bytes of a row with its part of the indexes',
    ['table', 'rows', 'measured', 'constant'],
    rows.map(({ name, rows, bytes }) => [
      name,
      large(Number(rows)),
      (Number(bytes) / Math.max(1, Number(rows))).toFixed(0),
      String(TABLES[name]?.bytesPerRow ?? '–'),
    ]),
  )
  console.log(`\nSource of the constants: ${TABLES_SOURCE}.`)
}

const options = optionsOf('bench', () => {
  const { values } = parseArgs({
    options: {
      conversations: { type: 'string', default: '1000,10000,100000,1000000,10000000,100000000' },
      minutes: { type: 'string', default: String(ASSUMED.minutes) },
      months: { type: 'string', default: String(ASSUMED.months) },
      reads: { type: 'string', default: String(ASSUMED.readsPerConversation) },
      largest: { type: 'string', default: String(ASSUMED.largestShare) },
      components: { type: 'string', default: '100000000' },
      measure: { type: 'string' },
    },
  })
  return {
    sizes: numbersWithin(values.conversations, 1, 1e11),
    components: numberWithin(values.components, 1, 1e11),
    measure: values.measure,
    assumed: {
      ...ASSUMED,
      minutes: numberWithin(values.minutes, 1, 600),
      months: numberWithin(values.months, 1, 1_200),
      readsPerConversation: numberWithin(values.reads, 0, 1e6),
      largestShare: numberWithin(values.largest, 0, 1),
    },
  }
})
await run('bench', async () => {
  printSizes(options.sizes, options.assumed)
  printEnds(options.assumed)
  printComponents(options.components, options.assumed)
  if (options.measure !== undefined) await printMeasured(options.measure)
  printConstants(options.assumed)
})
