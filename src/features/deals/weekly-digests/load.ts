/** Loads what changed for a user in a week. */
import type { JobContext } from '../../../core/jobs.ts'
import type { Principal, Visibility } from '../../../core/principal.ts'
import { QUIET_DAYS } from '../../assistant/answers/index.ts'
import { renderMentions } from '../../collaboration/comments/index.ts'
import { readOutcome } from '../../conversations/crm-records/index.ts'
import { findRequester } from '../../text/extractive-summary/index.ts'
import { type DealPorts, type DealRow, loadCalls, selectDealRows } from '../deal-overviews/index.ts'
import { type DealMove, loadDealMoves, loadTeamChanges, type TeamChanges } from './load-team.ts'
import {
  type Recipient,
  selectWeekCalls,
  selectWeekComments,
  selectWeekScores,
  type WeekScore,
  type WeekSpan,
} from './queries.ts'

/** Maximum number of entries of a section. */
const ENTRIES_MAX = 5
/** Maximum number of own calls that promises are read from. */
const CALLS_READ = 50
/** Maximum number of deals that are looked at: those with the newest activity. */
const DEALS_READ = 1_000
const DAY_MS = 86_400_000

export interface DigestCall {
  readonly id: string
  readonly title: string
  readonly headline: string | undefined
}

export interface DigestPromise {
  readonly id: string
  readonly call: string
  readonly text: string
  readonly due: string | null
  readonly start: number | null
}

export interface WeeklyDigest {
  readonly calls: { readonly total: number; readonly newest: readonly DigestCall[] }
  /** Calls of others. Only for managers and admins. */
  readonly team: { readonly total: number; readonly newest: readonly DigestCall[] }
  /** Changes of the figures of these calls against the week before. Only for managers and admins, if there are calls. */
  readonly teamChanges: TeamChanges | undefined
  /** Deals that changed their stage. Only for managers and admins. */
  readonly dealMoves: { readonly total: number; readonly first: readonly DealMove[] }
  readonly promises: readonly DigestPromise[]
  /** Requests of others to the user, who didn't promise or accept them. */
  readonly requests: readonly DigestPromise[]
  readonly quietDeals: readonly { readonly id: string; readonly title: string; readonly days: number }[]
  readonly scores: readonly WeekScore[]
  readonly comments: readonly {
    readonly id: string
    readonly call: string
    readonly threadId: string
    readonly author: string
    readonly text: string
  }[]
}

export const isEmptyDigest = (digest: WeeklyDigest): boolean => {
  const { calls, team, teamChanges, dealMoves, promises, requests, quietDeals, scores, comments } = digest
  const entries = promises.length + requests.length + quietDeals.length + scores.length + comments.length
  return calls.total + team.total + dealMoves.total + entries === 0 && teamChanges === undefined
}

export async function loadDigest(
  { db, org, clock }: Pick<JobContext, 'db' | 'org' | 'clock'>,
  recipient: Recipient,
  visibility: Visibility,
  span: WeekSpan,
): Promise<WeeklyDigest> {
  const { id: userId, role } = recipient
  const teamIds = visibility === 'everything' ? [] : visibility.teamIds
  const principal: Principal = {
    ...{ organizationId: org, role, scopes: ['read'], via: 'service' },
    user: { id: userId, email: recipient.email, teamIds },
  }
  const ports = { db, org, clock, principal }
  const given = { visibility, userId }
  const own = await selectWeekCalls(db, org, { ...given, isOwn: true, limit: CALLS_READ }, span)
  const isLead = role !== 'SALES_REP'
  const team = !isLead
    ? { total: 0, ids: [] }
    : await selectWeekCalls(db, org, { ...given, isOwn: false, limit: ENTRIES_MAX }, span)
  const [ownCalls, teamCalls] = [await readCalls(ports, own.ids), await readCalls(ports, team.ids)]
  const deals = await selectDealRows(db, org, visibility, { limit: DEALS_READ })
  const moves = isLead ? await loadDealMoves(ports, deals, span) : []
  const comments = await selectWeekComments(db, org, userId, span, ENTRIES_MAX)
  return {
    calls: { total: own.total, newest: ownCalls.slice(0, ENTRIES_MAX).map(toDigestCall) },
    team: { total: team.total, newest: teamCalls.map(toDigestCall) },
    teamChanges: isLead ? await loadTeamChanges(ports, given, span) : undefined,
    dealMoves: { total: moves.length, first: moves.slice(0, ENTRIES_MAX) },
    promises: findPromises(ownCalls, recipient, 'promised'),
    requests: findPromises(ownCalls, recipient, 'requested'),
    quietDeals: await findQuietDeals(ports, recipient, deals, span),
    scores: await selectWeekScores(db, org, userId, span, ENTRIES_MAX),
    comments: comments.map(({ id, call, thread_id: threadId, author, body, mentioned }) => ({
      ...{ id, call, threadId, author },
      text: renderMentions(body, new Map(mentioned.map((one) => [one.id, one.name]))).text,
    })),
  }
}

type LoadedCalls = Awaited<ReturnType<typeof loadCalls>>

const readCalls = async (ports: DealPorts, ids: readonly string[]): Promise<LoadedCalls> =>
  ids.length === 0 ? [] : loadCalls(ports, { conversationIds: ids }, ids.length)

const toDigestCall = ({ call, summary }: LoadedCalls[number]): DigestCall => ({
  ...{ id: call.id, title: call.title },
  headline: summary?.headline?.text,
})

/** Promises of the user, or requests to the user, that aren't done, by email address or name. */
function findPromises(
  calls: LoadedCalls,
  { email, name }: Recipient,
  kind: 'promised' | 'requested',
): WeeklyDigest['promises'] {
  const isOfKind = (item: Parameters<typeof findRequester>[0]) =>
    (findRequester(item) === null) === (kind === 'promised')
  return calls
    .flatMap(({ call, summary }) =>
      (summary?.actionItems ?? [])
        .filter(isOfKind)
        .filter(
          ({ owner, task }) =>
            task?.status !== 'done' &&
            owner !== null &&
            (owner.email === email || (owner.email === null && owner.name === name)),
        )
        .map(({ text, due, spans }) => ({
          ...{ id: call.id, call: call.title, text, due },
          start: spans[0]?.start ?? null,
        })),
    )
    .slice(0, ENTRIES_MAX)
}

/** Open deals whose last call is three weeks old since this week. A rep gets those with an own last call. */
async function findQuietDeals(
  ports: DealPorts,
  { id: userId, role }: Recipient,
  rows: readonly DealRow[],
  { until }: WeekSpan,
): Promise<WeeklyDigest['quietDeals']> {
  const quiet = rows.flatMap(({ id, title, fields, last }) => {
    if (last === null || (readOutcome(fields) ?? 'open') !== 'open') return []
    const days = Math.floor((until.getTime() - Date.parse(last.startedAt)) / DAY_MS)
    return days >= QUIET_DAYS && days < QUIET_DAYS + 7 ? [{ id, title, days, lastId: last.id }] : []
  })
  const calls = await readCalls(
    ports,
    quiet.map(({ lastId }) => lastId),
  )
  const ownIds = new Set(calls.flatMap(({ call }) => (call.owner.id === userId ? [call.id] : [])))
  return quiet
    .filter(({ lastId }) => role !== 'SALES_REP' || ownIds.has(lastId))
    .slice(0, ENTRIES_MAX)
    .map(({ id, title, days }) => ({ id, title, days }))
}
