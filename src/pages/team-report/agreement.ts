/** Agreement of scores by people and by Parley, in numbers of items. Kappa is a detail. */

import { formatPercent } from '../../core/languages/formats.ts'
import { t } from '../../core/languages/message.ts'
import type { getScorecardAgreement } from '../../features/coaching/automatic-scoring/index.ts'
import type { AnswerOf } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { empty, facts } from '../components/layout.ts'
import { type TableColumn, table } from '../components/table.ts'

export type Agreement = AnswerOf<typeof getScorecardAgreement>
type Item = Agreement['items'][number]

export function renderAgreement(agreement: Agreement): Html {
  if (agreement.compared === 0) {
    return empty(
      t('No scores to compare yet'),
      t('See how often reviewers agree with automatic scores. To compare them, score calls that Parley has scored.'),
    )
  }
  const { same, near } = countPairs(agreement.items)
  const { compared, conversations } = agreement
  return html`<p>${compared === 1 ? t`People and Parley gave the same score in ${same} of 1 item.` : t`People and Parley gave the same score in ${same} of ${compared} items.`} ${near > same && t`In ${near}, the scores were at most one level apart.`}</p>
<p class="soft">${conversations === 1 ? t('From 1 call that both scored.') : t`From ${conversations} calls that both scored.`} Includes all calls you have access to, from any period. Reviewers who saw the automatic score aren't independent.</p>
${table<Item>(
  agreement.items.filter((item) => item.compared + item.onlyPerson > 0),
  ITEMS,
  { caption: t('Agreement by question') },
)}
<details class="team-report-table"><summary>Statistics of agreement</summary>
${facts([
  [t('Same level'), formatShare(agreement.exact)],
  [t('At most one level apart'), formatShare(agreement.withinOne)],
  [t('Agreement beyond chance (kappa)'), formatKappa(agreement.kappa)],
  [t('Weighted kappa'), formatKappa(agreement.weightedKappa)],
])}
<p class="soft">Kappa compares the agreement with that of random scores: 1 is perfect agreement, and 0 is the same as chance. If almost all scores are the same, kappa is near 0, however often the scores agree.</p>
${agreement.items.filter((item) => item.compared > 0).map(renderLevels)}</details>`
}

/** Pairs with the same level, and with levels that are at most one apart. */
function countPairs(items: readonly Item[]): { same: number; near: number } {
  let same = 0
  let near = 0
  for (const { levels } of items) {
    for (const [person, counts] of levels.entries()) {
      for (const [program, count] of counts.entries()) {
        if (person === program) same += count
        if (Math.abs(person - program) <= 1) near += count
      }
    }
  }
  return { same, near }
}

const ITEMS: readonly TableColumn<Item>[] = [
  { title: t('Question'), cell: ({ title }: Item) => html`<bdi>${title}</bdi>` },
  {
    ...{ title: t('Same score'), kind: 'number' },
    cell: (item: Item) => (item.compared === 0 ? '–' : t`${countPairs([item]).same} of ${item.compared}`),
  },
  {
    ...{ title: t('At most one level apart'), kind: 'number' },
    cell: (item: Item) => (item.compared === 0 ? '–' : t`${countPairs([item]).near} of ${item.compared}`),
  },
  { title: t('Reviewers only'), kind: 'number', cell: ({ onlyPerson }: Item) => String(onlyPerson) },
]

/** Levels of a person, and the titles of the columns with automatic scores. */
const LEVELS = [t('Low'), t('Middle'), t('High')] as const
const AUTOMATIC = [t('Automatic: low'), t('Automatic: middle'), t('Automatic: high')] as const

const renderLevels = ({ title, levels, kappa }: Item): Html =>
  html`<h3><bdi>${title}</bdi></h3>
${table(
  levels.map((counts, person) => ({ level: LEVELS[person] ?? '', counts })),
  [
    { title: t('Reviewer'), cell: ({ level }) => level },
    ...AUTOMATIC.map((column, program) => ({
      title: column,
      kind: 'number' as const,
      cell: ({ counts }: { counts: readonly number[] }) => String(counts[program] ?? 0),
    })),
  ],
  { caption: t('Number of scores by level of reviewer and automatic score') },
)}
<p class="meta">Kappa ${formatKappa(kappa)}</p>`

const formatShare = (share: number | null) => (share === null ? '–' : formatPercent(share))
const formatKappa = (value: number | null) => (value === null ? '–' : value.toFixed(2))
