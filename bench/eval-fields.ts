/**
 * `npm run eval:fields`: the values that the service finds in real conversations, against what people filed of them
 * (`field-truth.ts`). Everything goes through the REST door: configurations and items are made as an admin makes them, a
 * title and a sentence each, and which configuration a conversation is asked for is told by a label it is imported with;
 * the service analyzes what it was given, and its values are read from the list of conversations.
 *
 * With MODEL_PROVIDER, MODEL_URL, MODEL_NAME … in the environment a language model fills the fields in, which takes long
 * and may cost; without, rules alone.
 *
 *   --data FOLDER   else PARLEY_EVAL_DATA, PARLEY_DATA, or the folder beside the clone
 *   --limit N       so many conversations of each set, drawn evenly
 *   --wait N        minutes that the analysis may take, 60
 *   --fields        a line for every field as well
 *   --runs FOLDER   what was found, a line a value, in a file there
 */
import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dataFolder, spread } from './eval-data.ts'
import { type AskedOf, report, type Step, type Value } from './eval-fields-report.ts'
import { inLanes } from './eval-service.ts'
import { DESKS, type Fielded, readFielded } from './field-truth.ts'
import { endOnSignals } from './processes.ts'
import { optionsOf, run, wholeFrom } from './program.ts'
import { tell } from './report.ts'
import { parleyAt, settingsGiven, startServiceAt } from './service.ts'

const IMPORT_LINES = 50
const YES = 'yes'

const options = optionsOf('eval', () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      ...{ data: text, runs: text, limit: { ...text, default: '1000000' }, wait: { ...text, default: '60' } },
      fields: { type: 'boolean', default: false },
    },
  })
  return { ...values, limit: wholeFrom(values.limit, 1), wait: wholeFrom(values.wait, 1) }
})

type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>

endOnSignals()
await run('eval', main)

async function main(): Promise<void> {
  const all = await readFielded(dataFolder(options.data))
  const conversations = [...Map.groupBy(all, ({ set }) => set).values()].flatMap((set) => [
    ...spread(set, options.limit),
  ])
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-eval-'))
  // What is not under test costs time.
  const settings = { EMBEDDING_PROVIDER: 'none', ...settingsGiven(/^(?:EMBEDDING|MODEL)_/) }
  const service = await startServiceAt({ dataDir, settings })
  try {
    const organization = ['organization', 'create', 'Evaluation', '--admin', 'admin@evaluation.example']
    const { organization_id: id = '' } = await parleyAt({ dataDir, settings }, ...organization)
    const { token = '' } = await parleyAt(
      { dataDir, settings },
      'key',
      'create',
      '--organization',
      id,
      '--name',
      'eval',
    )
    const ask = askerOf(service.baseUrl, token)
    const asking = await makeDesks(ask)
    const idOf = await importAll(service.baseUrl, token, conversations)
    await untilAnalyzed(ask, conversations.length)
    const found = await valuesOf(ask)
    const asked = conversations.flatMap((one) => askedOf(one, asking, found.get(idOf.get(one.id) ?? '') ?? {}))
    const steps = await inLanes('analyses', conversations, async (one) => {
      const { data } = await ask<{ data: { steps: (Step & { step: string })[] } }>(
        'GET',
        `/conversations/${idOf.get(one.id)}/analysis`,
      )
      return data.steps.find(({ step }) => step === 'fields') as Step
    })
    report(asked, steps, options.fields)
    if (options.runs !== undefined) await writeRun(options.runs, asked)
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function askerOf(baseUrl: string, key: string): Ask {
  return async (method, path, body) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }
}

/** Chats are asked whether they came to what they were about, each for its own thing; else a desk asks for all it files. */
function askFor({ truth }: Fielded): [gate: string, desk: string, names: readonly string[]][] {
  return [...truth].flatMap(([desk, filed]): [string, string, readonly string[]][] =>
    desk === 'outcome'
      ? [...filed.keys()].map((name) => [`${desk} ${name}`, desk, [name]])
      : [[desk, desk, Object.keys(DESKS[desk] ?? {})]],
  )
}

/** A configuration for each gate, which applies where its label says yes. @returns the keys of items */
async function makeDesks(ask: Ask): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  for (const [desk, items] of Object.entries(DESKS)) {
    const gates =
      desk === 'outcome'
        ? Object.keys(items).map((name) => [`${desk} ${name}`, [name]] as const)
        : [[desk, Object.keys(items)] as const]
    for (const [gate, names] of gates) {
      const { data: label } = await ask<{ data: { uuid: string; options: { id: string }[] } }>('POST', '/labels', {
        name: gate,
        options: [{ value: YES }],
      })
      const criteria = { operator: 'AND', conditions: [{ field: label.uuid, value: label.options[0]?.id }] }
      const { data: of } = await ask<{ data: { uuid: string } }>('POST', '/field-configurations', {
        name: gate,
        criteria,
      })
      for (const name of names) {
        const { compare: _, unsaid: __, ...item } = items[name] ?? { title: name }
        const made = await ask<{ data: { key: string } }>('POST', `/field-configurations/${of.uuid}/items`, item)
        keys.set(`${desk}.${name}`, made.data.key)
      }
    }
  }
  return keys
}

async function importAll(baseUrl: string, key: string, all: readonly Fielded[]): Promise<ReadonlyMap<string, string>> {
  const idOf = new Map<string, string>()
  for (let first = 0; first < all.length; first += IMPORT_LINES) {
    const some = all.slice(first, first + IMPORT_LINES)
    const answer = await fetch(`${baseUrl}/conversations/import`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/x-ndjson' },
      body: some.map(lineOf).join('\n'),
    })
    const lines = (await answer.text()).trim().split('\n')
    some.forEach(({ id }, at) => {
      const { uuid } = JSON.parse(lines[at] ?? '{}') as { uuid?: string }
      if (uuid === undefined) throw new Error(`the import refused ${id}: ${lines[at]?.slice(0, 500)}`)
      idOf.set(id, uuid)
    })
  }
  return idOf
}

/** The transcript, its day, and which desk it came to; nothing of what was filed. */
function lineOf(one: Fielded): string {
  return JSON.stringify({
    transcript: { segments: one.segments },
    conversationTitle: one.title,
    ...(one.startedAt === undefined ? {} : { conversationStartedAt: one.startedAt }),
    labels: Object.fromEntries(askFor(one).map(([gate]) => [gate, YES])),
    ...{ applicationName: 'evaluation', applicationExternalID: one.id, skipScorecardCalculation: true },
  })
}

async function untilAnalyzed(ask: Ask, all: number): Promise<void> {
  const until = performance.now() + options.wait * 60_000
  for (;;) {
    const path = '/conversations/list?size=1&filter[hide_non_analyzed]=true'
    const { meta } = await ask<{ meta: { totalRecords: number } }>('GET', path)
    if (meta.totalRecords === all) return
    if (performance.now() > until) throw new Error(`${all - meta.totalRecords} conversations are not analyzed`)
    tell(`${meta.totalRecords} of ${all} conversations are analyzed`)
    await pause(3_000)
  }
}

type Element = { id: string; attributes: { extractedIntelligence: Record<string, Value> } }

async function valuesOf(ask: Ask): Promise<ReadonlyMap<string, Record<string, Value>>> {
  const found = new Map<string, Record<string, Value>>()
  for (let page = 1; ; page++) {
    const { data } = await ask<{ data: Element[] }>('GET', `/conversations?size=200&page=${page}`)
    for (const { id, attributes } of data) found.set(id, attributes.extractedIntelligence)
    if (data.length === 0) return found
  }
}

function askedOf(
  conversation: Fielded,
  keys: ReadonlyMap<string, string>,
  values: Readonly<Record<string, Value>>,
): AskedOf[] {
  return askFor(conversation).flatMap(([, desk, names]) =>
    names.flatMap((name): AskedOf[] => {
      const item = DESKS[desk]?.[name]
      if (item === undefined) return []
      const filed = conversation.truth.get(desk)?.get(name)
      return [{ conversation, desk, name, item, filed, value: values[keys.get(`${desk}.${name}`) ?? ''] }]
    }),
  )
}

async function writeRun(folder: string, asked: readonly AskedOf[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const rows = asked.map(({ conversation, desk, name, filed, value }) =>
    JSON.stringify({
      id: conversation.id,
      desk,
      name,
      filed: filed?.last ?? null,
      ever: filed?.ever ?? [],
      found: value ?? null,
    }),
  )
  await writeFile(join(folder, 'fields.jsonl'), `${rows.join('\n')}\n`)
}
