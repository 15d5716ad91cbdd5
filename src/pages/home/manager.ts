/** Start page of a manager, and the second part of an admin's: changes, calls worth hearing, latest calls, people. */

import { formatList, formatNumber } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { listActions } from '../../features/actions/actions/index.ts'
import { findTrackerToken } from '../../features/analysis/trackers/index.ts'
import { listCoachingAssignments } from '../../features/coaching/coaching-assignments/index.ts'
import { listUnreviewedScorecardResults } from '../../features/coaching/scorecard-results/index.ts'
import { getHomeFigures } from '../../features/coaching/team-reports/index.ts'
import { listConversationBriefs } from '../../features/conversations/records/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COACHING, coachingRows } from '../coaching/coaching.ts'
import { formatDifference, SHORT_CHANGES } from '../components/changes.ts'
import { meter } from '../components/figures.ts'
import { avatar } from '../components/identity.ts'
import { empty, linkButton } from '../components/layout.ts'
import { createNameLookup } from '../components/people.ts'
import { findTarget, shortVerdict } from '../components/targets.ts'
import { dayOf } from '../components/times.ts'
import {
  actionRows,
  callRows,
  formatWeek,
  greeting,
  type HomeFigures,
  MEASURES,
  more,
  section,
  weekFigures,
} from './parts.ts'
import { loadHomeTasks } from './tasks.ts'

const CALLS_SHOWN = '6'
const ACTIONS_SHOWN = '5'

/** @param given `before`: sections above the figures; `aside`: sections at the top of the right column */
export async function managerHome(
  req: PageRequest,
  given: { words?: Text; before?: Html; aside?: Html } = {},
): Promise<Html> {
  const [figures, calls, actions, coaching, answers, unreviewed, tasks] = await Promise.all([
    req.run(getHomeFigures, {}),
    req.run(listConversationBriefs, { size: CALLS_SHOWN }),
    req.run(listActions, { status: 'pending,drafted', size: ACTIONS_SHOWN }),
    req.run(listCoachingAssignments, { assignee: req.user.id, status: 'open', size: ACTIONS_SHOWN }),
    req.run(listCoachingAssignments, { assigner: req.user.id, status: 'answered', size: ACTIONS_SHOWN }),
    req.run(listUnreviewedScorecardResults, { size: '1' }),
    loadHomeTasks(req),
  ])
  const nameOf = await createNameLookup(
    req,
    figures.outliers.map(({ ownerUUID }) => ownerUUID),
  )
  const latest = figures.weeks.at(-1)
  const suggested = actions.data.filter(({ task_uuid: task }) => task === null)
  const week = latest?.conversations ?? 0
  return html`${greeting(req, given.words ?? (week === 0 ? t('No calls in the last 13 weeks.') : week === 1 ? t`1 call in the week of ${formatWeek(latest?.from ?? '')}.` : t`${week} calls in the week of ${formatWeek(latest?.from ?? '')}.`))}
${given.before}${weekFigures(figures)}
<div class="cols"><div>
${tasks.sections}
${suggested.length > 0 && section(t('Your actions'), actionRows(req, suggested), { more: more('/actions', t('All actions')) })}
${coaching.data.length > 0 && section(t('Coaching for you'), coachingRows(req, coaching.data), { count: coaching.meta.totalRecords, more: more(COACHING, t('All coaching')) })}
${answers.data.length > 0 && section(t('Answers to your coaching'), coachingRows(req, answers.data), { count: answers.meta.totalRecords, more: more(`${COACHING}?view=asked`, t('All coaching')) })}
${figures.outliers.length > 0 && section(t('Calls worth hearing'), renderOutliers(req, figures, nameOf), { count: figures.outliers.length })}
${calls.data.length === 0 ? empty(t('No calls yet'), t('The calls of your teams appear here, with participants, summary and transcript.'), linkButton('/conversations/import', t('Import call'), { icon: 'plus', kind: 'primary' })) : section(t('Latest calls'), callRows(req, calls.data), { more: more('/conversations', t`All ${formatNumber(calls.meta.totalRecords)}`) })}
</div><div>${given.aside}${renderUnreviewed(unreviewed.meta.totalRecords)}${renderTrackers(req, figures)}${renderPeople(req, figures)}</div></div>`
}

const renderUnreviewed = (count: number): Html =>
  count === 0
    ? html``
    : section(
        t('Scores to review'),
        html`<p>${count === 1 ? t('1 automatic score waits for your review.') : t`${formatNumber(count)} automatic scores wait for your review.`}</p>`,
        { more: more('/scorecards/review/next', t('Review')) },
      )

/** Reason why a call differs from the typical call. */
const REASONS: Readonly<Record<HomeFigures['outliers'][number]['measure'], Message>> = {
  talkShare: t('We spoke'),
  longestMonologue: t('Longest monologue'),
  questionsAsked: t('Our questions:'),
}

const renderOutliers = (req: PageRequest, { outliers }: HomeFigures, nameOf: (id: string) => Text): Html =>
  html`<ul class="rows">${outliers.map(
    ({ uuid, title, startedAt, ownerUUID, measure, value, typical }) =>
      html`<li class="row top"><span class="grow"><a class="row-title" href="/conversations/${uuid}" dir="auto">${title}</a><span class="soft">${REASONS[measure]} ${MEASURES[measure].shown(value)}, typically ${MEASURES[measure].shown(typical)}</span></span><span class="meta home-when">${dayOf(req, startedAt)}<br><bdi>${capitalize(String(nameOf(ownerUUID)))}</bdi></span></li>`,
  )}</ul>`

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Path of the calls of the last 30 days, as the figures count them. */
const recentPath = (req: PageRequest, { since }: HomeFigures, only: Record<string, string>): string =>
  `/conversations?${new URLSearchParams({ from: since, to: req.ctx.clock.now().toISOString(), ...only })}`

function renderTrackers(req: PageRequest, figures: HomeFigures): Html {
  const { trackers } = figures
  if (trackers.length === 0) return html``
  const most = Math.max(...trackers.map(({ conversations }) => conversations))
  return section(
    t('What came up'),
    html`<ul class="home-bars">${trackers.map(
      ({ uuid, name, color, conversations, earlier, verdict }) =>
        html`<li><a class="row-title" href="/trackers/${uuid}"><bdi>${name}</bdi></a><span class="number"><b><a href="${recentPath(req, figures, { tracker: uuid })}">${conversations}</a></b> <span class="meta">${earlier === null ? '' : describeTracker(conversations - earlier, verdict)}</span></span>${meter(conversations / most, `track-${findTrackerToken(color)}`)}</li>`,
    )}</ul>`,
    { more: html`<span class="meta">Calls in 30 days</span>` },
  )
}

/** Change of the number of calls, and whether it can be distinguished from chance. */
const describeTracker = (change: number, verdict: HomeFigures['trackers'][number]['verdict']): Text =>
  change === 0 ? '±0' : t`${formatDifference('conversations', change)}, ${SHORT_CHANGES[verdict]}`

const PEOPLE_SHOWN = 6

function renderPeople(req: PageRequest, figures: HomeFigures): Html {
  const { people } = figures
  if (people.length === 0) return html``
  const shown = people.slice(0, PEOPLE_SHOWN).map((one) => {
    const name = `${one.firstName} ${one.lastName}`.trim() || one.email
    return { ...one, name, compared: findTarget(one.targets, 'talkShare') }
  })
  const few = shown.filter(({ compared }) => compared?.verdict === 'insufficient')
  return section(
    t('People'),
    html`<ul class="rows">${shown.map(({ uuid, name, conversations, talkShare, compared }) => {
      const verdict = compared !== undefined && compared.verdict !== 'insufficient' && compared.value !== null
      return html`<li class="row">${avatar(name)}<a class="row-title grow" href="/reports/team?rep=${uuid}"><bdi>${name}</bdi></a><span class="meta number"><a href="${recentPath(req, figures, { owner: uuid })}">${conversations === 1 ? t('1 call') : t`${conversations} calls`} · ${talkShare === null ? '–' : t`${MEASURES.talkShare.shown(talkShare)} talk`}</a>${verdict && shortVerdict(compared)}</span></li>`
    })}</ul>${few.length > 0 && html`<p class="meta home-few">${few.length === shown.length ? t('Too few calls to compare with the target.') : t`Too few calls to compare with the target: ${formatList(few.map(({ name }) => name))}`}</p>`}`,
    { more: more('/reports/team#people', t('Compare')) },
  )
}
