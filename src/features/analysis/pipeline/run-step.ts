/** Runs a step for a conversation: checks whether it is due, runs it and records the result. */
import { createHash } from 'node:crypto'
import type { Writer } from '../../../core/db.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { type FaultKind, type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import { MODEL_RETRY_SECONDS } from '../../../core/retry-delays.ts'
import { inSpan } from '../../../core/tracing.ts'
import type { ModelRest } from './model-rest.ts'
import { lockAnalysis, type NewStep, putStep, type StepRow } from './queries.ts'
import type { AnalysisSubject, AnyStep, StepOutcome } from './step.ts'

/** Seconds before each retry. After the last one fails, the step has failed permanently. */
export const WAITS = [...MODEL_RETRY_SECONDS, 3_600] as const
/** How long to wait for an unavailable language model: as long as all retries together. */
export const PATIENCE_MS = WAITS.reduce((sum, wait) => sum + wait * 1_000, 0)

/** Another run claimed the conversation, the conversation was erased, or its transcript changed. Nothing was stored. */
export class Overtaken extends Error {}

const FAULT = 'The step failed. The server log contains the reason.'
const MODEL_FAULT = 'The language model returned no usable result.'

export interface StepRun {
  readonly run: string
  readonly ctx: JobContext
  readonly subject: AnalysisSubject
  readonly step: AnyStep
  /** The last recorded result of the step. */
  readonly existing: StepRow | undefined
  readonly forced: boolean
  /**
   * Whether a request caused the run, rather than a scheduled retry. A request also repeats steps that have failed
   * permanently.
   */
  readonly afresh: boolean
  readonly rest: ModelRest
  /**
   * Whether an earlier step waits for the language model. This step then waits too, because it can depend on that step.
   */
  readonly isPutOff: boolean
  /** Returns when to process the conversation again while the language model is unavailable. */
  readonly putOff: () => Date
}

/** `same`: no input of the step has changed. `waits`: a retry is scheduled. */
export type StepResult = 'done' | 'same' | 'waits' | 'given_up'

/** @throws Overtaken */
export async function runStep(given: StepRun): Promise<{ result: StepResult; nextTryAt?: Date }> {
  const { step, subject, ctx, existing, rest } = given
  const restsOn = (await step.restsOn?.(subject, { ...ctx, modelFault: null })) ?? ''
  const model = step.asksModel ? ctx.model : undefined
  const madeOf = fingerprint(step, subject, model, restsOn)
  if (existing?.made_of === madeOf && !given.forced) {
    if (existing.state === 'done') return { result: 'same' }
    if (!given.afresh && existing.next_try_at === null) return { result: 'given_up' }
    if (!given.afresh && existing.next_try_at !== null && new Date(existing.next_try_at) > ctx.clock.now()) {
      return { result: 'waits', nextTryAt: new Date(existing.next_try_at) }
    }
  }
  const standing = existing?.state === 'failed' && existing.made_of === madeOf && !given.afresh ? existing : undefined
  const before = standing?.failures ?? 0
  const since = standing?.model_fault === 'unavailable' ? new Date(standing.started_at) : ctx.clock.now()
  const isOver = ctx.clock.now().getTime() - since.getTime() >= PATIENCE_MS
  const failure = { madeOf, since, fault: 'unavailable' as const }
  const mayAsk = model !== undefined && !given.isPutOff
  const ask = mayAsk ? rest.begin(ctx.clock.now(), given.afresh) : undefined
  if (model !== undefined && ask === undefined) {
    if (isOver) return withoutModel(given, restsOn, 'unavailable')
    return saveFailure(given, { ...failure, failures: before, nextTryAt: given.putOff() })
  }
  try {
    const found = await attempt(given, { model, madeOf, modelFault: null })
    if (ask !== undefined && found.model) rest.answered(ctx.clock.now())
    return { result: 'done' }
  } catch (error) {
    if (error instanceof Overtaken || ctx.signal.aborted) throw error
    const fault = error instanceof ModelFault ? error.fault : undefined
    if (ask !== undefined && fault === 'unavailable') rest.failed(ask, ctx.clock.now())
    else if (ask !== undefined && fault !== undefined) rest.answered(ctx.clock.now())
    if (fault === undefined) logStepError(given, error)
    if (fault === 'refused' || fault === 'wrong') return withoutModel(given, restsOn, fault)
    const wait = WAITS[before]
    if (fault === 'unavailable') {
      if (isOver || wait === undefined) return withoutModel(given, restsOn, fault)
      const failures = before + (ask?.isProbe ? 0 : 1)
      return saveFailure(given, {
        ...failure,
        failures,
        nextTryAt: rest.isAway ? given.putOff() : addSeconds(ctx, wait),
      })
    }
    const nextTryAt = wait === undefined ? undefined : addSeconds(ctx, wait)
    return saveFailure(given, { madeOf, failures: before + 1, nextTryAt, fault, since: ctx.clock.now() })
  } finally {
    if (ask !== undefined) rest.left(ask)
  }
}

const addSeconds = ({ clock }: JobContext, seconds: number): Date => new Date(clock.now().getTime() + seconds * 1_000)

/**
 * Runs the step without the model after the model refused or was unavailable for too long. A partial result is better
 * than none.
 */
async function withoutModel(given: StepRun, restsOn: string, modelFault: FaultKind): Promise<{ result: StepResult }> {
  const { step, subject, ctx } = given
  // The fingerprint contains no model, so the step is due again once a model is available.
  const madeOf = fingerprint(step, subject, undefined, restsOn)
  try {
    await attempt(given, { model: undefined, madeOf, modelFault })
    return { result: 'done' }
  } catch (error) {
    if (error instanceof Overtaken || ctx.signal.aborted) throw error
    logStepError(given, error)
    await saveFailure(given, {
      madeOf,
      failures: WAITS.length + 1,
      nextTryAt: undefined,
      fault: modelFault,
      since: ctx.clock.now(),
    })
    return { result: 'given_up' }
  }
}

interface StepAttempt {
  readonly model: LanguageModel | undefined
  readonly madeOf: string
  readonly modelFault: FaultKind | null
}

async function attempt(
  { step, subject, ctx, run }: StepRun,
  { model, madeOf, modelFault }: StepAttempt,
): Promise<StepOutcome> {
  const startedAt = ctx.clock.now()
  const began = performance.now()
  const found: StepOutcome = await inSpan({ name: `step ${step.id}` }, () =>
    step.find(subject, { ...ctx, model, modelFault }),
  )
  const sought = performance.now() - began
  await ctx.transact(async (tx) => {
    await ownsRun(tx, ctx, run, subject)
    const from = performance.now()
    await step.save(tx, found as never, subject, ctx)
    await putStep(tx, ctx.org, subject.id, {
      ...toStepRecord(step, subject, madeOf),
      state: 'done',
      outcome: found.outcome,
      model: found.model ?? null,
      model_fault: found.modelFault ?? modelFault,
      started_at: startedAt,
      finished_at: ctx.clock.now(),
      took_ms: sought + performance.now() - from,
      failures: 0,
      next_try_at: null,
      fault: null,
    })
  })
  return found
}

interface StepFailure {
  readonly madeOf: string
  readonly failures: number
  /** Undefined if no retry is scheduled. */
  readonly nextTryAt: Date | undefined
  readonly fault: FaultKind | undefined
  /** Start of the first failed attempt in a row. */
  readonly since: Date
}

async function saveFailure(given: StepRun, { madeOf, failures, nextTryAt, fault, since }: StepFailure) {
  const { step, subject, ctx, run } = given
  const at = ctx.clock.now()
  await ctx.transact(async (tx) => {
    await ownsRun(tx, ctx, run, subject)
    await putStep(tx, ctx.org, subject.id, {
      ...toStepRecord(step, subject, madeOf),
      ...{ state: 'failed', outcome: null, model: null, model_fault: fault ?? null },
      ...{ started_at: since, finished_at: at, took_ms: 0, failures },
      next_try_at: nextTryAt ?? null,
      fault: fault === undefined ? FAULT : MODEL_FAULT,
    })
  })
  return nextTryAt === undefined ? { result: 'given_up' as const } : { result: 'waits' as const, nextTryAt }
}

const toStepRecord = (
  step: AnyStep,
  subject: AnalysisSubject,
  madeOf: string,
): Pick<NewStep, 'step' | 'step_version' | 'transcript_version' | 'made_of'> => ({
  step: step.id,
  step_version: step.version,
  transcript_version: subject.transcriptVersion,
  made_of: madeOf,
})

/** @throws Overtaken */
export async function ownsRun(tx: Writer, ctx: JobContext, run: string, subject: AnalysisSubject) {
  const held = await lockAnalysis(tx, ctx.org, subject.id)
  if (held?.run_id !== run || held.transcript_version !== subject.transcriptVersion) throw new Overtaken()
  return held
}

function fingerprint(
  step: AnyStep,
  subject: AnalysisSubject,
  model: LanguageModel | undefined,
  restsOn: string,
): string {
  const parts = [step.version, subject.transcriptVersion, model?.name ?? null, restsOn]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function logStepError({ step, subject, ctx }: StepRun, error: unknown): void {
  const said = error instanceof Error ? error : new Error(String(error))
  ctx.log.error({ step: step.id, conversation: subject.id, error: said.message, stack: said.stack }, 'a step failed')
}
