/**
 * Evaluates an insight in turns: reads the conversations, then the knowledge sources, then writes the answers. Each
 * batch is committed, so a crash repeats only the current batch.
 */

import type { Writer } from '../../../core/db.ts'
import type { Embedding } from '../../../core/embedding.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import { toVisibility, type Visibility } from '../../../core/principal.ts'
import { MODEL_RETRY_SECONDS } from '../../../core/retry-delays.ts'
import { reloadCaller } from '../../accounts/api-keys/index.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { selectSourceTitles } from '../../search/knowledge-base/index.ts'
import { finishResult, type MadeResult, SourceGone } from '../insights/index.ts'
import { composed } from './compose.ts'
import { createMarks, type GatheredFindings, gatherFindings, type Marks } from './findings.ts'
import { putTogetherByModel } from './put-together.ts'
import {
  deleteFindings,
  type InsightPrompt,
  type InsightRunRow,
  lockActiveRun,
  selectFindings,
  selectPrompts,
  selectRun,
  selectWaiting,
  updateLookedAt,
  updateRun,
} from './queries.ts'
import { isOfTheseWords, type ReadPorts, readConversations, readSources } from './read.ts'
import { CONVERSATIONS_MAX, type SourceFinding } from './schema.ts'

export interface InsightRunRef {
  readonly id: string
  readonly ticket: number
}

type NextJob = (tx: Writer, startAfter?: Date) => Promise<void>

/** Duration of a turn. */
const TURN_MS = 20_000
/** Conversations per batch, with a model and without. `LANES` is the number of concurrent batches with a model. */
const AT_ONCE_BY_MODEL = 8
const AT_ONCE = 4
const LANES = 2
/** Maximum attempts to write an answer whose sources are deleted at the same time. */
const ANEW_MAX = 3
/** Maximum number of cached question vectors. A question has several variants, because speaker names are removed. */
const REMEMBERED_MAX = 200

/** The insight was deleted, or another job continued it. */
class NotMine extends Error {}

interface InsightRun extends InsightRunRef {
  readonly ctx: JobContext
  readonly row: InsightRunRow
  readonly visibility: Visibility
  readonly prompts: readonly InsightPrompt[]
  readonly ports: ReadPorts
  readonly until: number
}

export async function runNextPart(ctx: JobContext, ref: InsightRunRef, next: NextJob): Promise<void> {
  const row = await selectRun(ctx.db, ctx.org, ref.id)
  if (row === undefined || row.ticket !== ref.ticket) return
  const prompts = await selectPrompts(ctx.db, ctx.org, ref.id)
  const caller = { via: 'service', scopes: ['read'] } as const
  const principal = await reloadCaller(ctx.db, ctx.org, row.user_id, caller, ctx.clock.now())
  if (principal === undefined) return failInsight(ctx, ref)
  const visibility = toVisibility(principal)
  const model = row.model_fault === null ? ctx.modelFor(row.user_id) : undefined
  // Insights read hundreds of calls, as analyses do, so they use the threads of these.
  const ports = {
    ...ctx,
    ...{ model, principal, embedding: cacheQueryEmbeddings(ctx.embedding), requestWorkers: ctx.workers },
    // The findings contain their conversations.
    derivesFrom: () => {},
  }
  const run: InsightRun = { ...ref, ctx, row, visibility, prompts, ports, until: performance.now() + TURN_MS }
  try {
    if (!(await readAll(run))) return await transactAsOwner(run, (tx) => scheduleNext(run, tx, next))
    const sources = await readTheSources(run)
    for (const prompt of prompts) if (prompt.pending) await answer(run, prompt, sources[prompt.position - 1] ?? [])
  } catch (error) {
    ctx.signal.throwIfAborted()
    if (error instanceof NotMine) return
    if (!(error instanceof ModelFault)) throw error
    await transactAsOwner(run, (tx) => withoutAnswer(run, error, tx, next))
  }
}

/** Runs a transaction that holds the run lock, so that no other job stores results. @throws NotMine */
async function transactAsOwner<T>({ ctx, id, ticket }: InsightRun, store: (tx: Writer) => Promise<T>): Promise<T> {
  return ctx.transact(async (tx) => {
    if (!(await lockActiveRun(tx, ctx.org, { id, ticket }))) throw new NotMine()
    return store(tx)
  })
}

async function scheduleNext(
  { ctx, id, ticket }: InsightRun,
  tx: Writer,
  next: NextJob,
  startAfter?: Date,
): Promise<void> {
  await updateRun(tx, ctx.org, id, { ticket: ticket + 1 })
  await next(tx, startAfter)
}

/** Schedules a retry of the model. If it refused or was unavailable too long, the run continues without it. */
async function withoutAnswer(run: InsightRun, { fault }: ModelFault, tx: Writer, next: NextJob): Promise<void> {
  const { ctx, id, row } = run
  const wait = fault === 'unavailable' ? MODEL_RETRY_SECONDS[row.model_failures] : undefined
  if (wait === undefined) {
    await updateRun(tx, ctx.org, id, { model_fault: fault })
    return scheduleNext(run, tx, next)
  }
  await updateRun(tx, ctx.org, id, { model_failures: row.model_failures + 1 })
  await scheduleNext(run, tx, next, new Date(ctx.clock.now().getTime() + wait * 1_000))
}

/** @returns false if the turn ended before all conversations were read */
async function readAll(run: InsightRun): Promise<boolean> {
  const { ctx, id, visibility, prompts, ports } = run
  const questions = prompts.map(({ prompt }) => prompt)
  const size = ports.model === undefined ? AT_ONCE : AT_ONCE_BY_MODEL
  const lanes = ports.model === undefined ? 1 : LANES
  for (;;) {
    ctx.signal.throwIfAborted()
    const rows = await selectWaiting(ctx.db, ctx.org, visibility, id, size * lanes)
    if (rows.length === 0) return true
    if (performance.now() > run.until) return false
    const batches = Array.from({ length: lanes }, (_, lane) => rows.slice(lane * size, (lane + 1) * size))
    const read = await Promise.allSettled(
      batches.map((batch) => (batch.length === 0 ? [] : readConversations(ports, questions, batch))),
    )
    const looked = read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    // Stores the successful batches even if others failed.
    if (looked.length > 0) {
      await transactAsOwner(run, async (tx) => {
        await updateLookedAt(tx, ctx.org, id, looked)
        if (ports.model !== undefined) await resetModelFailures(run, tx)
      })
    }
    const failed = read.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}

/** Resets the failure count after a successful model call. */
async function resetModelFailures({ ctx, id, row }: InsightRun, tx: Writer): Promise<void> {
  if (row.model_failures === 0) return
  await updateRun(tx, ctx.org, id, { model_failures: 0 })
  row.model_failures = 0
}

async function readTheSources(run: InsightRun): Promise<readonly (readonly SourceFinding[])[]> {
  const { ctx, id, row, prompts, ports } = run
  if (row.source_ids.length === 0) return []
  if (row.source_findings !== null) return row.source_findings
  const questions = prompts.map(({ prompt }) => prompt)
  const found = await readSources(ports, questions, row.source_ids)
  await transactAsOwner(run, (tx) => updateRun(tx, ctx.org, id, { source_findings: JSON.stringify(found) }))
  return found
}

async function answer(run: InsightRun, prompt: InsightPrompt, sources: readonly SourceFinding[]): Promise<void> {
  const { ctx, id, row, visibility } = run
  for (let time = 1; ; time++) {
    const rows = await selectFindings(ctx.db, ctx.org, visibility, id, prompt.position)
    const known = await selectSourceTitles(ctx.db, ctx.org, [...new Set(sources.map(({ sourceId }) => sourceId))])
    const own = sources.filter(({ sourceId }) => known.has(sourceId))
    const made = await writeResult(run, gatherFindings(prompt.prompt, rows, own, row.meant))
    try {
      await transactAsOwner(run, async (tx) => {
        await finishResult(tx, ctx.org, prompt.id, made, ctx.clock.now())
        await endWhenDone(run, tx)
      })
      return
    } catch (error) {
      if (!(error instanceof SourceGone) || time === ANEW_MAX) throw error
    }
  }
}

async function writeResult({ ports, row }: InsightRun, found: GatheredFindings): Promise<MadeResult> {
  const { model } = ports
  let marks = createMarks()
  const byModel =
    model === undefined || found.says.length === 0 ? undefined : await byModelOrNot(model, found, marks, ports.signal)
  if (byModel === undefined) marks = createMarks()
  const result = byModel ?? composed(found, marks)
  return {
    ...{ status: 'FINISHED', result, items: marks.items },
    conversationIds: found.says.flatMap(({ kind, id }) => (kind === 'conversation' ? [id] : [])),
    notice: composeNotice(found, {
      hadModel: model !== undefined || row.model_fault !== null,
      byModel: byModel !== undefined || found.says.length === 0,
    }),
  }
}

/** @throws ModelFault when the model may answer later, or another setting has to be made first */
async function byModelOrNot(model: LanguageModel, found: GatheredFindings, marks: Marks, signal: AbortSignal) {
  try {
    return await putTogetherByModel(model, found, marks, signal)
  } catch (error) {
    if (!(error instanceof ModelFault) || !isOfTheseWords(error)) throw error
    return undefined
  }
}

function composeNotice(
  { read, byModel: readByModel, meant }: GatheredFindings,
  { hadModel, byModel }: { hadModel: boolean; byModel: boolean },
): string | null {
  const said = [
    ...(meant > CONVERSATIONS_MAX
      ? [`Parley read only the newest ${CONVERSATIONS_MAX} of ${meant} conversations.`]
      : []),
    ...(hadModel && readByModel < read
      ? [
          `The language model returned no notes for ${read - readByModel} of ${read} conversations. Their quotes are used instead.`,
        ]
      : []),
    ...(hadModel && !byModel && readByModel === read && read > 0
      ? ['The language model returned no overall answer. This answer lists the notes of each conversation.']
      : []),
  ]
  return said.length === 0 ? null : said.join(' ')
}

async function endWhenDone({ ctx, id, row }: InsightRun, tx: Writer): Promise<void> {
  const results = await selectPrompts(tx, ctx.org, id)
  if (results.some(({ pending }) => pending)) return
  await deleteFindings(tx, ctx.org, id)
  await announceFinished(ctx, tx, id, row.user_id, 'FINISHED')
}

const announceFinished = (ctx: JobContext, tx: Writer, id: string, userId: string, status: 'FINISHED' | 'FAILED') =>
  announce(tx, ctx, { type: 'insight.finished', data: { insight_id: id, user_id: userId, status } })

const WENT_WRONG = 'The insight failed because of an internal error. Create it again.'

/** Marks all pending results as failed. Finished results stay. */
export async function failInsight(ctx: JobContext, { id, ticket }: InsightRunRef): Promise<void> {
  await ctx.transact(async (tx) => {
    if (!(await lockActiveRun(tx, ctx.org, { id, ticket }))) return
    const run = await selectRun(tx, ctx.org, id)
    for (const prompt of await selectPrompts(tx, ctx.org, id)) {
      if (!prompt.pending) continue
      const nothing = { status: 'FAILED', result: '', conversationIds: [], items: [], notice: WENT_WRONG } as const
      await finishResult(tx, ctx.org, prompt.id, nothing, ctx.clock.now())
    }
    await deleteFindings(tx, ctx.org, id)
    await announceFinished(ctx, tx, id, run?.user_id ?? '', 'FAILED')
  })
}

/** Caches query embeddings, because every conversation is compared with the same questions. */
function cacheQueryEmbeddings(embedding: Embedding): Embedding {
  const known = new Map<string, Promise<Float32Array[]>>()
  return {
    ...embedding,
    embed(texts, purpose, signal) {
      if (purpose === 'passage') return embedding.embed(texts, purpose, signal)
      const key = JSON.stringify([purpose, texts])
      const vectors = known.get(key) ?? embedding.embed(texts, purpose, signal)
      if (known.size < REMEMBERED_MAX) known.set(key, vectors)
      vectors.catch(() => known.delete(key))
      return vectors
    },
  }
}
