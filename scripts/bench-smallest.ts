/**
 * `npm run bench:smallest`: runs each benchmark, evaluation and training at its smallest size (`bench/smallest.ts`) and
 * proves that it ends with 0 and prints its report. Three run at a time, since they wait for much of their time, and their
 * data folders begin with a copy of one database. Names choose some: `npm run bench:smallest -- bench:lists`.
 *
 * PARLEY_DATA names the folder of real conversations, else the one beside the repository; TEST_DATABASE_URL a PostgreSQL
 * server. A script whose needs aren't met is skipped, and the reason is printed. Ends with 1 when one is broken.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SECRET } from '../bench/service.ts'
import { SMALLEST, type Smallest } from '../bench/smallest.ts'
import { writeSmallestData } from '../bench/smallest-data.ts'
import { makeDatabase } from '../src/testing/made-database.ts'
import { postgresFolder } from '../src/testing/postgres-cluster.ts'
import { programNamed } from '../src/testing/programs.ts'

const ROOT = resolve(import.meta.dirname, '..')
const AT_ONCE = 3
const SECONDS_MAX = 300
/** Of the output of a broken one. */
const SHOWN = 4_000

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const all = resolve(ROOT, process.env.PARLEY_DATA ?? '../shared/data')
const wanted = process.argv.slice(2)
const strange = wanted.filter((name) => SMALLEST[name] === undefined)
if (strange.length > 0) {
  process.stderr.write(`${strange.join(', ')}: not in bench/smallest.ts\n`)
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'parley-smallest-'))
const data = join(folder, 'data')
const hasData = existsSync(join(all, 'qmsum/meetings.jsonl'))
if (hasData) await writeSmallestData(all, data)

const THERE = {
  data: hasData,
  postgres: !!process.env.TEST_DATABASE_URL,
  programs: postgresFolder !== undefined,
  browser: programNamed('TEST_BROWSER', 'chromium', 'chromium-browser', 'google-chrome') !== undefined,
}
const WHY = {
  data: 'PARLEY_DATA names no folder of conversations',
  postgres: 'TEST_DATABASE_URL names no server',
  programs: 'TEST_POSTGRES_BIN names no folder of PostgreSQL’s programs',
  browser: 'there is no Chromium',
}

const made = await makeDatabase(join(folder, 'made'), SECRET)

let broken = 0
const queue = Object.entries(SMALLEST)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .values()
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const [name, entry] of queue) await prove(name, entry)
  }),
)
rmSync(folder, { recursive: true, force: true })
process.exitCode = broken === 0 ? 0 : 1

async function prove(name: string, entry: Smallest): Promise<void> {
  const lacks = entry.needs?.find((need) => !THERE[need])
  if (lacks !== undefined) return void process.stdout.write(`skipped  ${name}: ${WHY[lacks]}\n`)
  const begun = performance.now()
  const { code, output, errors } = await run(name, entry)
  const seconds = Math.round((performance.now() - begun) / 1_000)
  const fault = code !== 0 ? `ended with ${code}` : entry.report.test(output) ? undefined : 'printed no report'
  if (fault === undefined) return void process.stdout.write(`holds    ${name}, ${seconds} s\n`)
  broken += 1
  process.stdout.write(`BROKEN   ${name}: ${fault} after ${seconds} s\n${`${output}\n${errors}`.slice(-SHOWN)}\n`)
}

async function run(name: string, { args, environment }: Smallest) {
  // `node bin/parley.mjs --run node FILE`
  const file = scripts[name]?.split(' ').at(-1) ?? ''
  const given = args.map((arg) => (arg === 'DATA' ? data : arg === 'VECTORS' ? join(folder, 'vectors') : arg))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...given], {
    cwd: ROOT,
    env: { ...process.env, PARLEY_DATA: data, PARLEY_MADE_DATABASE: made, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that its services end with it.
    detached: true,
  })
  const kept = { output: '', errors: '' }
  child.stdout.on('data', (chunk) => {
    kept.output += chunk
  })
  child.stderr.on('data', (chunk) => {
    kept.errors += chunk
  })
  const timer = setTimeout(() => end(child.pid), SECONDS_MAX * 1_000)
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  return { code: signal === null ? code : `${signal} (${SECONDS_MAX} s at most)`, ...kept }
}

function end(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
