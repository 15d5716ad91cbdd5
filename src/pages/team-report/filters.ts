/** Filter form of the team report. */

import { t } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type Choice, type Fill, selectField, textField } from '../components/form.ts'
import { PAGE, PERSON, type ReportQuery, reportPath, shifted, withPeople } from './query-params.ts'

/** Fill of a filter form, which isn't shown again with its input after an error. */
const FILL: Fill = {
  value: (_, present = '') => present,
  values: (_, present = []) => present,
  isWrong: () => false,
}

/** @param given `page`: page that the filters apply to; `people`: IDs of the people to compare */
export const filters = (
  asked: ReportQuery,
  teams: readonly Choice[],
  { page = PAGE, people = [] }: { page?: string; people?: readonly string[] } = {},
): Html =>
  html`<form class="team-report-filters" action="${page}" data-enhance>
${selectField(FILL, { name: 'team', label: t('Team'), value: asked.team, choices: teams, none: t('All teams') })}
${textField(FILL, { name: 'from', label: t('From', 'date'), type: 'date', value: asked.from })}
${textField(FILL, { name: 'to', label: t('To', 'date'), type: 'date', value: asked.to })}
${selectField(FILL, {
  ...{ name: 'by', label: t('Group by'), value: asked.by },
  choices: [
    { value: 'week', label: t('Week') },
    { value: 'month', label: t('Month') },
  ],
})}
${asked.rep !== undefined && html`<input type="hidden" name="rep" value="${asked.rep}">`}
${people.map((id) => html`<input type="hidden" name="${PERSON}" value="${id}">`)}
<button class="plain">Apply filters</button>
</form>
<p class="team-report-spans">${SPANS.map(
    ([label, days]) =>
      html`<a href="${withPeople(reportPath(asked, { from: shifted(asked.to, 1 - days) }, page), people)}">${label}</a> `,
  )}</p>`

const SPANS = [
  [t('Last 30 days'), 30],
  [t('Last 90 days'), 90],
  [t('Last 12 months'), 365],
] as const
