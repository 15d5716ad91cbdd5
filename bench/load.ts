/** Gives orders to the load process, and puts what it saw beside what the measured processes used meanwhile. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from './processes.ts'
import { percentile } from './report.ts'

export interface Target {
  readonly url: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Order extends Target {
  readonly connections: number
  readonly seconds: number
  /** Not before so many were sent, even if it takes longer. */
  readonly requestsMin?: number
  /** The loop also ends here, so that no order runs away. */
  readonly requestsMax: number
  /** Asked for in turns, instead of the one. */
  readonly urls?: readonly string[]
  /** Whether 429 counts as an answer. Otherwise each status except 200 ends the order with an error. */
  readonly acceptsRefusals?: boolean
}

export interface Seen {
  readonly latencies: number[]
  /** Number of answers with the status 429. */
  readonly refused: number
  readonly bytes: number
  readonly seconds: number
}

/** Figures of one round. */
export interface Round {
  readonly requestsPerSecond: number
  /** Part of the requests that got 429. */
  readonly refused: number
  readonly p50: number
  readonly p99: number
  readonly megabytesPerSecond: number
  /** Milliseconds of processor time a request: of the serving process, and of PostgreSQL's backends that work for it. */
  readonly cpuServer: number
  readonly cpuDatabase: number
}

/** Whose processor time is told beside: by process ids, which of a database change while it is used. */
export interface Watched {
  readonly server: number
  readonly database: () => Promise<readonly number[]>
}

export interface Load {
  run(order: Order, watched?: Watched): Promise<Round>
  stop(): void
}

export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return {
    async run(order, watched) {
      const before = await usedBy(watched)
      const seen = await ask(child, order)
      const after = await usedBy(watched)
      return figures(seen, since(before.server, after.server), since(before.database, after.database))
    },
    stop: () => void child.kill(),
  }
}

/** Seconds of each process so far. */
type Used = ReadonlyMap<number, number>

async function usedBy(watched: Watched | undefined): Promise<{ server: Used; database: Used }> {
  const of = (pids: readonly number[]): Used => new Map(pids.map((pid) => [pid, cpuSeconds([pid])]))
  return { server: of(watched === undefined ? [] : [watched.server]), database: of((await watched?.database()) ?? []) }
}

/** What began meanwhile counts from its beginning; what is gone by now is not known, and counts nothing. */
function since(before: Used, after: Used): number {
  let sum = 0
  for (const [pid, seconds] of after) sum += seconds - (before.get(pid) ?? 0)
  return sum
}

async function ask(child: ChildProcess, order: Order): Promise<Seen> {
  const answered = once(child, 'message')
  child.send(order)
  const [answer] = (await answered) as [{ seen: Seen } | { fault: string }]
  if ('fault' in answer) throw new Error(answer.fault)
  return answer.seen
}

function figures({ latencies, refused, bytes, seconds }: Seen, cpuServer: number, cpuDatabase: number): Round {
  return {
    requestsPerSecond: latencies.length / seconds,
    refused: refused / latencies.length,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    megabytesPerSecond: bytes / 1e6 / seconds,
    cpuServer: (cpuServer * 1000) / latencies.length,
    cpuDatabase: (cpuDatabase * 1000) / latencies.length,
  }
}
