/**
 * Filter for the calls behind a figure of a report. Only the list of calls knows it: searches and saved views don't, so it
 * isn't part of `query-params.ts`.
 */

import { AppError } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { getTeam } from '../../features/accounts/teams/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { chip, chips } from '../components/layout.ts'

/** Team of the conversation itself, without child teams. */
export interface ReportFilters {
  readonly own_team?: string
}

/** Value of `own_team` for calls without a team. */
export const NO_TEAM = 'none'
const GIVEN_MAX = 64

export function parseReportFilters(query: URLSearchParams): ReportFilters {
  const value = (query.get('own_team') ?? '').trim().slice(0, GIVEN_MAX)
  return value === '' ? {} : { own_team: value }
}

/** Part of the query of the operation. */
export const toReportQuery = ({ own_team: id }: ReportFilters): Record<string, string> =>
  id === undefined ? {} : { 'filter[own_team.id]': id }

/** @param pathWithout path of the list without the filter */
export async function renderReportFilters(
  req: PageRequest,
  { own_team: id }: ReportFilters,
  pathWithout: string,
): Promise<Html> {
  if (id === undefined) return html``
  return html`<div class="conversations-figures">${chips([chip(await describe(req, id), { remove: pathWithout })])}</div>`
}

async function describe(req: PageRequest, id: string): Promise<Text> {
  if (id === NO_TEAM) return t('Without a team')
  try {
    return t`Team without child teams: ${(await req.run(getTeam, { id })).name}`
  } catch (error) {
    // It was deleted, or the user may not read it. The filter still applies.
    if (!(error instanceof AppError) || !['not_found', 'forbidden', 'invalid'].includes(error.kind)) throw error
    return t('A deleted team')
  }
}
