/**
 * Runs a move: definitions, then all pages of calls, then the library. The cursor is stored after each page, and each call
 * is stored once, so a run that was killed continues where it was.
 */
import { createHash } from 'node:crypto'
import { newId } from '../../../core/clock.ts'
import type { Context } from '../../../core/operation.ts'
import type { CallTarget } from './call-target.ts'
import { downloadRecording } from './download-recording.ts'
import { inviteOwners, type OwnerInvitation, transferCalls } from './owners.ts'
import {
  deleteFailedCalls,
  insertMove,
  type MoveRow,
  restartMove,
  selectMovedIds,
  selectMoveOfApplication,
  selectMoveParts,
  updateProgress,
} from './queries.ts'
import type { CallOutcome, MoveState } from './schema.ts'
import { storeCall } from './store-call.ts'
import { loadDefinitions, storeDefinitions, storeLibraryClip } from './store-definitions.ts'
import type { ListedCall, Vendor, VendorSession } from './vendor.ts'
import { createVendorClient, type Pace, toDay, VendorError, VendorQuotaError } from './vendor-client.ts'

export interface MoveOptions {
  readonly vendor: Vendor
  readonly application: string
  /** Values by environment variable. */
  readonly credentials: Readonly<Record<string, string>>
  readonly since: Date | undefined
  readonly until: Date | undefined
  /** Maximum number of new calls in this run. */
  readonly limit: number | undefined
  readonly dryRun: boolean
  readonly withRecordings: boolean
  readonly defaultOwner: string | undefined
  readonly teamId: string | undefined
  /** Lower or higher quota than the published one. */
  readonly quota?: Vendor['quota'] | undefined
  readonly pace: Pace
  readonly signal: AbortSignal
  /** Context of an admin who invites owners without a user. Undefined: nobody is invited. */
  readonly inviter?: Context | undefined
  /** Called after each call. */
  onProgress?(progress: MoveProgressReport): void
}

export interface MoveProgressReport {
  readonly found: number
  readonly added: number
  readonly known: number
  readonly failed: number
}

export interface MoveReport extends MoveProgressReport {
  /** Undefined in a dry run that found no earlier one. */
  readonly moveId: string | undefined
  readonly state: MoveState
  /** Whether the run continued an interrupted one. */
  readonly isResumed: boolean
  readonly requests: number
  /** Why the run ended before the end of the list. */
  readonly stop: string | undefined
  /** Calls of earlier runs whose owner has become a user since, and got them. */
  readonly transferred: number
  readonly invitations: readonly OwnerInvitation[]
  /** Calls of a dry run that aren't in Parley. */
  readonly listed: readonly ListedCall[]
}

type Counts = { -readonly [Name in keyof MoveProgressReport]: number }

/** @throws VendorError if the vendor rejects or fails requests; the cursor is stored */
export async function runMove(ctx: Context, options: MoveOptions): Promise<MoveReport> {
  const started = await startMove(ctx, options)
  const { row } = started
  const client = createVendorClient({
    ...{ title: options.vendor.title, quota: options.quota ?? options.vendor.quota },
    ...{ usedToday: row?.requests ?? 0, day: row?.request_day ?? undefined },
    ...{ fetchPublic: ctx.fetchPublic, pace: options.pace, log: ctx.log, signal: options.signal },
    ...(options.vendor.waitInBody === undefined ? {} : { waitInBody: options.vendor.waitInBody }),
  })
  const startedAt = row === undefined ? ctx.clock.now() : new Date(row.started_at)
  const session = options.vendor.open({
    client,
    credentials: options.credentials,
    window: { since: options.since, until: options.until, startedAt },
  })
  const counts: Counts = {
    found: row?.found ?? 0,
    added: row?.added ?? 0,
    known: row?.known ?? 0,
    failed: row?.failed ?? 0,
  }
  const run: Run = {
    ctx,
    options,
    session,
    counts,
    row,
    requests: client.requests,
    listed: [],
    client,
    transferred: 0,
    invitations: [],
  }
  const report = (state: MoveState, stop: string | undefined): MoveReport => ({
    ...counts,
    ...{ moveId: row?.id, state, isResumed: started.isResumed, requests: client.requests(), stop, listed: run.listed },
    ...{ transferred: run.transferred, invitations: run.invitations },
  })
  try {
    if (!options.dryRun && row !== undefined) run.transferred = await transferCalls(ctx, row, options.signal)
    if (!options.dryRun && session.definitions !== undefined) await moveDefinitions(run)
    const isComplete = await moveCalls(run)
    if (options.inviter !== undefined && row !== undefined && !options.dryRun)
      run.invitations = await inviteOwners(ctx, options.inviter, row.id)
    if (!isComplete) return report('stopped', `The limit of ${options.limit} new calls is reached.`)
    if (!options.dryRun && session.library !== undefined) await moveLibrary(run)
    await store(run, 'completed', undefined)
    return report('completed', undefined)
  } catch (error) {
    if (error instanceof VendorQuotaError) {
      await store(run, 'stopped')
      return report('stopped', `${error.message} Run the move again after ${error.retryAt.toISOString()}.`)
    }
    if (error instanceof VendorError) await store(run, 'stopped')
    throw error
  }
}

interface Run {
  readonly ctx: Context
  readonly options: MoveOptions
  readonly session: VendorSession
  readonly counts: Counts
  /** Undefined in the first dry run. */
  readonly row: MoveRow | undefined
  readonly listed: ListedCall[]
  readonly client: ReturnType<typeof createVendorClient>
  requests(): number
  transferred: number
  invitations: readonly OwnerInvitation[]
  /** Position of the page that is being moved. */
  position?: string | undefined
}

/** Finds or creates the move. An interrupted run continues if it has the same account and window. */
async function startMove(
  ctx: Context,
  options: MoveOptions,
): Promise<{ row: MoveRow | undefined; isResumed: boolean }> {
  const { application, vendor } = options
  const account = digestAccount(options.credentials)
  const existing = await selectMoveOfApplication(ctx.db, ctx.org, application)
  if (existing !== undefined && existing.vendor !== vendor.id) {
    throw new VendorError(
      `The application ${application} belongs to a move from ${existing.vendor}. Choose another name with --application.`,
    )
  }
  if (options.dryRun) return { row: existing === undefined ? undefined : restarted(existing), isResumed: false }
  const [since, until, at] = [options.since ?? null, options.until ?? null, ctx.clock.now()]
  if (existing === undefined) {
    const move = { id: newId(), application, vendor: vendor.id, account, since, until, at }
    await ctx.transact((tx) => insertMove(tx, ctx.org, move))
  } else if (canContinue(existing, { account, since, until })) {
    return { row: existing, isResumed: true }
  } else {
    await ctx.transact(async (tx) => {
      await restartMove(tx, ctx.org, { id: existing.id, account, since, until, at })
      if (vendor.id === 'folder') await deleteFailedCalls(tx, ctx.org, existing.id)
    })
  }
  const row = await selectMoveOfApplication(ctx.db, ctx.org, application)
  if (row === undefined) throw new Error('The stored move does not exist.')
  return { row, isResumed: false }
}

const restarted = (row: MoveRow): MoveRow => ({ ...row, position: null, found: 0, added: 0, known: 0, failed: 0 })

function canContinue(
  row: MoveRow,
  { account, since, until }: { account: string; since: Date | null; until: Date | null },
): boolean {
  const isSame = (stored: string | null, given: Date | null) =>
    (stored === null ? null : new Date(stored).getTime()) === (given?.getTime() ?? null)
  return row.state !== 'completed' && row.account === account && isSame(row.since, since) && isSame(row.until, until)
}

/** Digest of the credentials. It recognizes an account and can't be reversed, because tokens are random. */
const digestAccount = (credentials: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        Object.entries(credentials)
          .filter(([name]) => !name.endsWith('_PASSWORD'))
          .toSorted(),
      ),
    )
    .digest('hex')
    .slice(0, 16)

async function moveDefinitions({ ctx, session, row }: Run): Promise<void> {
  // Definitions are moved at the start of the list, and not again when a run continues.
  if (row === undefined || row.position !== null || session.definitions === undefined) return
  await storeDefinitions(ctx, row.id, await session.definitions())
}

/** Number of equal positions in sequence after which the vendor's list counts as endless. */
const REPEATS_MAX = 3

/** @returns false if the limit of new calls is reached before the end of the list */
async function moveCalls(run: Run): Promise<boolean> {
  const { ctx, options, row, session } = run
  const target = row === undefined || options.dryRun ? undefined : await createTarget(run, row)
  const seen = new Set<string>()
  let newCalls = 0
  let repeats = 0
  run.position = row?.position ?? undefined
  for (;;) {
    const page = await session.list(run.position)
    const calls = page.calls.filter(({ externalId }) => !seen.has(externalId))
    for (const { externalId } of calls) seen.add(externalId)
    const moved =
      row === undefined || calls.length === 0
        ? new Set<string>()
        : await selectMovedIds(
            ctx.db,
            ctx.org,
            row.id,
            calls.map(({ externalId }) => externalId),
          )
    const missing = calls.filter(({ externalId }) => !moved.has(externalId))
    const left = options.limit === undefined ? missing.length : Math.max(0, options.limit - newCalls)
    const wanted = missing.slice(0, left)
    const before = { ...run.counts }
    run.counts.found += calls.length
    run.counts.known += calls.length - missing.length
    if (target === undefined) run.listed.push(...wanted)
    else await storeCalls(run, target, wanted)
    newCalls += wanted.length
    if (wanted.length < missing.length) {
      // The page is read again by the next run, which counts it then.
      Object.assign(run.counts, before)
      await store(run, 'stopped')
      return false
    }
    if (page.next === undefined) return true
    repeats = page.next === run.position ? repeats + 1 : 0
    if (repeats >= REPEATS_MAX) throw new VendorError(`${options.vendor.title} returns the same page again and again.`)
    run.position = page.next
    await store(run, 'running')
  }
}

async function createTarget(run: Run, row: MoveRow): Promise<CallTarget> {
  const { ctx, options, client } = run
  return {
    ...{ moveId: row.id, moveCreatedAt: new Date(row.created_at), application: options.application },
    ...{ defaultOwner: options.defaultOwner, teamId: options.teamId, withRecordings: options.withRecordings },
    ...(await loadDefinitions(ctx, row.id)),
    fetchRecording: (call) => downloadRecording(client, call, options.signal),
  }
}

async function storeCalls({ ctx, options, session, counts }: Run, target: CallTarget, calls: readonly ListedCall[]) {
  if (calls.length === 0) return
  for await (const call of session.load(calls)) {
    options.signal.throwIfAborted()
    count(counts, await storeCall(ctx, target, call))
    options.onProgress?.(counts)
  }
}

const count = (counts: Counts, outcome: CallOutcome) => {
  counts[outcome]++
}

async function moveLibrary({ ctx, session, row, options }: Run): Promise<void> {
  if (row === undefined || session.library === undefined) return
  const moved = await selectMoveParts(ctx.db, ctx.org, row.id, 'clip')
  for await (const clip of session.library()) {
    options.signal.throwIfAborted()
    if (!moved.has(clip.externalId)) await storeLibraryClip(ctx, { id: row.id, application: row.application }, clip)
  }
}

/** Stores the cursor. A completed run has none. */
async function store(run: Run, state: MoveState, position: string | undefined = run.position): Promise<void> {
  const { ctx, row, counts, options } = run
  if (row === undefined || options.dryRun) return
  const now = options.pace.now()
  const today = toDay(now)
  await ctx.transact((tx) =>
    updateProgress(tx, ctx.org, row.id, {
      ...{ state, position: state === 'completed' ? undefined : position, ...counts },
      requestDay: today,
      requests: (row.request_day === today ? row.requests : 0) + run.requests(),
      at: ctx.clock.now(),
    }),
  )
}
