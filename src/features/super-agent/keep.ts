/** What a run writes, each in one transaction that finds the run still at work, or writes nothing. */
import type { Writer } from '../../core/db.ts'
import type { JobContext } from '../../core/jobs.ts'
import type { AskedCall, Turn } from '../../core/language-model.ts'
import { type Principal, type Visibility, visibilityOf } from '../../core/principal.ts'
import { selectFoundConversations } from '../conversations/index.ts'
import { type MessageRow, selectSources } from './queries-messages.ts'
import {
  insertMessages,
  insertSources,
  lockRun,
  type NewMessage,
  type RunRef,
  updateCall,
  updateProgress,
  updateTaken,
} from './queries-runs.ts'
import type { Status } from './schema.ts'
import { bounded, checked, idsIn } from './text.ts'

/** Ids of one result that are looked up. */
const IDS_MAX = 2_000

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
  /** Beside its text, what tells which conversations it is about. */
  readonly mentioned: string
}

/** Also once the run has ended: what was done was done. */
export async function settleCall(ctx: JobContext, run: RunRef, settled: Settled): Promise<void> {
  const { principal, position, state } = settled
  const content = bounded(settled.content)
  await ctx.transact(async (tx) => {
    const told = await updateCall(tx, ctx.org, run, position, { state, content })
    if (!told || state !== 'done') return
    const ids = idsIn(`${content} ${settled.mentioned}`).slice(0, IDS_MAX)
    const conversations = await seenOf(tx, ctx, visibilityOf(principal), ids)
    await insertSources(tx, ctx.org, run.sessionId, position, conversations)
  })
}

export interface Told {
  /** The place of the last message that the model was shown. */
  readonly lastPosition: number
  readonly principal: Principal
  readonly turn: Turn
  readonly messages: readonly MessageRow[]
  /** What a call is told that is not to be made; undefined: it is. */
  readonly refusalOf: (call: AskedCall) => string | undefined
}

/** The turn is the answer. */
export async function storeAnswer(ctx: JobContext, run: RunRef, told: Omit<Told, 'refusalOf'>): Promise<false> {
  const { text, ids } = checked(told.turn.text, knownIn(told.messages))
  const cited = { ids, visibility: visibilityOf(told.principal) }
  return endRun(ctx, run, { status: 'idle', text, cited, lastPosition: told.lastPosition })
}

/** The turn asks for calls. @returns whether there is more to do */
export async function storeTurn(ctx: JobContext, run: RunRef, told: Told): Promise<boolean> {
  const { turn } = told
  const more = turn.leftOut === 0 ? '' : `[${turn.leftOut} more calls of this turn were not made.]`
  const words = checked(turn.text, knownIn(told.messages)).text
  const text = [words, more].filter((part) => part !== '').join('\n\n')
  return ctx.transact(async (tx) => {
    const standing = await lockRun(tx, ctx.org, run)
    if (standing === undefined) return false
    // Another process has told the next turn already.
    if (standing.last_position !== told.lastPosition) return true
    const step = standing.run_steps + 1
    const first = standing.last_position + 1
    const messages: NewMessage[] = [
      { position: first, step, role: 'assistant', content: text },
      ...turn.calls.map((call, index): NewMessage => {
        const refusal = told.refusalOf(call)
        const state = refusal === undefined ? 'asked' : 'refused'
        const { id, name, args } = call
        return {
          ...{ position: first + 1 + index, step, role: 'tool', content: refusal ?? '' },
          call: { id, name, args, state },
        }
      }),
    ]
    const at = ctx.clock.now()
    await insertMessages(tx, ctx.org, run, messages, at)
    const lastPosition = standing.last_position + messages.length
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
  /** Conversations that the text tells of. */
  readonly conversationIds?: readonly string[]
  /** Ids that it names, some of which may be of conversations. */
  readonly cited?: { readonly ids: readonly string[]; readonly visibility: Visibility }
  /** The place of the last message it was made from. */
  readonly lastPosition?: number
}

/** The last words of the run. @returns false: there is nothing more to do */
export async function endRun(ctx: JobContext, run: RunRef, ending: Ending): Promise<false> {
  await ctx.transact(async (tx) => {
    const standing = await lockRun(tx, ctx.org, run)
    const { lastPosition = standing?.last_position } = ending
    if (standing === undefined || standing.last_position !== lastPosition) return
    const position = standing.last_position + 1
    const step = standing.run_steps + 1
    const at = ctx.clock.now()
    await insertMessages(tx, ctx.org, run, [{ position, step, role: 'assistant', content: ending.text }], at)
    const { conversationIds = [], cited } = ending
    const sources = cited === undefined ? conversationIds : await citedOf(tx, ctx, run, cited)
    await insertSources(tx, ctx.org, run.sessionId, position, sources)
    await updateProgress(tx, ctx.org, run, { status: ending.status, steps: step, lastPosition: position, at })
  })
  return false
}

/** Conversations the text names that a tool told of in this session. */
async function citedOf(
  tx: Writer,
  ctx: JobContext,
  { sessionId }: RunRef,
  { ids, visibility }: NonNullable<Ending['cited']>,
): Promise<string[]> {
  const told = new Set(await selectSources(tx, ctx.org, sessionId))
  return seenOf(
    tx,
    ctx,
    visibility,
    ids.filter((id) => told.has(id)),
  )
}

async function seenOf(
  tx: Writer,
  { org }: JobContext,
  visibility: Visibility,
  ids: readonly string[],
): Promise<string[]> {
  return [...(await selectFoundConversations(tx, org, visibility, ids)).keys()]
}
