/** Limit of the list of actions to the calls of a team report, which links to it. */

import { formatDate } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { chip, chips } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { teamChoices } from '../components/teams.ts'
import { parseReportQuery, type ReportQuery, toReportInput } from '../team-report/query-params.ts'

const PARAMS = ['team', 'rep', 'from', 'to'] as const

export interface ReportCalls {
  readonly asked: ReportQuery
  /** Parameters of the URL, which other links of the page keep. */
  readonly params: Readonly<Record<string, string>>
}

/** Undefined if the list isn't limited to calls. */
export function parseReportCalls(req: PageRequest): ReportCalls | undefined {
  if (!req.query.has('from')) return undefined
  const asked = parseReportQuery(req)
  const params = Object.fromEntries(
    PARAMS.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]] as const])),
  )
  return { asked, params }
}

/** Part of the query of the operation. */
export function toCallFilters(req: PageRequest, { asked }: ReportCalls): Record<string, string> {
  const { from, to } = toReportInput(req, asked)
  return omitUndefined({
    ...{ conversation_from: from, conversation_to: to },
    ...{ conversation_owner: asked.rep, conversation_team: asked.team },
  })
}

/** Chips of the limit. @param path of the list without it */
export async function renderReportCalls(req: PageRequest, { asked }: ReportCalls, path: string): Promise<Html> {
  const { team, rep, from, to } = asked
  const day = (one: string) =>
    formatDate(new Date(one), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const labels: Text[] = [t`Calls from ${day(from)} to ${day(to)}`]
  if (team !== undefined) {
    labels.push((await teamChoices(req)).find(({ value }) => value === team)?.label ?? t('A deleted team'))
  }
  if (rep !== undefined) labels.push((await createNameLookup(req, [rep]))(rep))
  return html`<div class="actions-calls">${chips(labels.map((label) => chip(label, { remove: path })))}</div>`
}
