/**
 * `npm run test:move`: a move from a stand-in of Gong in simulated time, killed at random moments. Each call must be there
 * exactly once, and the ledger must say what the stand-in knows.
 *
 *   --calls 20000   size of the account
 *   --kills 20      how often the moving process is killed
 *   --seed 1        chooses the moments as another run with this seed did
 *
 * It ends with 1 when anything is not as it must be, and then keeps the data to look at.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGongServer, type GongServer } from '../src/testing/gong-server.ts'
import { Random } from './kill-random.ts'
import type { MoveCheck } from './move-process.ts'
import { ROOT } from './processes.ts'
import { printTable, tell } from './report.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const [calls, kills] = [Number(values.calls), Number(values.kills)]
const random = new Random(Number(values.seed))
const DAY_MS = 86_400_000
const START = Date.parse('2026-01-05T00:00:00Z')

function launch(mode: 'create' | 'move' | 'check', dataDir: string, gong: GongServer): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'bench/move-process.ts'), mode, dataDir], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ DATABASE_URL: '', EMBEDDING_PROVIDER: 'none', LOG_LEVEL: 'error', ALLOWED_PRIVATE_TARGETS: '127.0.0.0/8' },
      ...{ GONG_URL: gong.url, SIMULATED_NOW: String(Math.max(START, gong.figures.lastTime)) },
    },
  })
}

/** @returns what it printed; undefined if it was killed */
async function finish(child: ChildProcess): Promise<string | undefined> {
  let text = ''
  child.stdout?.on('data', (part: Buffer) => {
    text += part.toString()
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal === 'SIGKILL') return undefined
  if (code !== 0) throw new Error(`The process ended with ${code ?? signal}.`)
  return text
}

const gong = await createGongServer(calls)
const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-move-'))
const begun = performance.now()
await finish(launch('create', dataDir, gong))

/** Requests after which each process is killed: a part of what the whole move needs, so that all kills meet work. */
const needed = (calls / 100) * 2 + 12
let killed = 0
let runs = 0
let isDone = false
while (!isDone) {
  const child = launch('move', dataDir, gong)
  runs++
  const ended = finish(child)
  let isRunning = true
  void ended.finally(() => {
    isRunning = false
  })
  if (killed < kills) {
    const [requests, media] = [gong.figures.requests, gong.figures.media]
    const after = 1 + Math.floor((random.next() * 2 * needed) / Math.max(1, kills))
    while (isRunning && gong.figures.requests - requests < after && gong.figures.media - media < after * 3)
      await pause(2)
    // Between two requests calls are stored, most of the time.
    await pause(random.next() * 400)
    if (isRunning && child.kill('SIGKILL')) killed++
  }
  isDone = (await ended) !== undefined
}
const moved = { ...gong.figures }
gong.misbehaves = false
await finish(launch('move', dataDir, gong))
const check = JSON.parse((await finish(launch('check', dataDir, gong))) ?? '{}') as MoveCheck
await gong.close()

const { truth } = gong.account
const faults: string[] = []
const same = (what: string, found: unknown, wanted: unknown) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    faults.push(`${what}: ${JSON.stringify(found).slice(0, 300)}, not ${JSON.stringify(wanted).slice(0, 300)}`)
}
const sorted = (record: Readonly<Record<string, number>>) =>
  Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))
const failed = new Set(truth.failedIds)
same('calls, each once', check.ids, truth.ids.filter((id) => !failed.has(id)).toSorted())
same('ledger, what came', sorted(check.parts), sorted(truth.parts))
same('ledger, what did not', sorted(check.missing), sorted(truth.missing))
same('ledger, totals', [check.calls, check.failed], [truth.ids.length - failed.size, failed.size])
same(
  'ledger, years',
  check.years,
  [...truth.years]
    .toSorted(([a], [b]) => a - b)
    .map(([year, f]) => [year, f.calls, f.failed, Math.round(f.seconds / 6) / 10]),
)
same(
  'ledger, owners',
  check.owners.toSorted(),
  [...truth.owners].map(([email, f]) => [email, f.calls, f.failed]).toSorted(),
)
const { parts } = truth
same('stored', check.stored, {
  ...{ comments: parts.comment ?? 0, results: parts.scorecard_result ?? 0, clips: truth.libraryClips },
  ...{ recordings: parts.recording ?? 0, trackers: 1, scorecards: 1 },
})
same('second run', check.addedByLastRun, 0)
// A process that was killed can't say when its last request was: each kill allows one that comes too early.
if (moved.tooFast > killed) faults.push(`${moved.tooFast} requests came faster than three a second`)

printTable(
  `Move of ${calls} calls, killed ${killed} times, seed ${values.seed}`,
  ['', 'figure'],
  [
    ['calls in the account', String(calls)],
    ['in Parley, each once', String(check.ids.length)],
    ['that could not come', String(check.failed)],
    ['comments, results, clips, recordings', Object.values(check.stored).slice(0, 4).join(', ')],
    ['kills', String(killed)],
    ['requests, of which answered badly', `${moved.requests}, ${moved.misbehaved}`],
    ['requests too fast', String(moved.tooFast)],
    ['simulated hours', ((moved.lastTime - START) / (DAY_MS / 24)).toFixed(2)],
    ['seconds', ((performance.now() - begun) / 1_000).toFixed(0)],
    ['faults', String(faults.length)],
  ],
)
for (const fault of faults) tell(`  ${fault}`)
if (faults.length > 0) {
  tell(`The data is in ${dataDir}.`)
  process.exitCode = 1
} else await rm(dataDir, { recursive: true, force: true })
tell(`${runs} runs`)
