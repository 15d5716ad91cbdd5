/** Run of an analysis: all due steps of a conversation in order, each in its own transaction. */
import { newId } from '../../../core/clock.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { requestWeeklyDigests } from '../../collaboration/notification-requests/index.ts'
import { requestIntegrations } from '../../integrations/run-requests/index.ts'
import { analyzeConversationKind, type StepId } from '../../platform/analysis-requests/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import type { ModelRest } from './model-rest.ts'
import { type ClaimedAnalysis, claim, close, selectForced, selectSteps, selectSubject } from './queries.ts'
import { Overtaken, ownsRun, runStep, type StepResult } from './run-step.ts'
import type { AnalysisSubject, AnyStep } from './step.ts'
import { readSubject } from './subject.ts'
import { wakeWaiting } from './wake-waiting.job.ts'

/** State shared by all runs of a process. */
export interface Analyst {
  /** All steps in execution order. */
  readonly steps: readonly AnyStep[]
  readonly rest: ModelRest
}

export async function analyze(
  analyst: Analyst,
  { id, ticket }: { id: string; ticket: number },
  ctx: JobContext,
): Promise<void> {
  const run = newId()
  let claimed = await ctx.transact((tx) => claim(tx, ctx.org, { id, ticket, run }))
  while (claimed !== undefined) {
    try {
      claimed = await round(analyst, { id, run, claimed }, ctx)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      // The transcript changed during the run: repeat it. If another run owns the conversation by now, this one ends.
      const again = await ctx.transact((tx) => claim(tx, ctx.org, { id, ticket, run }, run))
      claimed = again === undefined ? undefined : { ...again, before: 'queued' }
    }
  }
}

/** @returns the claim for another round, if an analysis was requested during this one */
async function round(
  { steps, rest }: Analyst,
  { id, run, claimed }: { id: string; run: string; claimed: ClaimedAnalysis },
  ctx: JobContext,
): Promise<ClaimedAnalysis | undefined> {
  const [row, known, forced] = await Promise.all([
    selectSubject(ctx.db, ctx.org, id),
    selectSteps(ctx.db, ctx.org, id),
    selectForced(ctx.db, ctx.org, id),
  ])
  if (row === undefined) return undefined
  const subject = await readSubject(id, row, ctx.workers, ctx.signal)
  const results = new Map<StepId, StepResult>()
  let nextTryAt: Date | undefined
  let place: Date | undefined
  const putOff = () => {
    place ??= rest.place(ctx.clock.now())
    return place
  }
  for (const step of steps) {
    ctx.signal.throwIfAborted()
    const came = await runStep({
      ...{ run, ctx, subject, step, rest, putOff },
      existing: known.find((one) => one.step === step.id),
      forced: forced.includes(step.id),
      afresh: claimed.before === 'queued',
      isPutOff: place !== undefined,
    })
    results.set(step.id, came.result)
    if (came.nextTryAt !== undefined && (nextTryAt === undefined || came.nextTryAt < nextTryAt)) {
      nextTryAt = came.nextTryAt
    }
  }
  const goesOn = await finish({ run, claimed, subject, results, nextTryAt }, ctx)
  if (place !== undefined) rest.wakeAgain(ctx.org)
  await wakeOthers(rest, ctx)
  return goesOn
}

async function wakeOthers(rest: ModelRest, ctx: JobContext): Promise<void> {
  if (!rest.owesWaking(ctx.org)) return
  await ctx.transact((tx) => ctx.jobs.add(tx, ctx.org, wakeWaiting, {}))
  rest.hasWoken(ctx.org)
}

interface Finished {
  readonly run: string
  readonly claimed: ClaimedAnalysis
  readonly subject: AnalysisSubject
  readonly results: ReadonlyMap<StepId, StepResult>
  readonly nextTryAt: Date | undefined
}

async function finish(given: Finished, ctx: JobContext): Promise<ClaimedAnalysis | undefined> {
  const { run, claimed, subject, results, nextTryAt } = given
  const listStepsWith = (result: StepResult) => [...results].filter(([, one]) => one === result).map(([step]) => step)
  return ctx.transact(async (tx) => {
    const held = await ownsRun(tx, ctx, run, subject)
    if (held.wanted !== claimed.wanted) return { before: 'queued' as const, wanted: held.wanted }
    const at = ctx.clock.now()
    const failed = listStepsWith('given_up')
    const waits = nextTryAt !== undefined
    const status = waits ? held.processing_status : failed.length > 0 ? 'failed' : 'analyzed'
    const ticket = await close(tx, ctx.org, subject.id, { state: waits ? 'waiting' : 'idle', status, at })
    if (waits) {
      const job = { id: subject.id, ticket }
      await ctx.jobs.add(tx, ctx.org, analyzeConversationKind, job, { startAfter: nextTryAt })
    } else if (status !== held.processing_status || listStepsWith('done').length > 0) {
      const data = { conversation_id: subject.id, transcript_version: subject.transcriptVersion }
      if (status === 'failed') await announce(tx, ctx, { type: 'conversation.failed', data: { ...data, failed } })
      else {
        await announce(tx, ctx, { type: 'conversation.analyzed', data: { ...data, steps: listStepsWith('done') } })
        await requestIntegrations(tx, ctx, subject.id, 'on_analyzed')
        await requestWeeklyDigests(tx, ctx)
      }
    }
    return undefined
  })
}
