import { type Crm, CrmFault, type CrmPage } from '../../../core/crm.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { doubleDelay } from '../../../core/retry-delays.ts'
import { type CrmEntityCode, storeReadOpportunities, storeReadRecords } from '../../conversations/crm-records/index.ts'
import { openCrm, pauseConnection } from './connection.ts'
import { getTitleField } from './model.ts'
import { type CrmConnectionRow, lockConnection } from './queries.ts'
import { type EntitySyncState, moveReading, selectReadings, updateSync } from './queries-sync.ts'
import { syncAt, syncCrmConnectionKind } from './sync.ts'

/** Duration after which a run continues in another job, so that restarts and deployments lose little work. */
const RUN_MS = 120_000
/** Maximum number of records in one transaction. */
const STORED_AT_ONCE = 200
/** Overlap of two syncs. CRMs can list changes late, so some records are read twice rather than missed. */
const OVERLAP_MS = 5 * 60_000
/** Delay before the first retry after an unavailable CRM. It doubles with each failure. */
const FIRST_WAIT_MS = 60_000
/** Maximum retry delay. It is shorter than the usual sync interval, so an available CRM is read soon. */
const LONGEST_WAIT_MS = 5 * 60_000

type Ticket = { readonly id: string; readonly ticket: number }

/**
 * Reads the changes, entity by entity and page by page. Each page is stored with the cursor of the next one, so an
 * interrupted sync continues there.
 */
export const syncCrmConnectionJob = defineJob({
  ...syncCrmConnectionKind,
  async handle(asked, ctx) {
    const connection = await startSync(ctx, asked)
    if (connection === undefined) return
    const stopAt = performance.now() + RUN_MS
    try {
      const isDone = await readAll(ctx, asked, connection, stopAt)
      if (isDone) await end(ctx, asked)
    } catch (error) {
      if (!(error instanceof CrmFault)) throw error
      await endEarly(ctx, asked, error)
    }
  },
  async failed(asked, ctx) {
    await ctx.transact(async (tx) => {
      const connection = await lockAsked(tx, ctx, asked)
      if (connection === undefined) return
      await updateSync(tx, ctx.org, asked.id, { sync_fault: 'interrupted', sync_finished_at: ctx.clock.now() })
      await planNext(tx, ctx, asked, connection)
    })
  },
})

type Tx = Parameters<Parameters<JobContext['transact']>[0]>[0]

async function lockAsked(tx: Tx, { org }: JobContext, { id, ticket }: Ticket): Promise<CrmConnectionRow | undefined> {
  const connection = await lockConnection(tx, org, id)
  return connection?.sync_ticket === ticket ? connection : undefined
}

/** Starts the sync. Undefined if the job is outdated or the connection is paused. */
async function startSync(ctx: JobContext, asked: Ticket): Promise<CrmConnectionRow | undefined> {
  return ctx.transact(async (tx) => {
    const connection = await lockAsked(tx, ctx, asked)
    if (connection === undefined) return undefined
    const at = ctx.clock.now()
    if (connection.paused_until !== null && Date.parse(connection.paused_until) > at.getTime()) {
      await syncAt(tx, ctx, asked, new Date(connection.paused_until))
      return undefined
    }
    const isNew = connection.sync_state !== 'running'
    const counts = isNew ? { sync_started_at: at, sync_records: 0 } : {}
    await updateSync(tx, ctx.org, asked.id, { sync_state: 'running', ...counts })
    return connection
  })
}

/**
 * @returns whether everything was read. Otherwise another run continues
 * @throws CrmFault of the connection, or, after all other entities were read, of an entity
 */
async function readAll(ctx: JobContext, asked: Ticket, connection: CrmConnectionRow, stopAt: number): Promise<boolean> {
  const crm = openCrm(ctx, connection)
  const readings = await selectReadings(ctx.db, ctx.org, asked.id)
  const startedAt = connection.sync_state === 'running' ? connection.sync_started_at : null
  let refused: CrmFault | undefined
  for (const reading of readings) {
    // The continued sync has already read this entity.
    const isRead = startedAt !== null && reading.read_until !== null && reading.read_until >= startedAt
    if (isRead && reading.reading_until === null) continue
    try {
      if (!(await readEntity(ctx, asked, { connection, crm, reading }, stopAt))) return false
    } catch (error) {
      if (!(error instanceof CrmFault) || !isOfEntity(error)) throw error
      refused ??= error
    }
  }
  if (refused !== undefined) throw refused
  return true
}

/** Whether the fault affects a single entity: a missing permission or field. Other entities are still read. */
const isOfEntity = ({ kind, detail }: CrmFault) => kind === 'wrong' || detail === 'permission'

interface From {
  readonly connection: CrmConnectionRow
  readonly crm: Crm
  readonly reading: EntitySyncState
}

/** @returns whether this run read the entity completely and continues with the next one */
async function readEntity(ctx: JobContext, asked: Ticket, from: From, stopAt: number): Promise<boolean> {
  const { crm, reading } = from
  let { reading_after: after } = reading
  const readingUntil = reading.reading_until === null ? ctx.clock.now() : new Date(reading.reading_until)
  const since = reading.read_until === null ? undefined : new Date(Date.parse(reading.read_until) - OVERLAP_MS)
  for (;;) {
    const page = await crm.changed(reading.code, { fields: reading.fields, since, after: after ?? undefined })
    // Evaluated once per page. A run that stops without adding the next job would leave the sync running forever.
    const isOver = performance.now() > stopAt
    const move = async (tx: Tx, records: number) => {
      await moveReading(tx, ctx.org, asked.id, reading.code, { readingUntil, after: page.next, records })
      // The sync made progress, so earlier failures no longer count.
      await updateSync(tx, ctx.org, asked.id, { sync_failures: 0 })
      if (isOver) await ctx.jobs.add(tx, ctx.org, syncCrmConnectionKind, asked)
    }
    const isStored = await storePage(ctx, asked, from, page.records, move)
    if (!isStored || isOver) return false
    if (page.next === undefined) return true
    after = page.next
    ctx.signal.throwIfAborted()
  }
}

/**
 * Stores a page in several transactions. A single one would block the embedded database for seconds.
 * @param move runs in the last transaction
 * @returns false if the job is outdated
 */
async function storePage(
  ctx: JobContext,
  asked: Ticket,
  { connection, reading }: From,
  records: CrmPage['records'],
  move: (tx: Tx, stored: number) => Promise<void>,
): Promise<boolean> {
  let [at, stored] = [0, 0]
  do {
    const some = records.slice(at, at + STORED_AT_ONCE)
    at += STORED_AT_ONCE
    const isStored = await ctx.transact(async (tx) => {
      if ((await lockAsked(tx, ctx, asked)) === undefined) return false
      stored += await store(tx, ctx, connection, reading, some)
      if (at >= records.length) await move(tx, stored)
      return true
    })
    if (!isStored) return false
  } while (at < records.length)
  return true
}

async function store(
  tx: Tx,
  ctx: JobContext,
  { kind, team_id: teamId }: CrmConnectionRow,
  { code }: EntitySyncState,
  records: Parameters<typeof storeReadRecords>[3],
): Promise<number> {
  const at = ctx.clock.now()
  const stored = await storeReadRecords(tx, ctx.org, code as CrmEntityCode, records, at)
  const titleField = getTitleField(kind, code)
  if (titleField !== undefined) {
    const titled = records.map(({ id, fields }) => ({ externalId: id, title: fields[titleField] }))
    await storeReadOpportunities(tx, ctx.org, titled, teamId, at)
  }
  return stored
}

async function end(ctx: JobContext, asked: Ticket): Promise<void> {
  await ctx.transact(async (tx) => {
    const connection = await lockAsked(tx, ctx, asked)
    if (connection === undefined) return
    const at = ctx.clock.now()
    await updateSync(tx, ctx.org, asked.id, { sync_finished_at: at, sync_fault: null, sync_failures: 0 })
    await planNext(tx, ctx, asked, connection)
  })
}

async function planNext(tx: Tx, ctx: JobContext, asked: Ticket, { sync_minutes: minutes }: CrmConnectionRow) {
  if (minutes === 0) await updateSync(tx, ctx.org, asked.id, { sync_state: 'idle' })
  else await syncAt(tx, ctx, asked, new Date(ctx.clock.now().getTime() + minutes * 60_000))
}

/** Ends a sync after a fault. An unavailable CRM is retried soon. Other faults wait for the next sync. */
async function endEarly(ctx: JobContext, asked: Ticket, fault: CrmFault): Promise<void> {
  await ctx.transact(async (tx) => {
    const connection = await lockAsked(tx, ctx, asked)
    if (connection === undefined) return
    const at = ctx.clock.now()
    const failures = connection.sync_failures + 1
    await updateSync(tx, ctx.org, asked.id, {
      sync_finished_at: at,
      sync_fault: fault.detail,
      sync_failures: failures,
    })
    if (fault.kind !== 'unavailable') return planNext(tx, ctx, asked, connection)
    const until = await pauseConnection(tx, ctx.org, asked.id, fault, at)
    const wait = doubleDelay(failures, FIRST_WAIT_MS, LONGEST_WAIT_MS)
    const usual = new Date(at.getTime() + (fault.retryAfterMs === undefined ? wait : 0))
    return syncAt(tx, ctx, asked, until > usual ? until : usual)
  })
}
