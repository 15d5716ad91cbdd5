/**
 * Filters for the calls behind a figure of a report. Only the list of calls knows them: searches and saved views don't, so
 * they aren't part of `query-params.ts`.
 */

import { AppError } from '../../core/errors.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { getTeam } from '../../features/accounts/teams/index.ts'
import { getScorecardItem } from '../../features/coaching/scorecards/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { chip, chips } from '../components/layout.ts'

/** Parameters of the URL, and their names in the operation. */
const NAMES = { own_team: 'filter[own_team.id]', question: 'filter[scorecard_item.id]' } as const
export type ReportFilter = keyof typeof NAMES
export type ReportFilters = Readonly<Partial<Record<ReportFilter, string>>>

/** Value of `own_team` for calls without a team. */
export const NO_TEAM = 'none'
const GIVEN_MAX = 64

export function parseReportFilters(query: URLSearchParams): ReportFilters {
  const filters: Partial<Record<ReportFilter, string>> = {}
  for (const name of Object.keys(NAMES) as ReportFilter[]) {
    const value = (query.get(name) ?? '').trim().slice(0, GIVEN_MAX)
    if (value !== '') filters[name] = value
  }
  return filters
}

/** Part of the query of the operation. */
export const toReportQuery = (filters: ReportFilters): Record<string, string> =>
  Object.fromEntries((Object.entries(filters) as [ReportFilter, string][]).map(([name, value]) => [NAMES[name], value]))

/** @param pathWithout path of the list without a filter */
export async function renderReportFilters(
  req: PageRequest,
  filters: ReportFilters,
  pathWithout: (name: ReportFilter) => string,
): Promise<Html> {
  const shown = await Promise.all(
    (Object.entries(filters) as [ReportFilter, string][]).map(async ([name, value]) =>
      chip(await describe(req, name, value), { remove: pathWithout(name) }),
    ),
  )
  return shown.length === 0 ? html`` : html`<div class="conversations-figures">${chips(shown)}</div>`
}

const DELETED: Readonly<Record<ReportFilter, Message>> = {
  own_team: t('A deleted team'),
  question: t('A deleted question'),
}

async function describe(req: PageRequest, name: ReportFilter, value: string): Promise<Text> {
  if (name === 'own_team' && value === NO_TEAM) return t('Without a team')
  try {
    if (name === 'own_team') return t`Team without child teams: ${(await req.run(getTeam, { id: value })).name}`
    // The ID of the scorecard is part of the path of its items.
    const id = req.query.get('scorecard') ?? ''
    return t`Question: ${(await req.run(getScorecardItem, { id, itemId: value })).title}`
  } catch (error) {
    // It was deleted, or the user may not read it. The filter still applies.
    if (!(error instanceof AppError) || !['not_found', 'forbidden', 'invalid'].includes(error.kind)) throw error
    return DELETED[name]
  }
}
