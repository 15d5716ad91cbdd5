/** The pipeline against its own steps in a plain loop, on a database that a service has filled and left. */
import { setTimeout as pause } from 'node:timers/promises'
import { type App, openApp } from '../src/app.ts'
import { steps } from '../src/catalog.ts'
import { readConfig } from '../src/core/config.ts'
import type { JobContext } from '../src/core/jobs.ts'
import { createLog } from '../src/core/log.ts'
import type { OrganizationId } from '../src/core/principal.ts'
import { selectSubject } from '../src/features/analysis/pipeline/queries.ts'
import type { AnyStep } from '../src/features/analysis/pipeline/step.ts'
import { readSubject } from '../src/features/analysis/pipeline/subject.ts'
import { requestAnalysis, STEP_IDS } from '../src/features/platform/analysis-requests/index.ts'

export interface Compared {
  readonly count: number
  /** In seconds. */
  readonly rounds: readonly { readonly bare: number; readonly pipeline: number }[]
  /** In milliseconds a conversation, of the last round; waiting for each other is a part of it. */
  readonly steps: readonly StepTime[]
}

export interface StepTime {
  readonly id: string
  readonly find: number
  readonly keep: number
}

export interface Comparison {
  readonly settings: Readonly<Record<string, string>>
  readonly organizationId: string
  readonly count: number
  readonly rounds: number
}

/** As many as the runner of jobs has places. */
const AT_ONCE = 4

export async function compare({ settings, organizationId, count, rounds }: Comparison): Promise<Compared> {
  const app = await openApp(readConfig({ ...settings, LOG_LEVEL: 'warn' }), createLog('warn'))
  try {
    const org = organizationId as OrganizationId
    const rows = await app.store.owner.query<{ id: string }>(
      'select conversation_id as id from analyses where organization_id = $1 order by conversation_id limit $2',
      [org, count],
    )
    const ids = rows.map(({ id }) => id)
    const ctx: JobContext = {
      ...app.contextFor(app.operator(org)),
      modelFor: () => undefined,
      signal: new AbortController().signal,
    }
    const told: { bare: number; pipeline: number }[] = []
    let times = new Times()
    app.runner.start()
    // The first round is the warm-up.
    for (let round = 0; round <= rounds; round++) {
      times = new Times()
      const bare = await seconds(() => plainLoop(ids, ctx, times))
      const pipeline = await seconds(() => throughJobs(app, org, ids, ctx))
      if (round > 0) told.push({ bare, pipeline })
    }
    return { count: ids.length, rounds: told, steps: times.each(ids.length) }
  } finally {
    await app.close()
  }
}

class Times {
  readonly #taken = new Map<string, { find: number; keep: number }>()
  add(id: string, find: number, keep: number): void {
    const before = this.#taken.get(id) ?? { find: 0, keep: 0 }
    this.#taken.set(id, { find: before.find + find, keep: before.keep + keep })
  }
  each(count: number): StepTime[] {
    return [...this.#taken].map(([id, { find, keep }]) => ({ id, find: find / count, keep: keep / count }))
  }
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1_000
}

async function plainLoop(ids: readonly string[], ctx: JobContext, times: Times): Promise<void> {
  const queue = [...ids]
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) await plainly(id, ctx, times)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function plainly(id: string, ctx: JobContext, times: Times): Promise<void> {
  const row = await selectSubject(ctx.db, ctx.org, id)
  if (row === undefined) throw new Error('A conversation is gone.')
  const subject = await readSubject(id, row, ctx.workers, ctx.signal)
  for (const step of steps as readonly AnyStep[]) {
    const from = performance.now()
    const found = await step.find(subject, { ...ctx, modelFault: null })
    const between = performance.now()
    await ctx.transact((tx) => step.save(tx, found as never, subject, ctx))
    times.add(step.id, between - from, performance.now() - between)
  }
}

async function throughJobs(app: App, org: OrganizationId, ids: readonly string[], ctx: JobContext): Promise<void> {
  await ctx.transact((tx) => requestAnalysis(tx, ctx, ids, STEP_IDS))
  for (;;) {
    const [row] = await app.store.owner.query<{ n: number }>(
      `select count(*)::integer as n from analyses
       where organization_id = $1 and conversation_id = any($2) and state <> 'idle'`,
      [org, ids],
    )
    if (row?.n === 0) return
    await pause(20)
  }
}
