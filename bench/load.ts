/** Gives orders to the load process, and puts what it saw beside what the measured processes used meanwhile. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from './processes.ts'

export interface Target {
  readonly url: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Order extends Target {
  readonly connections: number
  readonly seconds: number
  /** The loop also ends here, so that no order runs away. */
  readonly requestsMax: number
  /** Asked for in turns, instead of the one. */
  readonly urls?: readonly string[]
}

export interface Seen {
  readonly latencies: number[]
  readonly bytes: number
  readonly seconds: number
}

/** Figures of one round. */
export interface Round {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  readonly megabytesPerSecond: number
  /** Milliseconds of processor time a request: of the serving process, and of PostgreSQL's backends that work for it. */
  readonly cpuServer: number
  readonly cpuDatabase: number
}

export interface Load {
  run(order: Order, watched?: { server: readonly number[]; database: readonly number[] }): Promise<Round>
  stop(): void
}

export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return {
    async run(order, watched = { server: [], database: [] }) {
      const before = [cpuSeconds(watched.server), cpuSeconds(watched.database)] as const
      const seen = await ask(child, order)
      const after = [cpuSeconds(watched.server), cpuSeconds(watched.database)] as const
      return figures(seen, after[0] - before[0], after[1] - before[1])
    },
    stop: () => void child.kill(),
  }
}

async function ask(child: ChildProcess, order: Order): Promise<Seen> {
  const answered = once(child, 'message')
  child.send(order)
  const [answer] = (await answered) as [{ seen: Seen } | { fault: string }]
  if ('fault' in answer) throw new Error(answer.fault)
  return answer.seen
}

function figures({ latencies, bytes, seconds }: Seen, cpuServer: number, cpuDatabase: number): Round {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    requestsPerSecond: sorted.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    megabytesPerSecond: bytes / 1e6 / seconds,
    cpuServer: (cpuServer * 1000) / sorted.length,
    cpuDatabase: (cpuDatabase * 1000) / sorted.length,
  }
}
