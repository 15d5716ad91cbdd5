/** CRMs that limit, fail, hang and hang up in the middle of pushes and readings. */

import type { Asked, Failure, StandIn } from '../src/testing/fake-server.ts'
import { createHubSpotServer, HUBSPOT_TOKEN, type HubSpotServer, hubSpotFails } from '../src/testing/hubspot-server.ts'
import { startReceiver } from '../src/testing/receiver.ts'
import {
  createSalesforceServer,
  SALESFORCE_CLIENT,
  type SalesforceServer,
  salesforceFails,
} from '../src/testing/salesforce-server.ts'
import { createDatabase, dropDatabase } from './database.ts'
import { Door, type Given, Judge, type Row, secondsSince, until } from './faults-door.ts'
import { short, tell } from './report.ts'
import { startService } from './service.ts'

const DATABASE = `parley_faults_crm_${process.pid}`
/** Conversations, each with one record of each CRM. */
const CONVERSATIONS = 24
/** In the CRM, so that a reading takes enough questions for every fault to come in its middle. */
const RECORDS = { hubspot: 5_000, salesforce: 16_000 }
/** A pause of a minute for each fault without a wish of its own, several of them one after the other. */
const PATIENCE_SECONDS = 2_400
const PAIN = 'Slow reports'

interface Side {
  readonly name: string
  readonly server: StandIn
  readonly records: number
  readonly code: string
  readonly workflow: { readonly entityCode: string; readonly crmField: string }
  /** In the order they come in: what needs least patience comes last. */
  readonly faults: Readonly<Record<string, readonly Failure[]>>
  readonly isPush: (asked: Asked) => boolean
  readonly isReading: (asked: Asked) => boolean
  readonly recordOf: (at: number) => string
  readonly valueOf: (id: string) => unknown
  /** How often each record was written. */
  readonly writes: () => readonly string[]
}

const hubSpotSide = (server: HubSpotServer): Side => ({
  ...{
    name: 'HubSpot',
    server,
    records: RECORDS.hubspot,
    code: 'deals',
    workflow: { entityCode: 'deals', crmField: 'pain' },
  },
  faults: {
    'a hang': ['hang'],
    'a dropped connection': ['drop'],
    '500 and 502': [hubSpotFails.internal, hubSpotFails.down],
    '429, Retry-After 2 s': [hubSpotFails.burstFor(2), hubSpotFails.burstFor(2), hubSpotFails.burstFor(2)],
  },
  isPush: ({ method }) => method === 'PATCH',
  isReading: ({ method, path }) => method !== 'PATCH' && path.startsWith('/crm/'),
  recordOf: (at) => String(10_000 + at),
  valueOf: (id) => server.get('deals', id)?.pain,
  writes: () => server.patches.map(({ id }) => id),
})

const salesforceSide = (server: SalesforceServer): Side => ({
  ...{ name: 'Salesforce', server, records: RECORDS.salesforce, code: 'opportunity' },
  workflow: { entityCode: 'opportunity', crmField: 'Pain__c' },
  faults: {
    'a hang': ['hang'],
    'a dropped connection': ['drop'],
    '500 and 503': [salesforceFails.unknown, salesforceFails.maintenance],
    '429, Retry-After 2 s': [1, 2, 3].map(() => ({ status: 429, headers: { 'retry-after': '2' } })),
  },
  isPush: ({ method }) => method === 'PATCH',
  isReading: ({ path }) => path.includes('/query'),
  recordOf: (at) => `006x0000001${String(10_000 + at).padStart(7, '0')}`,
  valueOf: (id) => server.get('Opportunity', id)?.Pain__c,
  writes: () => server.patches.map(({ id }) => id),
})

export async function crmFaults({ server }: Given): Promise<Row[]> {
  const [hubspot, salesforce, program] = [
    await createHubSpotServer(),
    await createSalesforceServer(),
    await startReceiver(),
  ]
  salesforce.pageSize = 1_000
  for (let at = 0; at < RECORDS.hubspot; at++) {
    hubspot.put('deals', String(10_000 + at), { dealname: `Deal ${at}` })
  }
  for (let at = 0; at < RECORDS.salesforce; at++) {
    salesforce.put('Opportunity', salesforceSide(salesforce).recordOf(at), { Name: `Opportunity ${at}` })
  }
  let judge: Judge | undefined
  const url = server === undefined ? undefined : await createDatabase(server, DATABASE)
  const service = await startService(url, { ALLOWED_PRIVATE_TARGETS: '127.0.0.1' })
  try {
    const door = new Door(service)
    const sides = [hubSpotSide(hubspot), salesforceSide(salesforce)]
    const connections = [
      await connect(door, 'hubspot', hubspot.url, { token: HUBSPOT_TOKEN }, [{ code: 'deals', fields: ['dealname'] }]),
      await connect(door, 'salesforce', salesforce.url, SALESFORCE_CLIENT, [{ code: 'opportunity', fields: ['Name'] }]),
    ]
    const rows = await Promise.all(sides.map((side, at) => readings(door, side, connections[at] ?? '')))
    const configuration = await door.done('POST', '/field-configurations', { name: 'Discovery' })
    await door.done('POST', `/field-configurations/${configuration.data.uuid}/items`, { title: 'Pain' })
    for (const [at, side] of sides.entries()) await workflow(door, side, connections[at] ?? '')
    const theirs = await connectProgram(door, program.url)
    await workflow(door, { name: 'Ours', workflow: { entityCode: 'deals', crmField: 'pain' } }, theirs.id)
    judge = new Judge(program, theirs.secret)
    rows.push(...(await pushes(door, sides, { judge, receiver: program })))
    return rows
  } finally {
    await service.stop()
    judge?.end()
    for (const one of [hubspot, salesforce, program]) await one.close()
    if (server !== undefined) await dropDatabase(server, DATABASE)
  }
}

async function connect(door: Door, kind: string, url: string, given: object, entities: unknown): Promise<string> {
  const { refreshToken: _, ...credentials } = { refreshToken: undefined, ...given }
  const body = { kind, name: kind, url, credentials, syncMinutes: 0, entities }
  return (await door.done('POST', '/crm-connections', body)).data.uuid
}

async function connectProgram(door: Door, url: string): Promise<{ id: string; secret: string }> {
  const { data } = await door.done('POST', '/crm-connections', { kind: 'http', name: 'Ours', url, credentials: {} })
  return { id: data.uuid, secret: data.secret ?? data.credentials?.secret }
}

async function workflow(door: Door, side: Pick<Side, 'name' | 'workflow'>, connectionUUID: string): Promise<void> {
  await door.done('POST', '/integration-workflows', {
    ...{ name: side.name, connectionUUID, entityCode: side.workflow.entityCode, trigger: 'on_confirmed' },
    fieldMapping: [{ fieldKey: 'pain', crmField: side.workflow.crmField, overwrite: 'always' }],
  })
}

/** Faults while records are read: everything there is read in the end. */
async function readings(door: Door, side: Side, connection: string): Promise<Row> {
  const all = Object.values(side.faults).flat()
  tell(`${side.name}: ${all.length} faults while it is read`)
  const third = everyThird(side.isReading)
  side.server.fail(all, third.isMeant)
  const from = performance.now()
  await door.done('POST', `/crm-connections/${connection}/sync`)
  const counted = async (): Promise<number> =>
    (await door.done('GET', `/crm-records?code=${side.code}&size=1`)).meta.totalRecords
  const faults = new Set<string>()
  await until(`the reading of ${side.name}`, PATIENCE_SECONDS, async () => {
    const { data } = await door.done('GET', `/crm-connections/${connection}`)
    if (data.sync?.fault) faults.add(data.sync.fault)
    return data.sync?.state === 'idle' && (await counted()) >= side.records
  })
  const count = await counted()
  return {
    injected: `${side.name} while it is read: ${Object.keys(side.faults).join(', ')}`,
    times: third.hits(),
    holds: `all ${side.records} records are here, once; the connection told why it waited`,
    found: `${count} records after ${short(secondsSince(from))} s; told ${[...faults].join(', ')}`,
    broken: [
      ...(count === side.records ? [] : [`${count} records`]),
      ...(faults.size === 0 ? ['no fault was told'] : []),
    ],
  }
}

/** Every third of these requests, so that it happens in the middle. It is asked several times about each. */
function everyThird(isOne: (asked: Asked) => boolean) {
  const seen = new Map<Asked, number>()
  return {
    isMeant(asked: Asked): boolean {
      if (!isOne(asked)) return false
      const place = seen.get(asked) ?? seen.size + 1
      seen.set(asked, place)
      return place % 3 === 0
    },
    /** Once all faults have come it is asked no more. */
    hits: () => Math.floor(seen.size / 3),
  }
}

interface ToProgram {
  readonly judge: Judge
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>
}

async function pushes(door: Door, sides: readonly Side[], program: ToProgram): Promise<Row[]> {
  tell('faults while values are written')
  for (const side of sides) side.server.fail(Object.values(side.faults).flat(), side.isPush)
  const programFaults = [
    { status: 429, headers: { 'retry-after': '2' } },
    { status: 500 },
    { hangs: 'at once' as const },
  ]
  const planned = [...programFaults]
  // A program that has done it and cannot say so: the same key must come again.
  program.receiver.answer = () => planned.shift() ?? {}
  const from = performance.now()
  for (let at = 0; at < CONVERSATIONS; at++) {
    const links = sides.map((side) => ({ code: side.code, id: side.recordOf(at) }))
    const id = await door.talk(`crm ${at}`, { linkedCrmRecords: links })
    await door.done('POST', `/conversations/${id}/crm/confirm`, {
      intelligence: [{ key: 'pain', value: `${PAIN} ${at}` }],
    })
  }
  const told = async (query: string): Promise<number> =>
    (await door.done('GET', `/integration-runs?size=1${query}`)).meta.totalRecords
  const wanted = CONVERSATIONS * 3
  const ended = async () => (await told('&status=succeeded')) + (await told('&status=failed'))
  await until('the end of all runs', PATIENCE_SECONDS, async () => (await ended()) >= wanted)
  const seconds = secondsSince(from)
  const [all, succeeded] = [await told(''), await told('&status=succeeded')]
  const history = all === wanted && succeeded === wanted ? [] : [`${succeeded} of ${all} runs succeeded, not ${wanted}`]
  const rows = sides.map((side): Row => {
    const writes = side.writes()
    const ids = Array.from({ length: CONVERSATIONS }, (_, at) => side.recordOf(at))
    const wrong = ids.filter((id, at) => side.valueOf(id) !== `${PAIN} ${at}`)
    const twice = ids.filter((id) => writes.filter((one) => one === id).length > 1)
    return {
      injected: `${side.name} in the middle of pushes: ${Object.keys(side.faults).join(', ')}`,
      times: Object.values(side.faults).flat().length,
      holds: 'every value is there, written once; run history true',
      found: `${ids.length - wrong.length} of ${ids.length} values after ${short(seconds)} s, ${writes.length} writes; ${succeeded} of ${all} runs succeeded`,
      broken: [
        ...wrong.map((id) => `${id} has ${JSON.stringify(side.valueOf(id))}`),
        ...twice.map((id) => `${id} was written twice`),
        ...history,
      ],
    }
  })
  const came = program.judge.end()
  return [
    ...rows,
    {
      injected: 'a program of ours in the middle of pushes: 429, 500, a hang',
      times: programFaults.length,
      holds: 'every push, with one key however often it comes; signed',
      found: `${came.ids.size} keys in ${came.requests} requests, ${came.unverified} not verified`,
      broken: [
        ...(came.ids.size === CONVERSATIONS ? [] : [`${came.ids.size} keys for ${CONVERSATIONS} pushes`]),
        ...(came.unverified > 0 ? [`${came.unverified} requests are not signed as they must be`] : []),
      ],
    },
  ]
}
