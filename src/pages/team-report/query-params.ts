/** Query parameters of the team report, and links to the calls behind a metric. */
import { getOrganizationReport, getTeamReport } from '../../features/coaching/team-reports/index.ts'
import type { Visit } from '../../inbound/web/define-page.ts'
import { dayBegins } from '../components/times.ts'

export const PAGE = '/reports/team'
const DAY_MS = 86_400_000
/** Default length of the report period, in days. */
export const USUAL_DAYS = 90

const PARAMS = ['team', 'rep', 'from', 'to', 'by'] as const
type Param = (typeof PARAMS)[number]

export interface Asked {
  readonly team: string | undefined
  readonly rep: string | undefined
  /** First day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  readonly by: 'week' | 'month'
}

export function askedIn(visit: Pick<Visit, 'query' | 'ctx' | 'zone'>): Asked {
  const given = (name: Param) => visit.query.get(name)?.trim() || undefined
  const today = dayIn(visit.zone, visit.ctx.clock.now())
  const to = dayGiven(given('to')) ?? today
  const from = dayGiven(given('from')) ?? shifted(to, 1 - USUAL_DAYS)
  return { team: given('team'), rep: given('rep'), from, to, by: given('by') === 'month' ? 'month' : 'week' }
}

const dayGiven = (given: string | undefined) =>
  given !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined

const dayIn = (zone: string, at: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)

/** Adds days to a date. */
export const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export function ask(visit: Pick<Visit, 'zone' | 'ask'>, asked: Asked, paging: { page?: string; size?: string } = {}) {
  const input = { ...inputOf(visit, asked), ...paging }
  return asked.team === undefined
    ? visit.ask(getOrganizationReport, input)
    : visit.ask(getTeamReport, { ...input, id: asked.team })
}

/** Input of the operation. */
function inputOf(visit: Pick<Visit, 'zone'>, { from, to, by, rep }: Asked) {
  const [begins, ends] = [dayBegins(visit, from), dayBegins(visit, to, 1)]
  return {
    ...(begins === undefined ? {} : { from: begins.toISOString() }),
    ...(ends === undefined ? {} : { to: new Date(ends.getTime() - 1).toISOString() }),
    ...(rep === undefined ? {} : { ownerUUID: rep }),
    period: by,
  }
}

/** URL of the report, or of a related page, with changed parameters. `undefined` removes a parameter. */
export function reportPath(
  { team, rep, from, to, by }: Asked,
  changes: Partial<Record<Param, string | undefined>> = {},
  page: string = PAGE,
): string {
  const all = { team, rep, from, to, by, ...changes }
  const params = new URLSearchParams()
  for (const name of PARAMS) if (all[name] !== undefined) params.set(name, all[name])
  return `${page}?${params}`
}

/** Path of the call list with the calls behind a metric. */
export function conversationsPath(
  asked: Asked,
  only: { team?: string; rep?: string; label?: string; from?: string; to?: string } = {},
): string {
  const { team, rep, from, to, label } = { ...asked, label: undefined, ...only }
  const params = new URLSearchParams({ from, to })
  if (team !== undefined) params.set('team', team)
  if (rep !== undefined) params.set('owner', rep)
  if (label !== undefined) params.set('label', label)
  return `/conversations?${params}`
}

/** All periods from first to last, in UTC. The operation omits periods without calls. */
export function periodsBetween(from: Date, to: Date, by: 'week' | 'month'): string[] {
  const at = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), by === 'month' ? 1 : from.getUTCDate()))
  if (by === 'week') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  const all: string[] = []
  while (at <= to && all.length < 500) {
    all.push(at.toISOString().slice(0, 10))
    if (by === 'week') at.setUTCDate(at.getUTCDate() + 7)
    else at.setUTCMonth(at.getUTCMonth() + 1)
  }
  return all
}

/** Start and end of a period for the call list, limited to the period of the report. */
export function spanOf(period: string, by: 'week' | 'month', report: { from: string; to: string }) {
  const begins = new Date(period)
  const next = new Date(period)
  if (by === 'week') next.setUTCDate(next.getUTCDate() + 7)
  else next.setUTCMonth(next.getUTCMonth() + 1)
  const later = (a: string, b: string) => (a > b ? a : b)
  const earlier = (a: string, b: string) => (a < b ? a : b)
  return {
    from: later(begins.toISOString(), report.from),
    to: earlier(new Date(next.getTime() - 1).toISOString(), report.to),
  }
}
