import type { Writer } from '../../../core/db.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { doubleDelay } from '../../../core/retry-delays.ts'
import {
  isLimited,
  lockSource,
  lookAtSourceKind,
  openSource,
  requireUnlimited,
  type SourceRow,
  scheduleLook,
  selectSeen,
  startLimit,
  updateLook,
  updateSourceFault,
  upsertSeen,
} from '../call-sources/index.ts'
import {
  type AnnouncedCall,
  findSourceKind,
  type ListRequest,
  type SourceAccess,
  SourceFault,
  type SourceKind,
} from '../source-kinds/index.ts'
import { announceCall } from './announce-call.ts'

const DAY_MS = 86_400_000
/** Overlap of two looks. Sources list calls late, so some are listed twice rather than missed. */
const OVERLAP_MS = DAY_MS
/** Delay before the first retry after a fault. It doubles with each failure. */
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 60 * 60_000
/** Maximum number of calls in one transaction, so that the embedded database isn't blocked. */
const ANNOUNCED_AT_ONCE = 50
/** Duration after which a look continues in another job. */
const RUN_MS = 240_000

type LookTicket = { readonly id: string; readonly ticket: number }

/**
 * Lists the calls of a source page by page. Each page is stored with the cursor of the next one, so an interrupted look
 * continues there.
 */
export const lookAtSource = defineJob({
  ...lookAtSourceKind,
  async handle(asked, ctx) {
    const source = await startLook(ctx, asked)
    const kind = source === undefined ? undefined : findSourceKind(source.kind)
    if (source === undefined || kind?.list === undefined) return
    try {
      requireUnlimited(source, ctx.clock.now())
      await listAll(ctx, asked, source, kind)
    } catch (error) {
      ctx.signal.throwIfAborted()
      if (!(error instanceof SourceFault)) throw error
      await endEarly(ctx, asked, error)
    }
  },
  failed: (asked, ctx) => endEarly(ctx, asked, new SourceFault('temporary', 'The look was interrupted repeatedly.')),
})

/** Starts or continues a look. Undefined if the job is outdated. */
async function startLook(ctx: JobContext, asked: LookTicket): Promise<SourceRow | undefined> {
  return ctx.transactUnaudited(async (tx) => {
    const source = await lockAsked(tx, ctx, asked)
    if (source === undefined) return undefined
    const now = ctx.clock.now()
    const usual = source.looked_until === null ? now.getTime() - DAY_MS : Date.parse(source.looked_until) - OVERLAP_MS
    const since = new Date(source.looking_since ?? usual)
    const until = new Date(source.looking_until ?? now)
    await updateLook(tx, ctx.org, asked.id, { look_state: 'running', looking_since: since, looking_until: until })
    return { ...source, looking_since: since.toISOString(), looking_until: until.toISOString() }
  })
}

async function lockAsked(tx: Writer, { org }: JobContext, { id, ticket }: LookTicket): Promise<SourceRow | undefined> {
  const source = await lockSource(tx, org, id)
  return source?.look_ticket === ticket && source.enabled ? source : undefined
}

async function listAll(ctx: JobContext, asked: LookTicket, source: SourceRow, kind: SourceKind): Promise<void> {
  const access = openSource(ctx, source)
  const stopAt = performance.now() + RUN_MS
  let fault = await renewSubscription(kind, access)
  const request: Omit<ListRequest, 'cursor'> = {
    since: new Date(source.looking_since ?? 0),
    until: new Date(source.looking_until ?? 0),
    findSeen: (names) => selectSeen(ctx.db, ctx.org, source.id, names),
  }
  let cursor = source.look_cursor ?? undefined
  for (;;) {
    const page = await kind.list?.(access, { ...request, cursor })
    if (page === undefined) return
    const { calls, next } = page
    fault ??= page.fault
    const isOver = performance.now() > stopAt
    let isCurrent = true
    let at = 0
    do {
      const some = calls.slice(at, at + ANNOUNCED_AT_ONCE)
      at += ANNOUNCED_AT_ONCE
      isCurrent = await ctx.transactUnaudited(async (tx) => {
        if ((await lockAsked(tx, ctx, asked)) === undefined) return false
        for (const call of some) await announceListed(tx, ctx, source.id, call)
        if (at >= calls.length) await upsertSeen(tx, ctx.org, source.id, page.marks ?? [], '')
        if (at >= calls.length) await move(tx, ctx, asked, { next, isOver, fault })
        return true
      })
    } while (isCurrent && at < calls.length)
    if (!isCurrent || next === undefined || isOver) return
    cursor = next
    ctx.signal.throwIfAborted()
  }
}

/** Returns the fault of a subscription that can't be renewed. The look doesn't need the subscription, and goes on. */
async function renewSubscription(kind: SourceKind, access: SourceAccess): Promise<SourceFault | undefined> {
  try {
    await kind.subscribe?.(access)
    return undefined
  } catch (error) {
    access.signal.throwIfAborted()
    if (!(error instanceof SourceFault)) throw error
    return error
  }
}

/** A call whose ID is invalid doesn't hold back the others. */
async function announceListed(tx: Writer, ctx: JobContext, sourceId: string, call: AnnouncedCall): Promise<void> {
  try {
    await announceCall(tx, ctx, sourceId, call, { by: 'look' })
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    ctx.log.warn({ source: sourceId, reason: error.message }, 'a listed call was left out')
  }
  await upsertSeen(tx, ctx.org, sourceId, call.objects ?? [], call.externalId.slice(0, 256))
}

/** Stores the cursor after a page. After the last page, ends the look and schedules the next one. */
async function move(
  tx: Writer,
  ctx: JobContext,
  asked: LookTicket,
  {
    next,
    isOver,
    fault,
  }: { readonly next: string | undefined; readonly isOver: boolean; readonly fault: SourceFault | undefined },
): Promise<void> {
  const now = ctx.clock.now()
  if (next !== undefined) {
    await updateLook(tx, ctx.org, asked.id, { look_cursor: next, look_failures: 0 })
    if (isOver) await ctx.jobs.add(tx, ctx.org, lookAtSourceKind, asked)
    return
  }
  const source = await lockSource(tx, ctx.org, asked.id)
  if (source === undefined) return
  await updateLook(tx, ctx.org, asked.id, {
    looked_until: new Date(source.looking_until ?? now),
    ...{ looking_since: null, looking_until: null, look_cursor: null, look_failures: 0 },
  })
  await updateSourceFault(tx, ctx.org, asked.id, fault?.message ?? null, now)
  if (source.look_minutes === 0) await updateLook(tx, ctx.org, asked.id, { look_state: 'idle' })
  else await scheduleLook(tx, ctx, asked, new Date(now.getTime() + source.look_minutes * 60_000))
}

/** Ends a look after a fault. The next one continues at its cursor, and not before the source allows it. */
async function endEarly(ctx: JobContext, asked: LookTicket, fault: SourceFault): Promise<void> {
  await ctx.transactUnaudited(async (tx) => {
    const source = await lockAsked(tx, ctx, asked)
    if (source === undefined) return
    const now = ctx.clock.now()
    const failures = source.look_failures + 1
    await updateLook(tx, ctx.org, asked.id, { look_failures: failures })
    await updateSourceFault(tx, ctx.org, asked.id, fault.message, now)
    if (isLimited(fault)) await startLimit(tx, ctx.org, asked.id, fault, now)
    const wait = doubleDelay(failures, FIRST_WAIT_MS, LONGEST_WAIT_MS)
    await scheduleLook(tx, ctx, asked, new Date(now.getTime() + Math.max(wait, fault.retryAfterMs ?? 0)))
  })
}
