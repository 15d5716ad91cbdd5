/**
 * `npm run bench:large-bodies`: what small requests wait for while four transcripts of 30 MiB are imported at the same time.
 * In one run: small requests alone, beside the imports, and beside changes of a large transcript while all are analyzed;
 * with memory of the service.
 *
 *   --database postgres   on the server that TEST_DATABASE_URL names; embedded without it
 *   --megabytes 30        of each transcript
 *   --seconds 10          of small requests alone
 *   --program FOLDER      of another version to compare with
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { createDatabase, dropDatabase, serverFromEnvironment } from './database.ts'
import { endOnSignals } from './processes.ts'
import { startServiceAt } from './service.ts'

const IMPORTS = 4
const NAME = 'parley_bench_large_bodies'
/** One is sent so often, whether or not the one before was answered: what waits is counted for as long as it waits. */
const EVERY_MS = 20

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'embedded' },
    megabytes: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '10' },
    program: { type: 'string' },
  },
})
endOnSignals()

/** With a time for each word, as recordings have it. */
function transcriptOf(bytes: number, seed: number): string {
  const words = ['budget', 'renewal', 'contract', 'pricing', 'timeline', 'security', 'integration', 'onboarding']
  const segments: string[] = []
  for (let length = 0, at = 0; length < bytes; at += 8) {
    const said = Array.from({ length: 16 }, (_, n) => ({
      text: `${words[(at + n * seed) % words.length]}${n === 15 ? '.' : ''}`,
      startTimestamp: at + n / 2,
      endTimestamp: at + n / 2 + 0.4,
    }))
    const speaker = { name: at % 16 === 0 ? 'Ann Smith' : 'Bob Jones' }
    const segment = JSON.stringify({ speaker, start: at, end: at + 8, words: said })
    segments.push(segment)
    length += segment.length + 1
  }
  return `[${segments.join(',')}]`
}

/** Sends from a thread of its own, because sending 30 MiB delays whoever measures other requests in the same thread. */
async function sendAside(method: string, url: string, headers: Record<string, string>, body: string) {
  const worker = new Worker(SENDER, { eval: true, workerData: { method, url, headers, body } })
  const [answer] = (await once(worker, 'message')) as [{ readonly status: number; readonly text: string }]
  return answer
}

const SENDER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { method, url, headers, body } = workerData
  fetch(url, { method, headers: { ...headers, 'content-type': 'application/json' }, body })
    .then(async (answer) => parentPort.postMessage({ status: answer.status, text: await answer.text() }))
`

/** Changes of a large transcript: name, path, method and body. */
const CHANGES = [
  ['a corrected line', 'transcript', 'PATCH', { transcriptVersion: 1, segments: [{ segment: 5, text: 'Hello.' }] }],
  ['a renamed speaker', 'transcript', 'PATCH', { speakers: [{ from: 'Ann Smith', to: 'Ann Jones' }] }],
  ['participants', 'participants', 'PUT', { participants: [{ name: 'Bob Jones', email: 'bob@acme.example' }] }],
] as const

const megabytesOf = (pid: number, name: string) =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

interface Waits {
  readonly times: number[]
  errors: number
}

function report(name: string, { times, errors }: Waits): void {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
  process.stdout.write(
    `${name}: ${times.length} small requests, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, ${errors} errors\n`,
  )
}

async function run(databaseUrl: string | undefined): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const service = await startServiceAt({ dataDir, databaseUrl, program: values.program })
  try {
    const headers = { authorization: service.said.api_key ?? '' }
    const send = async (address: string, waits: Waits) => {
      const begun = performance.now()
      const answer = await fetch(address, { headers }).catch(() => undefined)
      await answer?.arrayBuffer()
      if (answer?.status !== 200) waits.errors++
      waits.times.push(performance.now() - begun)
    }
    /** One that asks the database, and one that only needs the event loop. */
    const addresses = { labels: `${service.baseUrl}/labels`, healthz: new URL('/healthz', service.baseUrl).href }
    const sendUntil = async (name: string, isOver: () => boolean): Promise<void> => {
      const waits = Object.values(addresses).map((address) => ({ address, times: [], errors: 0 }))
      const open = new Set<Promise<void>>()
      while (!isOver()) {
        for (const one of waits) {
          const sent = send(one.address, one).finally(() => open.delete(sent))
          open.add(sent)
        }
        await pause(EVERY_MS)
      }
      await Promise.all(open)
      for (const one of waits) report(`${name}, ${one.address.replace(/.*\//, '/')}`, one)
    }
    const until = performance.now() + Number(values.seconds) * 1_000
    await sendUntil('alone', () => performance.now() >= until)

    const bytes = Number(values.megabytes) * 1024 * 1024
    let left = IMPORTS
    const begun = performance.now()
    const imports = Array.from({ length: IMPORTS }, async (_, n) => {
      const body = `{"conversationTitle":"Large ${n}","transcript":${transcriptOf(bytes, n + 1)}}`
      const address = `${service.baseUrl}/conversations/import`
      const { status, text } = await sendAside('POST', address, headers, body).finally(() => left--)
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
      process.stdout.write(`import answered ${status} after ${seconds} s\n`)
      if (status !== 202) process.stdout.write(`${text}\n`)
      return text
    })
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, megabytesOf(service.pid, 'VmRSS'))
    }, 100)
    await sendUntil(`beside ${IMPORTS} imports of ${values.megabytes} MiB`, () => left === 0)
    const [first = ''] = await Promise.all(imports)
    clearInterval(watch)
    process.stdout.write(`memory of the service: ${most} MB at most while it imported\n`)

    const { uuid } = JSON.parse(first) as { readonly uuid: string }
    for (const [name, path, method, change] of CHANGES) {
      let isAnswered = false
      const address = `${service.baseUrl}/conversations/${uuid}/${path}`
      const sent = sendAside(method, address, headers, JSON.stringify(change)).finally(() => {
        isAnswered = true
      })
      await sendUntil(`beside ${name}`, () => isAnswered)
      const { status, text } = await sent
      if (status !== 200) process.stdout.write(`${name} answered ${status}: ${text}\n`)
    }
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (values.database === 'postgres') {
  const server = serverFromEnvironment()
  try {
    await run(await createDatabase(server, NAME))
  } finally {
    await dropDatabase(server, NAME)
  }
} else await run(undefined)
