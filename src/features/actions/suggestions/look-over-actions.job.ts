import type { Writer } from '../../../core/db.ts'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import { announceAction, storeAction, withdrawActions } from '../actions/index.ts'
import { DAY_MS, lookOverActionsKind } from './daily-scan.ts'
import { lockScanSchedule, type SilentRow, selectMetMeanwhile, selectSilent, updateRound } from './queries.ts'
import { firstName, wordsOfSilence } from './wording.ts'

/** Days without a conversation after which an opportunity is silent, and after which Parley stops suggesting it. */
const SILENT_DAYS = 21
const GONE_DAYS = 120
/** Maximum number of suggestions per owner and per run. The next daily run suggests the rest. */
const PER_OWNER = 3
const PER_ROUND = 200
const STANDS_DAYS = 14
/** Days of silence after which the severity rises from low to medium. */
const LONG_DAYS = 45

/** Daily run: suggests to follow up on silent opportunities, and withdraws actions that are no longer needed. */
export const lookOverActions = defineJob({
  ...lookOverActionsKind,
  async handle({ ticket }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await lockScanSchedule(tx, ctx.org, ticket))) return
      const at = ctx.clock.now()
      await withdrawActions(tx, ctx, await selectMetMeanwhile(tx, ctx.org, at, PER_ROUND))
      const before = new Date(at.getTime() - SILENT_DAYS * DAY_MS)
      const after = new Date(at.getTime() - GONE_DAYS * DAY_MS)
      for (const row of await selectSilent(tx, ctx.org, { after, before, perOwner: PER_OWNER, limit: PER_ROUND })) {
        await propose(tx, ctx, row)
      }
      await next(tx, ctx, ticket)
    })
  },
  /** Schedules the next run even if this one failed. */
  async failed({ ticket }, ctx) {
    await ctx.transact(async (tx) => {
      if (await lockScanSchedule(tx, ctx.org, ticket)) await next(tx, ctx, ticket)
    })
  },
})

async function next(tx: Writer, { org, clock, jobs }: JobContext, ticket: number): Promise<void> {
  const due = new Date(clock.now().getTime() + DAY_MS)
  await updateRound(tx, org, ticket + 1, due)
  await jobs.add(tx, org, lookOverActionsKind, { ticket: ticket + 1 }, { startAfter: due })
}

async function propose(tx: Writer, ctx: JobContext, row: SilentRow): Promise<void> {
  const at = ctx.clock.now()
  const lastAt = new Date(row.started_at)
  const days = Math.floor((at.getTime() - lastAt.getTime()) / DAY_MS)
  const people = row.participants.filter(({ email }) => email !== null).slice(0, 10)
  const names = people.flatMap(({ name }) => (name === null || name.trim() === '' ? [] : [firstName(name)]))
  const words = wordsOfSilence({
    ...{ opportunity: row.opportunity, lastTitle: row.title, lastAt, days },
    to: names.length <= 3 ? names : [],
    ownerName: `${row.first_name} ${row.last_name}`.trim(),
  })
  const action = {
    ownerId: row.owner_id,
    entity: { type: 'opportunity', id: row.opportunity_id },
    actionType: 're_engage',
    title: words.title,
    signalType: 'silent_opportunity',
    severity: days > LONG_DAYS ? 'medium' : 'low',
    displayGroup: 'silent_opportunities',
    subject: words.subject,
    draftBody: words.body,
    proposedRecipients: people.flatMap(({ email }) => (email === null ? [] : [email])),
    rationale: words.rationale,
    keyQuote: null,
    evidence: [],
    conversationIds: [row.conversation_id],
    at,
    expiresAt: new Date(at.getTime() + STANDS_DAYS * DAY_MS),
    ground: [row.conversation_id],
  } as const
  const id = await storeAction(tx, ctx.org, action)
  await announceAction(tx, ctx, { ...action, id })
}
