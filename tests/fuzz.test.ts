/**
 * Every operation under generated requests. Valid ones never give a 5xx and always an answer that the description
 * accepts; broken ones always give a 4xx that points at something, and change nothing. FUZZ_REQUESTS sets how many an
 * operation (default 12), FUZZ_SEED the seed, FUZZ_OPERATIONS which ones; `npm run bench:fuzz` sends ten thousand.
 */
import { appendFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/catalog.ts'
import { type Answer, call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'
import { brokenRequests, describedIn, type Request, validRequests } from './fuzz/requests.ts'
import type { Json, Known } from './fuzz/values.ts'
import { type Samples, samplesOf } from './samples/index.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 12)
const SEED = Number(process.env.FUZZ_SEED ?? 11)
const chosen = process.env.FUZZ_OPERATIONS?.split(',')
/** Broken requests of an operation between two looks at the stored rows. */
const LOOK_EVERY = 500
/** Operations between two looks at the stored rows, since a look reads all of them. */
const GROUP = 12

const named = operations
  .filter(({ id }) => chosen === undefined || chosen.includes(id))
  .map((operation) => [operation.id, operation] as const)
  .toSorted(([a], [b]) => Number(a.startsWith('delete')) - Number(b.startsWith('delete')))

/** @returns for each group, its first and last operation, and all of them */
function groupsOf<T extends readonly [id: string, unknown]>(all: readonly T[]): [string, string, readonly T[]][] {
  const groups = Array.from({ length: Math.ceil(all.length / GROUP) }, (_, at) =>
    all.slice(at * GROUP, (at + 1) * GROUP),
  )
  return groups.map((group) => [group[0]?.[0] ?? '', group.at(-1)?.[0] ?? '', group])
}

let world: World
let samples: Samples
let description: Json
let known: Known
let accepts: (operation: (typeof operations)[number], answer: Answer) => string | undefined

beforeAll(async () => {
  world = await createWorld()
  samples = await samplesOf(world, await importFor(world, { applicationExternalID: 'fuzzed' }), 'fuzzed')
  description = (await call(world.app, world.org, 'GET', '/openapi.json')).body
  known = {
    ids: [...new Set(Object.values(samples).flatMap((sample) => Object.values(sample.path ?? {})))].filter((id) =>
      /^[0-9a-f-]{36}$/.test(id),
    ),
    definitions: (description.components as { schemas: Record<string, Json> }).schemas,
  }
  accepts = judge(description)
})

/** Holds an answer against what the description says of its status. @returns what is wrong with it */
function judge(document: Json): typeof accepts {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'parley', components: document.components as object })
  const compiled = new Map<string, ValidateFunction>()
  return ({ id, rest }, answer) => {
    const path = (document.paths as Record<string, Record<string, { responses: Record<string, Json> }>>)[rest.path]
    const named = path?.[rest.method.toLowerCase()]?.responses[String(answer.status)]
    const { responses: shared } = document.components as { responses: Record<string, Json> }
    const response = typeof named?.$ref === 'string' ? shared[named.$ref.split('/').at(-1) ?? ''] : named
    if (response === undefined) return `status ${answer.status} is not described`
    const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
    const content = response.content as Record<string, { schema: Json }> | undefined
    if (content === undefined) return answer.text === '' ? undefined : 'a body where none is described'
    const schema = content[type]?.schema
    if (schema === undefined) return `media type ${type} is not described`
    if (!type.includes('json') || type.includes('ndjson')) return undefined
    const key = `${id} ${answer.status} ${type}`
    const validate =
      compiled.get(key) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"parley#/components/')))
    compiled.set(key, validate)
    return validate(answer.body) ? undefined : ajv.errorsText(validate.errors)
  }
}

const send = (operation: (typeof operations)[number], { path, options }: Request) =>
  call(world.app, samples[operation.id]?.caller ?? world.org, operation.rest.method, path, options)

/** A digest of everything stored of both organizations. */
async function stored(): Promise<string> {
  const { owner } = world.app.store
  const tables = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('api_keys', 'conversation_counts')`,
  )
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, (select md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))
       from ${name} t where organization_id in ('${world.acme}', '${world.rival}')) as digest`,
  )
  return JSON.stringify(await owner.query(`${digests.join(' union all ')} order by name`))
}

const shown = ({ path, options, fault }: Request, answer: Answer) =>
  `${fault ?? 'valid'}: ${path} ${JSON.stringify(options).slice(0, 600)} → ${answer.status} ${answer.text.slice(0, 400)}`

function pointsSomewhere(answer: Answer, dress: string | undefined): boolean {
  if (dress === 'scim') return typeof answer.body?.detail === 'string' && answer.body.status === answer.status
  return typeof answer.body?.source?.pointer === 'string' && answer.body.status === String(answer.status)
}

const outcomes = (counts: Map<number, number>) =>
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, n]) => `${status}×${n}`)
    .join(' ')

function tell(line: string): void {
  if (process.env.FUZZ_REPORT) appendFileSync(process.env.FUZZ_REPORT, `${line}\n`)
}

/** First, because they change nothing. A look at the rows names the group of operations that did. */
describe.each(groupsOf(named))('broken requests of %s to %s', (_first, _last, group) => {
  let before: string
  beforeAll(async () => {
    before = await stored()
  })

  it.each(group)('%s refuses them with a pointer', { timeout: 3_600_000 }, async (id, operation) => {
    const described = describedIn(description, operation.rest.path, operation.rest.method)
    const arbitrary = brokenRequests(described, samples[id] ?? {}, known)
    if (arbitrary === undefined) {
      tell(`| ${id} | broken | 0 | takes nothing that could be wrong |`)
      return
    }
    const counts = new Map<number, number>()
    for (const [index, request] of fc.sample(arbitrary, { numRuns: REQUESTS, seed: SEED }).entries()) {
      const answer = await send(operation, request)
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      const refused = answer.status >= 400 && answer.status < 500 && pointsSomewhere(answer, operation.rest.dress)
      if (!refused) expect.fail(shown(request, answer))
      if (index % LOOK_EVERY === LOOK_EVERY - 1 && (await stored()) !== before)
        expect.fail(`something changed before ${index}`)
    }
    tell(`| ${id} | broken | ${REQUESTS} | ${outcomes(counts)} |`)
  })

  it('change nothing', async () => {
    expect(await stored()).toBe(before)
  })
})

describe.each(named)('%s', (id, operation) => {
  it('answers valid requests as described, and never with a 5xx', { timeout: 3_600_000 }, async () => {
    const described = describedIn(description, operation.rest.path, operation.rest.method)
    const counts = new Map<number, number>()
    for (const request of fc.sample(validRequests(described, samples[id] ?? {}, known), {
      numRuns: REQUESTS,
      seed: SEED,
    })) {
      const answer = await send(operation, request)
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      if (answer.status >= 500) expect.fail(shown(request, answer))
      const wrong = accepts(operation, answer)
      if (wrong !== undefined) expect.fail(`${wrong}\n${shown(request, answer)}`)
    }
    tell(`| ${id} | valid | ${REQUESTS} | ${outcomes(counts)} |`)
  })
})
