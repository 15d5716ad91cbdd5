import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { text, uuid } from '../../../core/wire.ts'
import { lockUser } from '../../accounts/identity/index.ts'
import { selectFoundConversations } from '../../conversations/records/index.ts'
import {
  countProcessing,
  insertSession,
  lockSession,
  type NewSuperAgentRun,
  selectSession,
  updateRun,
} from './queries.ts'
import { lockConversations, type MessageRow, selectMessages, selectSources } from './queries-messages.ts'
import { insertMessages, insertSources, type NewMessage, updateProgress } from './queries-runs.ts'
import { type AnswerSource, source } from './schema.ts'
import { answerBySearch, type BySearch } from './search-fallback.ts'
import { requireUserId } from './session-owner.ts'
import { superAgentTurn } from './super-agent-turn.job.ts'
import { toBriefLine, truncateText } from './text.ts'

/** Maximum wait for an answer. The documented limit is 15 seconds for the whole request. */
const WAIT_MS = 14_000
const POLL_MS = 150
/** Maximum number of concurrent runs per user. */
const RUNS_MAX = 3
const MESSAGE_MAX = 8_000
const TITLE_LETTERS = 80
const CHANGED = 'A search result was erased, or you lost access to it. Send the message again.'
/** Number of newest messages that are read to count the steps of a run; no run has more. */
const STEPS_LOOKED_AT = 200

const output = z.object({
  session_id: z.string(),
  status: z.enum(['answered', 'processing', 'failed', 'cancelled']),
  answer: z.string().nullable(),
  sources: z.array(source),
  steps: z.array(z.string()),
})
type Output = z.output<typeof output>

export const sendSuperAgentMessage = sendWithin(WAIT_MS)

/** @param waitMs maximum wait for the answer, in milliseconds */
export function sendWithin(waitMs: number) {
  return defineToolOperation({
    id: 'sendSuperAgentMessage',
    summary: 'Send a message to the super agent',
    tag: 'Super agent',
    input: z.object({ message: text({ min: 1, max: MESSAGE_MAX, trim: true }), session_id: uuid().optional() }),
    output,
    requires: { scope: 'write', level: 'user' },
    events: { step: z.object({ steps: z.int() }) },
    async handle({ message, session_id }, ctx) {
      const until = performance.now() + waitMs
      const userId = requireUserId(ctx.principal)
      // Before the transaction, because search is slow.
      const found = ctx.model === undefined ? await answerBySearch(ctx, ctx.principal, message, 'none') : undefined
      const run = { id: newId(), principal: ctx.principal, at: ctx.clock.now() }
      const sessionId = await ctx.transact(async (tx) => {
        const kept = found === undefined ? undefined : await lockFoundConversations(tx, ctx, found)
        const begun = await startRun(tx, ctx, { ...run, status: found === undefined ? 'processing' : 'idle' }, userId, {
          sessionId: session_id,
          message,
        })
        await put(tx, ctx, run, begun, message, kept)
        ctx.addAuditTarget('super agent session', begun.id)
        return begun.id
      })
      if (found === undefined) await waitForRunEnd(ctx, userId, sessionId, run.id, until)
      return toRunOutput(ctx, userId, sessionId, run.id)
    },
  })
}

/** Locks the found conversations, or returns a notice if one is gone. Must run before the session is locked. */
async function lockFoundConversations(tx: Writer, { org, principal }: Context, found: BySearch): Promise<BySearch> {
  const conversationIds = await lockConversations(tx, org, toVisibility(principal), found.conversationIds)
  return conversationIds.length === found.conversationIds.length ? found : { text: CHANGED, conversationIds: [] }
}

interface StartedRun {
  readonly id: string
  readonly lastPosition: number
}

/** Locks the session, creating it if needed, and starts its run. */
async function startRun(
  tx: Writer,
  ctx: Context,
  run: NewSuperAgentRun,
  userId: string,
  given: { sessionId: string | undefined; message: string },
): Promise<StartedRun> {
  const { org } = ctx
  if (run.status === 'processing') {
    // Locks the user, so that concurrent messages are counted.
    await lockUser(tx, org, userId)
    if ((await countProcessing(tx, org, userId)) >= RUNS_MAX) {
      throw conflict(
        'too_many_runs',
        `You can have at most ${RUNS_MAX} active sessions. Wait until one ends, or cancel one.`,
      )
    }
  }
  if (given.sessionId === undefined) {
    const id = newId()
    await insertSession(tx, org, { id, userId, title: toBriefLine(given.message, TITLE_LETTERS) }, run)
    return { id, lastPosition: 0 }
  }
  const session = await lockSession(tx, org, userId, given.sessionId)
  if (session === undefined) throw notFound('super agent session', '/session_id')
  if (session.status === 'processing') {
    throw conflict(
      'session_processing',
      'The session is still processing a message. Wait until it ends, or cancel it.',
      '/session_id',
    )
  }
  await updateRun(tx, org, session.id, run)
  return { id: session.id, lastPosition: session.last_position }
}

/** Stores the message, and either its answer or the job that generates it. */
async function put(
  tx: Writer,
  { org, jobs }: Context,
  { id: runId, at }: Pick<NewSuperAgentRun, 'id' | 'at'>,
  { id: sessionId, lastPosition }: StartedRun,
  message: string,
  found: BySearch | undefined,
): Promise<void> {
  const asked: NewMessage = { position: lastPosition + 1, step: 0, role: 'user', content: message }
  const answer: NewMessage[] =
    found === undefined
      ? []
      : [{ position: lastPosition + 2, step: 1, role: 'assistant', content: truncateText(found.text) }]
  const run = { sessionId, runId }
  await insertMessages(tx, org, run, [asked, ...answer], at)
  const progress = { steps: answer.length, lastPosition: lastPosition + 1 + answer.length, at }
  await updateProgress(tx, org, run, { ...progress, status: found === undefined ? 'processing' : 'idle' })
  if (found === undefined) await jobs.add(tx, org, superAgentTurn, { session_id: sessionId, run_id: runId })
  else await insertSources(tx, org, sessionId, lastPosition + 2, found.conversationIds)
}

/** Waits until the run has ended, the time is over, or the request is aborted. */
async function waitForRunEnd(
  ctx: Context,
  userId: string,
  sessionId: string,
  runId: string,
  until: number,
): Promise<void> {
  let steps = 0
  while (performance.now() < until) {
    await pause(Math.min(POLL_MS, Math.max(1, until - performance.now())), undefined, { signal: ctx.signal })
    const session = await selectSession(ctx.db, ctx.org, userId, sessionId)
    if (session === undefined || session.status !== 'processing' || session.run_id !== runId) return
    if (session.run_steps === steps) continue
    steps = session.run_steps
    await ctx.emit('step', { steps })
  }
}

async function toRunOutput(ctx: Context, userId: string, sessionId: string, runId: string): Promise<Output> {
  const { db, org, principal } = ctx
  const session = await selectSession(db, org, userId, sessionId)
  const ended = { session_id: sessionId, status: 'cancelled' as const, answer: null, sources: [], steps: [] }
  if (session === undefined || session.run_id !== runId) return ended
  const visibility = toVisibility(principal)
  const window = { limit: STEPS_LOOKED_AT, offset: 0 }
  const { rows } = await selectMessages(db, org, visibility, sessionId, window)
  const ofRun = rows.filter((row) => row.run_id === runId)
  const steps = ofRun.flatMap(({ name }) => name ?? []).toReversed()
  if (session.status === 'processing') return { ...ended, status: 'processing', steps }
  if (session.status === 'cancelled') return { ...ended, steps }
  const last = ofRun.find(({ role }) => role === 'assistant')
  return {
    session_id: sessionId,
    status: session.status === 'failed' ? 'failed' : 'answered',
    answer: last === undefined || last.withheld ? null : last.content,
    sources: last === undefined ? [] : await loadSources(ctx, sessionId, last),
    steps,
  }
}

async function loadSources(ctx: Context, sessionId: string, { position }: MessageRow): Promise<AnswerSource[]> {
  const { db, org, principal } = ctx
  const ids = await selectSources(db, org, sessionId, { from: position, to: position })
  const seen = await selectFoundConversations(db, org, toVisibility(principal), ids)
  return [...seen.values()].map(({ id, title }) => ({ call_id: id, title }))
}
