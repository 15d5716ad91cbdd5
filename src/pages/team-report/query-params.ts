/** Query parameters of the team report, and links to the calls behind a metric. */
import { findPeriod } from '../../core/calendar-words.ts'
import { toLocalDay } from '../../core/zone-times.ts'
import { getOrganizationReport, getTeamReport } from '../../features/coaching/team-reports/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { dayBegins } from '../components/times.ts'
import type { ReportFilters } from '../conversations/report-filters.ts'

export const PAGE = '/reports/team'
/** Page that compares people, and its parameter: the ID of a person, once for each. */
export const COMPARE = `${PAGE}/compare`
export const PERSON = 'person'
const DAY_MS = 86_400_000
/** Default length of the report period, in days. */
export const USUAL_DAYS = 90

const PARAMS = ['team', 'rep', 'from', 'to', 'by'] as const
type Param = (typeof PARAMS)[number]

export interface ReportQuery {
  readonly team: string | undefined
  readonly rep: string | undefined
  /** First day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  readonly by: 'week' | 'month'
}

export function parseReportQuery(req: Pick<PageRequest, 'query' | 'ctx' | 'zone'>): ReportQuery {
  const readParam = (name: Param) => req.query.get(name)?.trim() || undefined
  const today = toLocalDay(req.zone, req.ctx.clock.now())
  const to = dayGiven(readParam('to')) ?? today
  const from = dayGiven(readParam('from')) ?? shifted(to, 1 - USUAL_DAYS)
  return {
    team: readParam('team'),
    rep: readParam('rep'),
    from,
    to,
    by: readParam('by') === 'month' ? 'month' : 'week',
  }
}

const dayGiven = (given: string | undefined) =>
  given !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined

/** Adds days to a date. */
export const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export function loadReport(
  req: Pick<PageRequest, 'zone' | 'run'>,
  asked: ReportQuery,
  paging: { page?: string; size?: string } = {},
) {
  const input = { ...toReportInput(req, asked), ...paging }
  return asked.team === undefined
    ? req.run(getOrganizationReport, input)
    : req.run(getTeamReport, { ...input, id: asked.team })
}

/** Input of the operations. */
export function toReportInput(req: Pick<PageRequest, 'zone'>, { from, to, by, rep }: ReportQuery) {
  const [begins, ends] = [dayBegins(req, from), dayBegins(req, to, 1)]
  return {
    ...(begins === undefined ? {} : { from: begins.toISOString() }),
    ...(ends === undefined ? {} : { to: new Date(ends.getTime() - 1).toISOString() }),
    ...(rep === undefined ? {} : { ownerUUID: rep }),
    period: by,
  }
}

/** URL of the report, or of a related page, with changed parameters. `undefined` removes a parameter. */
export function reportPath(
  { team, rep, from, to, by }: ReportQuery,
  changes: Partial<Record<Param, string | undefined>> = {},
  page: string = PAGE,
): string {
  const all = { team, rep, from, to, by, ...changes }
  const params = new URLSearchParams()
  for (const name of PARAMS) if (all[name] !== undefined) params.set(name, all[name])
  return `${page}?${params}`
}

/** Adds the people to compare to a URL. */
export const withPeople = (path: string, people: readonly string[]): string =>
  [path, ...people.map((id) => `${PERSON}=${encodeURIComponent(id)}`)].join('&')

/** Path of the list of suggested actions from the calls of the report. @param state of the actions */
export function actionsPath({ team, rep, from, to }: ReportQuery, state: string): string {
  const params = new URLSearchParams({ owner: 'all', state, from, to })
  if (team !== undefined) params.set('team', team)
  if (rep !== undefined) params.set('rep', rep)
  return `/actions?${params}`
}

/** Path of the call list with the calls behind a metric. The list contains exactly the calls that the metric covers. */
export function conversationsPath(
  asked: ReportQuery,
  only: {
    readonly rep?: string
    readonly label?: string
    readonly from?: string
    readonly to?: string
    readonly figures?: ReportFilters & { readonly tracker?: string; readonly scorecard?: string }
  } = {},
): string {
  const { team, rep, from, to, label, figures = {} } = { ...asked, label: undefined, ...only }
  const params = new URLSearchParams({ from, to })
  if (team !== undefined) params.set('team', team)
  if (rep !== undefined) params.set('owner', rep)
  if (label !== undefined) params.set('label', label)
  for (const [name, value] of Object.entries(figures)) params.set(name, value)
  return `/conversations?${params}`
}

/** All periods from first to last, in UTC. The operation omits periods without calls. */
export function periodsBetween(from: Date, to: Date, by: 'week' | 'month'): string[] {
  const { from: at } = findPeriod(by, from)
  const all: string[] = []
  while (at <= to && all.length < 500) {
    all.push(at.toISOString().slice(0, 10))
    if (by === 'week') at.setUTCDate(at.getUTCDate() + 7)
    else at.setUTCMonth(at.getUTCMonth() + 1)
  }
  return all
}

/** Start of the period after a period. */
export function nextPeriod(period: string, by: 'week' | 'month'): Date {
  const next = new Date(period)
  if (by === 'week') next.setUTCDate(next.getUTCDate() + 7)
  else next.setUTCMonth(next.getUTCMonth() + 1)
  return next
}

/** Start and end of a period for the call list, limited to the period of the report. */
export function toListPeriod(period: string, by: 'week' | 'month', report: { from: string; to: string }) {
  const begins = new Date(period)
  const next = nextPeriod(period, by)
  const pickLater = (a: string, b: string) => (a > b ? a : b)
  const pickEarlier = (a: string, b: string) => (a < b ? a : b)
  return {
    from: pickLater(begins.toISOString(), report.from),
    to: pickEarlier(new Date(next.getTime() - 1).toISOString(), report.to),
  }
}

export type Report = Awaited<ReturnType<typeof loadReport>>['data']
export type Rep = Report['reps'][number]

export const formatRepName = ({ firstName, lastName, email }: Pick<Rep, 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || email
