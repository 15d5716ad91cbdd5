/**
 * What a run writes, each in one transaction that finds the run still at work and its session as it was read, or writes
 * nothing: what was made of something that is erased meanwhile must not be kept.
 */
import type { JobContext } from '../../core/jobs.ts'
import type { AskedCall, Turn } from '../../core/language-model.ts'
import { type Principal, type Visibility, visibilityOf } from '../../core/principal.ts'
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

/** Ids of one result that are looked up. */
const IDS_MAX = 2_000
const GONE = '[Left out: it tells of a call that was erased meanwhile.]'

/** How the session was when what is to be written was made. */
type Seen = Pick<RunRow, 'last_position' | 'erased'>

const isAsSeen = (now: RunRow, seen: Seen): boolean =>
  now.last_position === seen.last_position && now.erased === seen.erased

/** Marks a call as begun. @returns false when it is not to be made any more, or another process was quicker */
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
  /** What was asked and answered beside the text: it tells which conversations it is about. */
  readonly about?: unknown
}

/** Also once the run has ended: what was done was done. */
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

/** The turn is the answer. @returns whether there is more to do */
export async function storeAnswer(ctx: JobContext, run: RunRef, told: Told): Promise<boolean> {
  const { text, ids } = checked(told.turn.text, knownIn(told.messages))
  const cited = new Set(await selectSources(ctx.db, ctx.org, run.sessionId))
  const about = { ids: ids.filter((id) => cited.has(id)), visibility: visibilityOf(told.principal) }
  return endRun(ctx, run, { status: 'idle', text, seen: told.seen, about })
}

/**
 * The turn asks for calls. @returns whether there is more to do
 * @param refusalOf what a call is told that is not to be made; undefined: it is
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
    // Another process has told the next turn, or there is less to tell it from.
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

/** Ids that the person wrote or a tool gave. */
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
  /** Of a text that was made of what stands in the session. */
  readonly seen?: Seen
  /** Conversations that the text tells of; `all` of them must still be there. */
  readonly about?: { readonly ids: readonly string[]; readonly visibility: Visibility; readonly all?: true }
}

/** The last words of the run. @returns whether there is more to do after all, since things have changed */
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
