import { newId } from '../../../core/clock.ts'
import type { CrmFault } from '../../../core/crm.ts'
import type { Writer } from '../../../core/db.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { lockVisible, selectExportable } from '../../conversations/records/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { openCrm, pauseConnection, selectConnection } from '../crm-connections/index.ts'
import { lockWorkflowsShared, selectWorkflow, type WorkflowRow } from '../workflows/index.ts'
import { createPlan, GIVE_UP_MS, hasMore, mergeRecords, type RunPlan, waitAfter } from './model.ts'
import { type PushStop, pushAll } from './push.ts'
import { lockRun, type RunState, selectRunConversationId, updateRun } from './queries.ts'
import type { RunReason, RunRecord } from './schema.ts'
import { reconcileExportStatus, runIntegrationKind, startRun } from './start.ts'

/** Time limit of a job, in milliseconds. The remaining records are written by another job. */
const RUN_MS = 180_000

interface IntegrationRunTicket {
  readonly id: string
  readonly tries: number
}

interface ClaimedRun {
  readonly run: RunState
  readonly claimId: string
  readonly plan: RunPlan
  readonly records: RunRecord[]
  readonly connection: NonNullable<Awaited<ReturnType<typeof selectConnection>>>
}

/**
 * Writes the values of a conversation to a CRM, at least once. The job reads the values in the transaction that claims
 * the run, calls the CRM outside a transaction, and stores the outcome only if it still holds the claim. After a crash,
 * the same values are written again.
 */
export const runIntegrationJob = defineJob({
  ...runIntegrationKind,
  async handle(asked, ctx) {
    const claimed = await locked(ctx, asked.id, (tx, run) => claim(tx, ctx, asked, run))
    if (claimed === undefined) return
    const { run, plan, records, connection } = claimed
    const stopAt = performance.now() + RUN_MS
    const what = { runId: run.id, conversationId: run.conversation_id, fields: plan.fields }
    const stopped = await pushAll(openCrm(ctx, connection), what, records, () => {
      ctx.signal.throwIfAborted()
      return performance.now() > stopAt
    })
    await locked(ctx, asked.id, (tx, now) => store(tx, ctx, claimed, now, stopped))
  },
  async failed(asked, ctx) {
    await locked(ctx, asked.id, async (tx, run) => {
      if (isMeant(run, asked)) await finish(tx, ctx, run, { status: 'failed', reason: 'interrupted' })
    })
  },
})

/** Locks the conversation, then the run, and calls `work`. Does nothing if either was deleted. */
async function locked<T>(
  ctx: JobContext,
  id: string,
  work: (tx: Writer, run: RunState) => Promise<T>,
): Promise<T | undefined> {
  const conversationId = await selectRunConversationId(ctx.db, ctx.org, id)
  if (conversationId === undefined) return undefined
  return ctx.transact(async (tx) => {
    if ((await lockVisible(tx, ctx.org, 'everything', conversationId)) === undefined) return undefined
    const run = await lockRun(tx, ctx.org, id)
    return run === undefined ? undefined : work(tx, run)
  })
}

/** Whether this job can run: the run waits for this attempt, or the process of this attempt crashed. */
const isMeant = ({ status, tries }: RunState, asked: IntegrationRunTicket): boolean =>
  (status === 'pending' && tries === asked.tries) || (status === 'running' && tries === asked.tries + 1)

async function claim(
  tx: Writer,
  ctx: JobContext,
  asked: IntegrationRunTicket,
  run: RunState,
): Promise<ClaimedRun | undefined> {
  const at = ctx.clock.now()
  if (!isMeant(run, asked)) return undefined
  if (run.next_try_at !== null && Date.parse(run.next_try_at) > at.getTime()) return undefined
  const [workflow, exportable] = [
    run.workflow_id === null ? undefined : await selectWorkflow(tx, ctx.org, run.workflow_id),
    await selectExportable(tx, ctx.org, run.conversation_id),
  ]
  if (workflow === undefined || exportable === undefined) {
    await finish(tx, ctx, run, { status: 'failed', reason: 'workflow_deleted' })
    return undefined
  }
  if (!workflow.enabled) {
    await finish(tx, ctx, run, { status: 'failed', reason: 'workflow_disabled' })
    return undefined
  }
  const plan = createPlan(workflow, exportable, run.field_keys)
  if (plan.reason !== undefined) {
    await finish(tx, ctx, run, { status: 'skipped', reason: plan.reason, plan })
    return undefined
  }
  const connection = await selectConnection(tx, ctx.org, workflow.connection_id)
  if (connection === undefined) throw new Error('The CRM connection of the workflow is missing.')
  const { paused_until: pausedUntil, paused_for: pausedFor } = connection
  if (pausedUntil !== null && Date.parse(pausedUntil) > at.getTime()) {
    const reason = (pausedFor ?? 'unreachable') as RunReason
    await waitForConnection(tx, ctx, run, { until: new Date(pausedUntil), reason })
    return undefined
  }
  const [claimId, records] = [newId(), mergeRecords(plan, run)]
  await updateRun(tx, ctx.org, run.id, {
    ...{ status: 'running', claimId, tries: asked.tries + 1, nextTryAt: null, reason: null, said: null, at },
    ...{ fields: plan.fields, leftOut: plan.leftOut, records },
  })
  return { run, claimId, plan, records, connection }
}

/**
 * Postpones the run while the connection is paused. This doesn't count as an attempt, but the total wait is limited.
 */
async function waitForConnection(
  tx: Writer,
  ctx: JobContext,
  run: RunState,
  { until, reason }: { until: Date; reason: RunReason },
): Promise<void> {
  const at = ctx.clock.now()
  if (at.getTime() - Date.parse(run.created_at) > GIVE_UP_MS) return finish(tx, ctx, run, { status: 'failed', reason })
  // Jitter, so that postponed runs don't start at the same time.
  const nextTryAt = new Date(until.getTime() + Math.floor(Math.random() * 5_000))
  const tries = run.status === 'running' ? run.tries - 1 : run.tries
  await updateRun(tx, ctx.org, run.id, {
    ...{ status: 'pending', claimId: null, tries, nextTryAt, reason, said: null, at },
    ...{ fields: run.fields, leftOut: undefined, records: run.records },
  })
  await ctx.jobs.add(tx, ctx.org, runIntegrationKind, { id: run.id, tries }, { startAfter: nextTryAt })
}

async function store(
  tx: Writer,
  ctx: JobContext,
  { claimId, plan, records, connection }: ClaimedRun,
  run: RunState,
  stopped: PushStop,
): Promise<void> {
  if (run.claim_id !== claimId) return
  const at = ctx.clock.now()
  const scheduleRetry = async (change: { tries: number; nextTryAt: Date; fault: CrmFault | undefined }) => {
    const { tries, nextTryAt, fault } = change
    await updateRun(tx, ctx.org, run.id, {
      ...{ status: 'pending', claimId: null, tries, nextTryAt, at },
      ...{ reason: fault?.detail ?? null, said: fault?.said ?? null },
      ...{ fields: plan.fields, leftOut: undefined, records },
    })
    await ctx.jobs.add(tx, ctx.org, runIntegrationKind, { id: run.id, tries }, { startAfter: nextTryAt })
  }
  // Doesn't count as an attempt, because the job made progress.
  if (stopped === 'out_of_time') return scheduleRetry({ tries: run.tries - 1, nextTryAt: at, fault: undefined })
  if (stopped?.kind === 'unavailable') {
    const pausedUntil = await pauseConnection(tx, ctx.org, connection.id, stopped, at)
    const wait = waitAfter(run.tries, run.auto_execution, stopped.retryAfterMs)
    if (wait !== undefined) {
      const nextTryAt = new Date(Math.max(at.getTime() + wait, pausedUntil.getTime()))
      return scheduleRetry({ tries: run.tries, nextTryAt, fault: stopped })
    }
  }
  if (stopped !== undefined) {
    const reason = { reason: stopped.detail, said: stopped.said ?? null }
    for (const record of records)
      if (record.outcome === 'pending') Object.assign(record, { outcome: 'failed', ...reason })
  }
  const failed = records.find(({ outcome }) => outcome === 'failed')
  const why = stopped === undefined ? failed : { reason: stopped.detail, said: stopped.said ?? null }
  await finish(tx, ctx, run, {
    ...{ status: failed === undefined ? 'succeeded' : 'failed', reason: why?.reason ?? null, said: why?.said ?? null },
    ...{ plan, records },
  })
}

interface End {
  readonly status: 'succeeded' | 'failed' | 'skipped'
  readonly reason: RunReason | null
  readonly said?: string | null
  readonly plan?: RunPlan
  readonly records?: readonly RunRecord[]
}

async function finish(tx: Writer, ctx: JobContext, run: RunState, end: End): Promise<void> {
  const done = { fields: end.plan?.fields ?? run.fields, records: end.records ?? run.records }
  await updateRun(tx, ctx.org, run.id, {
    ...{ status: end.status, claimId: null, tries: run.tries, nextTryAt: null, at: ctx.clock.now() },
    ...{ reason: end.reason, said: end.said ?? null, leftOut: end.plan?.leftOut },
    ...done,
  })
  if (run.asked_again) await followUp(tx, ctx, run, done)
  await reconcileExportStatus(tx, ctx, run.conversation_id)
  await announce(tx, ctx, {
    type: 'crm_export.finished',
    data: {
      ...{ conversation_id: run.conversation_id, run_id: run.id, workflow_id: run.native_id },
      ...{ integration_workflow_id: run.workflow_id, status: end.status },
    },
  })
}

/** Starts another run if values were confirmed during this run. */
async function followUp(
  tx: Writer,
  ctx: JobContext,
  run: RunState,
  done: Parameters<typeof hasMore>[1],
): Promise<void> {
  const [workflow] = run.workflow_id === null ? [] : await lockWorkflowsShared(tx, ctx.org, [run.workflow_id])
  const exportable = await selectExportable(tx, ctx.org, run.conversation_id)
  if (workflow?.enabled !== true || exportable === undefined) return
  if (!hasMore(createPlan(workflow satisfies WorkflowRow, exportable, run.field_keys), done)) return
  await startRun(tx, ctx, workflow, {
    conversationId: run.conversation_id,
    trigger: run.trigger,
    requestedBy: run.requested_by,
    fieldKeys: run.field_keys,
    autoExecution: run.auto_execution,
  })
}
