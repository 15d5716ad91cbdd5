/** The language model goes away while conversations come in. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Gate } from '../src/testing/gate.ts'
import {
  createModelServer,
  isNoJson,
  isRateLimited,
  MODEL_NAME,
  type ModelScript,
  type ModelServer,
  saysJson,
  fails as serverFails,
} from '../src/testing/model-server.ts'
import { createDatabase, dropDatabase } from './database.ts'
import {
  analyzedOnce,
  Door,
  type Given,
  noteSteps,
  openAnalyses,
  type Row,
  secondsSince,
  until,
} from './faults-door.ts'
import { type Place, withSql } from './kill-service.ts'
import { percentile, short, tell } from './report.ts'
import { type Service, startServiceAt } from './service.ts'

const DATABASE = `parley_faults_model_${process.pid}`
/** Short, so that a model that hangs is found out in a run of minutes. */
const TIMEOUT_SECONDS = 15
/** Between two conversations that come in while it is away. */
const EVERY_MS = 4_000
/** The longest from its return until all that waited is analyzed. */
const SOON_SECONDS = 150
/** What needs no model is done so quickly, whatever the model does. */
const UNHURT_SECONDS = 10

interface Outage {
  readonly name: string
  readonly minutes: number
  /** Nothing: no connection comes about. */
  readonly script?: ModelScript
  /** It gives an answer, if one of no use: the step is done without it, at once. */
  readonly isAnswer?: true
}

const outages = (minutes: number): Outage[] => [
  { name: 'refuses connections', minutes },
  { name: 'hangs', minutes: minutes / 5, script: () => new Promise(() => undefined) },
  { name: 'answers 500', minutes: minutes / 5, script: () => serverFails(500) },
  { name: 'answers 429, Retry-After 2 s', minutes: minutes / 5, script: () => isRateLimited(2) },
  { name: 'answers nonsense', minutes: minutes / 10, script: () => isNoJson(), isAnswer: true },
]

interface Model {
  readonly server: ModelServer
  readonly gate: Gate
}

export async function modelFaults({ server, minutes }: Given): Promise<Row[]> {
  const model = await startModel()
  const place: Place = {
    dataDir: mkdtempSync(join(tmpdir(), 'parley-faults-')),
    databaseUrl: server === undefined ? undefined : await createDatabase(server, DATABASE),
  }
  const settings = {
    ...{ MODEL_PROVIDER: 'openai', MODEL_URL: `http://127.0.0.1:${model.gate.port}/v1`, MODEL_NAME },
    MODEL_TIMEOUT: String(TIMEOUT_SECONDS),
  }
  const service = await startServiceAt({ ...place, settings })
  try {
    await noteSteps(place)
    await new Door(service).talk('warm')
    await until('the first analysis', 60, async () => (await openAnalyses(place)) === 0)
    const rows: Row[] = []
    for (const outage of outages(minutes)) rows.push(await duringOutage(outage, { model, service, place }))
    return rows
  } finally {
    await service.stop()
    await model.gate.down()
    await model.server.close()
    await rm(place.dataDir, { recursive: true, force: true })
    if (server !== undefined) await dropDatabase(server, DATABASE)
  }
}

async function startModel(): Promise<Model> {
  const server = await createModelServer(answers)
  const { hostname, port } = new URL(server.url)
  const gate = new Gate({ host: hostname, port: Number(port) })
  await gate.up()
  return { server, gate }
}

const answers: ModelScript = ({ schema }) => saysJson(fitting(schema))

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly minItems?: number
  readonly minimum?: number
}

/** True of our talk. */
const LINE = { text: 'Ann needs sixty seats.', evidence: [{ segment: 1, quote: 'We need sixty seats' }] }

/** The least that a schema takes: it is not what is answered that is put to the test. */
function fitting(given: unknown): unknown {
  const schema = given as Schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return fitting(schema.anyOf.find(({ type }) => type === 'null') ?? schema.anyOf[0])
  const type = Array.isArray(schema.type) ? (schema.type.includes('null') ? 'null' : schema.type[0]) : schema.type
  if (type === 'object') {
    // A summary must tell something.
    const told = schema.properties?.headline === undefined ? {} : { headline: LINE, paragraphs: [LINE] }
    const least = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fitting(one)]))
    return { ...least, ...told }
  }
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => fitting(schema.items ?? {}))
  if (type === 'number' || type === 'integer') return schema.minimum ?? 0
  if (type === 'boolean') return false
  return type === 'null' ? null : 'Sixty seats'
}

interface Scene {
  readonly model: Model
  readonly service: Service
  readonly place: Place
}

async function duringOutage(outage: Outage, { model, service, place }: Scene): Promise<Row> {
  tell(`the model ${outage.name} for ${short(outage.minutes)} min`)
  const door = new Door(service)
  const [broken, ids]: [string[], string[]] = [[], []]
  const before = await callsOf(door)
  const asked = model.server.requests.length
  if (outage.script === undefined) await model.gate.down()
  else model.server.script = outage.script
  const unhurt: number[] = []
  const begun = performance.now()
  while (secondsSince(begun) < outage.minutes * 60) {
    const from = performance.now()
    const id = await door.talk(`${outage.name} ${ids.length}`)
    ids.push(id)
    await until('what needs no model', 300, async () => (await stepOf(door, id, 'statistics')).state === 'done')
    unhurt.push(secondsSince(from))
    await pause(EVERY_MS)
  }
  // A moment for the last one to come to the steps that ask.
  await pause(2_000)
  const waiting = await Promise.all(ids.map((id) => stepOf(door, id, 'summary')))
  const askedMeanwhile = model.server.requests.length - asked
  if (outage.script === undefined) await model.gate.up()
  model.server.script = answers
  const back = performance.now()
  await until('the analysis of everything', 6_000, async () => (await openAnalyses(place)) === 0)
  const seconds = secondsSince(back)

  broken.push(
    ...waiting.flatMap((step, at) => (isTold(step, outage) ? [] : [`summary ${at} told ${JSON.stringify(step)}`])),
  )
  const told = waiting.filter(({ state }) => state !== 'none').length
  if (told < ids.length / 2) broken.push(`only ${told} of ${ids.length} told meanwhile what became of them`)
  broken.push(...(await withSql(place, analyzedOnce)))
  const wanted = outage.isAnswer ? ['done', null, 'wrong'] : ['done', MODEL_NAME, null]
  for (const id of ids) {
    const { state, model: by, modelFault } = await stepOf(door, id, 'summary')
    if (JSON.stringify([state, by, modelFault]) !== JSON.stringify(wanted)) {
      broken.push(`afterwards a summary is ${state}, by ${by}, ${modelFault}`)
    }
  }
  if (seconds > SOON_SECONDS) broken.push(`all was analyzed ${short(seconds)} s after its return`)
  if (percentile(unhurt, 0.95) > UNHURT_SECONDS) broken.push(`statistics took ${short(percentile(unhurt, 0.95))} s`)
  const calls = await callsOf(door)
  const failed = calls.failed - before.failed
  if (failed === 0) broken.push('no failed call is recorded')
  return {
    injected: `language model ${outage.name}, ${short(outage.minutes)} min`,
    times: ids.length,
    holds: `analyzed once ${outage.isAnswer ? 'without it, and says so' : `by the model, within ${SOON_SECONDS} s of its return; told meanwhile`}`,
    found:
      `${ids.length} analyzed ${short(seconds)} s after its return; ${askedMeanwhile} requests meanwhile, ${failed} calls ` +
      `recorded as failed; statistics p95 ${short(percentile(unhurt, 0.95))} s`,
    broken,
  }
}

interface Step {
  readonly step: string
  readonly state: string
  readonly model: string | null
  readonly modelFault: string | null
  readonly nextTryAt: string | null
}

const isTold = ({ state, modelFault, nextTryAt }: Step, { isAnswer }: Outage) =>
  isAnswer
    ? state === 'done' && modelFault === 'wrong'
    : // The last ones may be asking still.
      state === 'none' || (state === 'failed' && modelFault === 'unavailable' && nextTryAt !== null)

async function stepOf(door: Door, id: string, step: string): Promise<Step> {
  const { data } = await door.done('GET', `/conversations/${id}/analysis`)
  return (data.steps as Step[]).find((one) => one.step === step) as Step
}

async function callsOf(door: Door): Promise<{ failed: number }> {
  const { data, modelCalls } = await door.done('GET', '/usageReport')
  return (modelCalls ?? data.modelCalls) as { failed: number }
}
