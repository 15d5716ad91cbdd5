/**
 * Runs a session from a message to its answer. Each step is stored before the next one starts, and the next step is
 * derived from the stored state. So an interrupted run continues on any process.
 *
 * A tool call is stored before it is executed. If the outcome of a started call is unknown, it is repeated only if it
 * just reads. For other calls, the model gets the result that the outcome is unknown.
 */

import type { JobContext } from '../../../core/jobs.ts'
import { type LanguageModel, ModelFault, type ModelTurn } from '../../../core/language-model.ts'
import { type Principal, toVisibility } from '../../../core/principal.ts'
import { toolErrorText } from '../../../core/tool-errors.ts'
import { loadActingPrincipal } from './acting-principal.ts'
import { type Permitted, permittedFor } from './permitted.ts'
import { promptFor, STEPS_MAX } from './prompt.ts'
import { type MessageRow, selectMessages } from './queries-messages.ts'
import { type SuperAgentRunRef, type SuperAgentRunRow, selectRun } from './queries-runs.ts'
import { endRun, saveToolCallResult, storeAnswer, storeTurn, takeCall } from './run-store.ts'
import { type AnswerFailure, answerBySearch } from './search-fallback.ts'

/** Maximum number of messages that are read; more than the context of any language model can contain. */
const MESSAGES_MAX = 500

const NOT_ALLOWED = 'The run ended because the API key or connection is no longer valid, or the user was deactivated.'
const OUT_OF_TURNS = `The run ended without an answer after ${STEPS_MAX} turns. Results so far are in the session. Send another message to continue.`
export const TOOK_TOO_LONG =
  'The run ended because it exceeded the time limit. Results so far are in the session. Send another message to continue.'

/** Executes the next step of a run. @returns whether the run continues */
export async function advance(ctx: JobContext, run: SuperAgentRunRef): Promise<boolean> {
  const standing = await selectRun(ctx.db, ctx.org, run)
  if (standing === undefined) return false
  // Loaded for every step, so that deactivation and role changes apply immediately.
  const principal = await loadActingPrincipal(ctx, standing)
  if (principal === undefined) return endRun(ctx, run, { status: 'failed', text: NOT_ALLOWED })
  const window = { limit: MESSAGES_MAX, offset: 0 }
  const { rows } = await selectMessages(ctx.db, ctx.org, toVisibility(principal), run.sessionId, window)
  const messages = rows.toReversed()
  const call = messages.find(({ run_id, state }) => run_id === run.runId && (state === 'asked' || state === 'running'))
  const permitted = permittedFor(principal, ctx.internalTools.tools)
  if (call !== undefined) await makeCall(ctx, run, principal, permitted, call)
  else return runModelStep(ctx, run, { session: standing, principal, permitted, messages })
  return true
}

async function makeCall(
  ctx: JobContext,
  run: SuperAgentRunRef,
  principal: Principal,
  { own }: Permitted,
  call: MessageRow,
): Promise<void> {
  const tool = own.find(({ name }) => name === call.name)
  const saveResult = (state: 'done' | 'refused' | 'unknown', content: string, about?: unknown) =>
    saveToolCallResult(ctx, run, { principal, position: call.position, state, content, about })
  if (call.withheld) return saveResult('refused', 'Nothing was done.')
  if (call.state === 'running' && tool?.requires.scope !== 'read') return saveResult('unknown', '')
  if (tool === undefined) return saveResult('refused', formatRefusal(ctx, call.name ?? ''))
  if (!(await takeCall(ctx, run, call))) return
  const { signal } = ctx
  const answer = await ctx.internalTools.call(principal, tool.name, call.args, { signal, requestId: run.runId })
  if ('error' in answer) return saveResult('refused', toolErrorText(answer.error))
  await saveResult('done', answer.text, [call.args, answer.data])
}

interface StepInput {
  readonly session: SuperAgentRunRow
  readonly principal: Principal
  readonly permitted: Permitted
  readonly messages: readonly MessageRow[]
}

async function runModelStep(ctx: JobContext, run: SuperAgentRunRef, thinking: StepInput): Promise<boolean> {
  const { session, principal, permitted, messages } = thinking
  const model = ctx.modelFor(session.user_id)
  if (model === undefined) return endWithSearchResults(ctx, run, thinking, 'none')
  let turn: ModelTurn
  try {
    turn = await requestTurn(model, thinking, ctx)
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    return endWithSearchResults(ctx, run, thinking, error.fault)
  }
  const told = { principal, turn, messages, seen: session }
  if (turn.calls.length === 0) return storeAnswer(ctx, run, told)
  if (session.run_steps >= STEPS_MAX - 1) {
    const text = turn.text.trim() === '' ? OUT_OF_TURNS : turn.text
    return storeAnswer(ctx, run, { ...told, turn: { ...turn, text } })
  }
  const offered = new Set(permitted.own.map(({ name }) => name))
  return storeTurn(ctx, run, told, ({ name, wrong }) => {
    if (wrong === 'not_json') return 'The arguments are no JSON object, or were cut off. Nothing was done.'
    return offered.has(name) && wrong === undefined ? undefined : formatRefusal(ctx, name)
  })
}

/** Calls the model. An unusable output is requested once more. */
async function requestTurn(model: LanguageModel, thinking: StepInput, ctx: JobContext): Promise<ModelTurn> {
  const { permitted, messages, session } = thinking
  const prompt = promptFor(model, { permitted, messages, steps: session.run_steps, at: ctx.clock.now() })
  const ask = { ...prompt, signal: ctx.signal }
  try {
    return await model.turn(ask)
  } catch (error) {
    if (!(error instanceof ModelFault) || error.fault !== 'wrong') throw error
    return model.turn(ask)
  }
}

/** Ends the run with search results. */
async function endWithSearchResults(
  ctx: JobContext,
  run: SuperAgentRunRef,
  thinking: StepInput,
  lack: AnswerFailure,
): Promise<boolean> {
  const { principal, messages, session } = thinking
  const asked = messages.findLast(({ role, run_id }) => role === 'user' && run_id === run.runId)
  const { text, conversationIds } = await answerBySearch(ctx, principal, asked?.content ?? '', lack)
  const status = lack === 'none' ? 'idle' : 'failed'
  const about = { ids: conversationIds, visibility: toVisibility(principal), all: true as const }
  return endRun(ctx, run, { status, text, about, seen: session })
}

function formatRefusal({ internalTools }: Pick<JobContext, 'internalTools'>, name: string): string {
  return internalTools.tools.some((tool) => tool.name === name)
    ? `Nothing was done: ${name} is not yours to call. Where it is needed, propose it to the person by its name; they decide.`
    : 'Nothing was done: there is no tool of this name.'
}
