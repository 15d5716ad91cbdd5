/**
 * `npm run bench:questions`: what small requests wait for while another organization asks about long calls.
 * In one run for each program: small requests alone, then beside the questions; with the questions answered per second.
 *
 *   --database postgres   on the server that TEST_DATABASE_URL names; embedded without it
 *   --calls 8             calls of about two hours
 *   --askers 8            questions in progress at the same time
 *   --seconds 10          of each measurement
 *   --rounds 2            measurements of each program, in turns
 *   --program FOLDER      another version to compare with
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDatabase, dropDatabase, serverFromEnvironment } from './database.ts'
import { endOnSignals } from './processes.ts'
import { questions, talk } from './search-text.ts'
import { importLines, type Service, startServiceAt, untilQuiet } from './service.ts'

const NAME = 'parley_bench_questions'
/** Conversations of `talk` that make a call of about two hours. */
const PARTS = 3
const EVERY_MS = 20
/** Embedding made-up words would take most of the time. */
const WORDS = { EMBEDDING_PROVIDER: 'none' }

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'embedded' },
    calls: { type: 'string', default: '8' },
    askers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '2' },
    program: { type: 'string' },
  },
})
endOnSignals()

function longCall(number: number): string {
  const parts = Array.from({ length: PARTS }, (_, part) => talk(number * PARTS + part).segments)
  let offset = 0
  const segments = parts.flatMap((part) => {
    const moved = part.map((one) => ({ ...one, start: one.start + offset, end: one.end + offset }))
    offset = moved.at(-1)?.end ?? offset
    return moved
  })
  return JSON.stringify({ conversationTitle: `Call ${number}`, transcript: { segments } })
}

interface Measured {
  /** Milliseconds of each small request. */
  readonly waits: number[]
  answered: number
}

async function get(address: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(address, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}.`)
}

async function measure({ baseUrl }: Service, key: string, askers: number, seconds: number): Promise<Measured> {
  const headers = { authorization: key }
  const measured: Measured = { waits: [], answered: 0 }
  const until = performance.now() + seconds * 1_000
  const asked = questions(50)
  let next = 0
  const ask = async () => {
    while (performance.now() < until) {
      const answer = await fetch(`${baseUrl}/ask_assistant/v2`, {
        ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
        body: JSON.stringify({ prompt: asked[next++ % asked.length] }),
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A question got ${answer.status}.`)
      measured.answered++
    }
  }
  const small = new Set<Promise<void>>()
  const send = async () => {
    while (performance.now() < until) {
      const begun = performance.now()
      const sent = get(`${baseUrl}/labels`, headers).finally(() => {
        measured.waits.push(performance.now() - begun)
        small.delete(sent)
      })
      small.add(sent)
      await pause(EVERY_MS)
    }
    await Promise.all(small)
  }
  await Promise.all([send(), ...Array.from({ length: askers }, ask)])
  return measured
}

function describe(name: string, { waits, answered }: Measured): string {
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (part: number) => `${Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)} ms`
  const rate = answered === 0 ? '' : `, ${(answered / Number(values.seconds)).toFixed(1)} questions answered per second`
  return `${name}: ${waits.length} small requests, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}${rate}\n`
}

async function run(program: string | undefined, databaseUrl: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const service = await startServiceAt({ dataDir, databaseUrl, program, settings: WORDS })
  try {
    const key = service.said.api_key ?? ''
    await importLines(
      service.baseUrl,
      key,
      Array.from({ length: Number(values.calls) }, (_, number) => longCall(number)),
    )
    if (!(await untilQuiet(service.baseUrl, key))) throw new Error('The calls were not analyzed in time.')
    // The first questions load modules.
    await measure(service, key, Number(values.askers), 2)
    const name = program === undefined ? 'this program' : program
    process.stdout.write(describe(`${name}, alone`, await measure(service, key, 0, Number(values.seconds))))
    const beside = await measure(service, key, Number(values.askers), Number(values.seconds))
    process.stdout.write(describe(`${name}, beside ${values.askers} askers`, beside))
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

for (let round = 0; round < Number(values.rounds); round++) {
  for (const program of values.program === undefined ? [undefined] : [values.program, undefined]) {
    if (values.database === 'postgres') {
      const server = serverFromEnvironment()
      try {
        await run(program, await createDatabase(server, NAME))
      } finally {
        await dropDatabase(server, NAME)
      }
    } else await run(program, undefined)
  }
}
