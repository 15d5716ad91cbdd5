/**
 * Stores the steps of a run. Each transaction checks that the run is still active and that its session hasn't changed
 * since it was read; otherwise it writes nothing. So text that was generated from erased data is never stored.
 */
import type { JobContext } from '../../../core/jobs.ts'
import type { AskedCall, Turn } from '../../../core/language-model.ts'
import { type Principal, type Visibility, visibilityOf } from '../../../core/principal.ts'
import { holdConversations, type MessageRow, selectSources } from './queries-messages.ts'
import {
  insertMessages,
  insertSources,
  lockRun,
  type NewMessage,
  type RunRef,
  type RunRow,
  updateCall,
  updateProgress,
  updateTaken,
} from './queries-runs.ts'
import type { Status } from './schema.ts'
import { bounded, callIdsIn, checked, idsIn } from './text.ts'

/** Maximum number of IDs that are looked up in one result. */
const IDS_MAX = 2_000
const GONE = '[Left out: it refers to a call that was erased.]'

/** State of the session when the text was generated. Used to detect later changes. */
type Seen = Pick<RunRow, 'last_position' | 'erased'>

const isAsSeen = (now: RunRow, seen: Seen): boolean =>
  now.last_position === seen.last_position && now.erased === seen.erased

/** Marks a tool call as started. @returns false if the run has ended, or if another process has started the call */
export async function takeCall(ctx: JobContext, run: RunRef, { position, state }: MessageRow): Promise<boolean> {
  return ctx.transact(async (tx) => {
    if (state === null || (await lockRun(tx, ctx.org, run)) === undefined) return false
    return updateTaken(tx, ctx.org, run, position, state)
  })
}

export interface Settled {
  readonly principal: Principal
  readonly position: number
  readonly state: 'done' | 'refused' | 'unknown'
  readonly content: string
  /** Arguments and data of the call, which contain the IDs of its conversations. */
  readonly about?: unknown
}

/** Stores the result of a tool call, also after the run has ended, because the call was executed. */
export async function settleCall(ctx: JobContext, run: RunRef, settled: Settled): Promise<void> {
  const { principal, position, state, about = null } = settled
  const content = bounded(settled.content)
  const ids = state === 'done' ? idsIn(`${content} ${JSON.stringify(about)}`).slice(0, IDS_MAX) : []
  await ctx.transact(async (tx) => {
    const held = await holdConversations(tx, ctx.org, visibilityOf(principal), ids)
    const isGone = state === 'done' && callIdsIn(about).some((id) => ids.includes(id) && !held.includes(id))
    const told = await updateCall(tx, ctx.org, run, position, { state, content: isGone ? GONE : content })
    if (told && !isGone) await insertSources(tx, ctx.org, run.sessionId, position, held)
  })
}

export interface Told {
  readonly seen: Seen
  readonly principal: Principal
  readonly turn: Turn
  readonly messages: readonly MessageRow[]
}

/** Stores the answer of the last turn. @returns whether the run continues */
export async function storeAnswer(ctx: JobContext, run: RunRef, told: Told): Promise<boolean> {
  const { text, ids } = checked(told.turn.text, knownIn(told.messages))
  const cited = new Set(await selectSources(ctx.db, ctx.org, run.sessionId))
  const about = { ids: ids.filter((id) => cited.has(id)), visibility: visibilityOf(told.principal) }
  return endRun(ctx, run, { status: 'idle', text, seen: told.seen, about })
}

/**
 * Stores a turn with tool calls. @returns whether the run continues
 * @param refusalOf reason to reject a call; undefined if the call is allowed
 */
export async function storeTurn(
  ctx: JobContext,
  run: RunRef,
  { turn, messages: before, seen }: Told,
  refusalOf: (call: AskedCall) => string | undefined,
): Promise<boolean> {
  const more = turn.leftOut === 0 ? '' : `[${turn.leftOut} more calls of this turn were not made.]`
  const words = [checked(turn.text, knownIn(before)).text, more].filter((part) => part !== '').join('\n\n')
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
function knownIn(messages: readonly MessageRow[]): ReadonlySet<string> {
  const texts = messages.map(({ role, state, content, args }) => {
    if (role === 'user') return content
    return state === 'done' ? `${content} ${JSON.stringify(args)}` : ''
  })
  return new Set(idsIn(texts.join(' ')))
}

export interface Ending {
  readonly status: Exclude<Status, 'processing' | 'cancelled'>
  readonly text: string
  /** Session state that the text was generated from. Used to detect later changes. */
  readonly seen?: Seen
  /** Conversations that the text refers to. With `all`, all of them must still exist. */
  readonly about?: { readonly ids: readonly string[]; readonly visibility: Visibility; readonly all?: true }
}

/** Ends a run with its final message. @returns whether the run continues because the session has changed */
export async function endRun(ctx: JobContext, run: RunRef, { status, text, seen, about }: Ending): Promise<boolean> {
  return ctx.transact(async (tx) => {
    const held = about === undefined ? [] : await holdConversations(tx, ctx.org, about.visibility, about.ids)
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
