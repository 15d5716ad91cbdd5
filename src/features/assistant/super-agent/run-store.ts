/**
 * Stores the steps of a run. Each transaction checks that the run is still active and that its session hasn't changed
 * since it was read; otherwise it writes nothing. So text that was generated from erased data is never stored.
 */
import type { JobContext } from '../../../core/jobs.ts'
import type { ModelTurn, RequestedToolCall } from '../../../core/language-model.ts'
import { type Principal, toVisibility, type Visibility } from '../../../core/principal.ts'
import { lockConversations, type MessageRow, selectSources } from './queries-messages.ts'
import {
  insertMessages,
  insertSources,
  lockRun,
  type NewMessage,
  type SuperAgentRunRef,
  type SuperAgentRunRow,
  updateCall,
  updateProgress,
  updateTaken,
} from './queries-runs.ts'
import type { SessionStatus } from './schema.ts'
import { callIdsIn, checked, idsIn, truncateText } from './text.ts'

/** Maximum number of IDs that are looked up in one result. */
const IDS_MAX = 2_000
const GONE = '[Left out: it refers to a call that was erased.]'

/** State of the session when the text was generated. Used to detect later changes. */
type SeenMessages = Pick<SuperAgentRunRow, 'last_position' | 'erased'>

const isAsSeen = (now: SuperAgentRunRow, seen: SeenMessages): boolean =>
  now.last_position === seen.last_position && now.erased === seen.erased

/** Marks a tool call as started. @returns false if the run has ended, or if another process has started the call */
export async function takeCall(
  ctx: JobContext,
  run: SuperAgentRunRef,
  { position, state }: MessageRow,
): Promise<boolean> {
  return ctx.transact(async (tx) => {
    if (state === null || (await lockRun(tx, ctx.org, run)) === undefined) return false
    return updateTaken(tx, ctx.org, run, position, state)
  })
}

export interface ToolCallResult {
  readonly principal: Principal
  readonly position: number
  readonly state: 'done' | 'refused' | 'unknown'
  readonly content: string
  /** Arguments and data of the call, which contain the IDs of its conversations. */
  readonly about?: unknown
}

/** Stores the result of a tool call, also after the run has ended, because the call was executed. */
export async function saveToolCallResult(
  ctx: JobContext,
  run: SuperAgentRunRef,
  settled: ToolCallResult,
): Promise<void> {
  const { principal, position, state, about = null } = settled
  const content = truncateText(settled.content)
  const ids = state === 'done' ? idsIn(`${content} ${JSON.stringify(about)}`).slice(0, IDS_MAX) : []
  await ctx.transact(async (tx) => {
    const held = await lockConversations(tx, ctx.org, toVisibility(principal), ids)
    const isGone = state === 'done' && callIdsIn(about).some((id) => ids.includes(id) && !held.includes(id))
    const told = await updateCall(tx, ctx.org, run, position, { state, content: isGone ? GONE : content })
    if (told && !isGone) await insertSources(tx, ctx.org, run.sessionId, position, held)
  })
}

export interface SentModelTurn {
  readonly seen: SeenMessages
  readonly principal: Principal
  readonly turn: ModelTurn
  readonly messages: readonly MessageRow[]
}

/** Stores the answer of the last turn. @returns whether the run continues */
export async function storeAnswer(ctx: JobContext, run: SuperAgentRunRef, told: SentModelTurn): Promise<boolean> {
  const { text, ids } = checked(told.turn.text, collectKnownIds(told.messages))
  const cited = new Set(await selectSources(ctx.db, ctx.org, run.sessionId))
  const about = { ids: ids.filter((id) => cited.has(id)), visibility: toVisibility(told.principal) }
  return endRun(ctx, run, { status: 'idle', text, seen: told.seen, about })
}

/**
 * Stores a turn with tool calls. @returns whether the run continues
 * @param refusalOf reason to reject a call; undefined if the call is allowed
 */
export async function storeTurn(
  ctx: JobContext,
  run: SuperAgentRunRef,
  { turn, messages: before, seen }: SentModelTurn,
  refusalOf: (call: RequestedToolCall) => string | undefined,
): Promise<boolean> {
  const more = turn.leftOut === 0 ? '' : `[${turn.leftOut} more calls of this turn were not made.]`
  const words = [checked(turn.text, collectKnownIds(before)).text, more].filter((part) => part !== '').join('\n\n')
  return ctx.transact(async (tx) => {
    const now = await lockRun(tx, ctx.org, run)
    if (now === undefined) return false
    // Another process has stored the next turn, or messages were erased.
    if (!isAsSeen(now, seen)) return true
    const step = now.run_steps + 1
    const first = now.last_position + 1
    const calls = turn.calls.map((call, index): NewMessage => {
      const refusal = refusalOf(call)
      const { id, name, args } = call
      return {
        ...{ position: first + 1 + index, step, role: 'tool', content: refusal ?? '' },
        call: { id, name, args, state: refusal === undefined ? 'asked' : 'refused' },
      }
    })
    const at = ctx.clock.now()
    await insertMessages(tx, ctx.org, run, [{ position: first, step, role: 'assistant', content: words }, ...calls], at)
    const lastPosition = first + calls.length
    await updateProgress(tx, ctx.org, run, { status: 'processing', steps: step, lastPosition, at })
    return true
  })
}

/** IDs that the user wrote or that tools returned. */
function collectKnownIds(messages: readonly MessageRow[]): ReadonlySet<string> {
  const texts = messages.map(({ role, state, content, args }) => {
    if (role === 'user') return content
    return state === 'done' ? `${content} ${JSON.stringify(args)}` : ''
  })
  return new Set(idsIn(texts.join(' ')))
}

export interface RunOutcome {
  readonly status: Exclude<SessionStatus, 'processing' | 'cancelled'>
  readonly text: string
  /** Session state that the text was generated from. Used to detect later changes. */
  readonly seen?: SeenMessages
  /** Conversations that the text refers to. With `all`, all of them must still exist. */
  readonly about?: { readonly ids: readonly string[]; readonly visibility: Visibility; readonly all?: true }
}

/** Ends a run with its final message. @returns whether the run continues because the session has changed */
export async function endRun(
  ctx: JobContext,
  run: SuperAgentRunRef,
  { status, text, seen, about }: RunOutcome,
): Promise<boolean> {
  return ctx.transact(async (tx) => {
    const held = about === undefined ? [] : await lockConversations(tx, ctx.org, about.visibility, about.ids)
    const now = await lockRun(tx, ctx.org, run)
    if (now === undefined) return false
    if (seen !== undefined && !isAsSeen(now, seen)) return true
    if (about?.all === true && held.length < about.ids.length) return true
    const position = now.last_position + 1
    const step = now.run_steps + 1
    const at = ctx.clock.now()
    await insertMessages(tx, ctx.org, run, [{ position, step, role: 'assistant', content: text }], at)
    await insertSources(tx, ctx.org, run.sessionId, position, held)
    await updateProgress(tx, ctx.org, run, { status, steps: step, lastPosition: position, at })
    return false
  })
}
