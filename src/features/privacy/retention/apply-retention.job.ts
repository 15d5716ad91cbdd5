import { z } from 'zod'
import { defineJob, type Job, type JobContext } from '../../../core/jobs.ts'
import { announceState, eraseThoseNotHeld } from '../../conversations/records/index.ts'
import { recordService } from '../../platform/audit/index.ts'
import { deleteDueAuditEntries } from './delete-audit-entries.ts'
import { nextRun } from './model.ts'
import { isPresentTicket, lockPolicy, type PolicyRow, selectEnabled, turnTicket, updateLastRun } from './queries.ts'
import { archiveAll, countDue, selectDue } from './queries-due.ts'
import { NOUN } from './schema.ts'

/** Conversations per transaction. Small, because erasing one deletes hundreds of rows. */
const BATCH = 20

const input = z.object({ ticket: z.int() })

/** Applies the retention policies of an organization and of its audit log, and schedules the next daily run. */
export const applyRetention: Job<typeof input> = defineJob({
  id: 'apply_retention',
  background: true,
  input,
  retries: 12,
  timeout: 3_600,
  async handle({ ticket }, ctx) {
    if (!(await isPresentTicket(ctx.db, ctx.org, ticket))) return
    for (const policy of await selectEnabled(ctx.db, ctx.org)) await applyPolicy(ctx, policy)
    await deleteDueAuditEntries(ctx)
    await scheduleNextRun(ctx, ticket)
  },
  /** A failed run is retried on the next day. */
  failed: ({ ticket }, ctx) => scheduleNextRun(ctx, ticket),
})

async function scheduleNextRun(ctx: JobContext, ticket: number): Promise<void> {
  const at = nextRun(ctx.clock.now())
  await ctx.transact(async (tx) => {
    const next = await turnTicket(tx, ctx.org, ticket, at)
    if (next !== undefined) await ctx.jobs.add(tx, ctx.org, applyRetention, { ticket: next }, { startAfter: at })
  })
}

async function applyPolicy(ctx: JobContext, policy: PolicyRow): Promise<void> {
  const { org } = ctx
  const now = ctx.clock.now()
  const done = { archived: 0, erased: 0 }
  let after: string | undefined
  for (;;) {
    ctx.signal.throwIfAborted()
    const ids = await selectDue(ctx.db, org, policy, now, after, BATCH)
    if (ids.length === 0) break
    const goesOn = await ctx.transact(async (tx) => {
      if (!isUnchanged(await lockPolicy(tx, org, policy.id), policy)) return false
      const gone =
        policy.action === 'erase'
          ? (await eraseThoseNotHeld(tx, ctx, ids)).erased
          : await archiveAll(tx, org, ids, ctx.clock.now())
      if (gone.length === 0) return true
      // Erasures announce themselves.
      if (policy.action !== 'erase') for (const id of gone) await announceState(tx, ctx, id, 'archived')
      const things = gone.map((id) => ({ kind: 'conversation', id }))
      await recordService(tx, org, 'applyRetention', ctx.clock.now(), [...things, { kind: NOUN, id: policy.id }])
      done[policy.action === 'erase' ? 'erased' : 'archived'] += gone.length
      return true
    })
    if (!goesOn) break
    after = ids.at(-1)
  }
  const { held } = await countDue(ctx.db, org, policy, now)
  await ctx.transact((tx) => updateLastRun(tx, org, policy.id, { ...done, held }, ctx.clock.now()))
}

/**
 * Whether the policy is unchanged. If an admin disables, changes or deletes it during the run, the remaining
 * conversations stay.
 */
const isUnchanged = (now: PolicyRow | undefined, before: PolicyRow): boolean =>
  now?.enabled === true && serializePolicyRule(now) === serializePolicyRule(before)

const serializePolicyRule = ({ after_days, action, labels, team_ids, private: isPrivate }: PolicyRow) =>
  JSON.stringify([after_days, action, labels, team_ids, isPrivate])
