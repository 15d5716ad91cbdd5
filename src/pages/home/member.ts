/** Start page of a member: today's calls, own deals that need something, open actions, own figures against the team. */

import { type Text, t } from '../../core/languages/message.ts'
import { endOfDay, startOfDay, toLocalDay } from '../../core/zone-times.ts'
import { listActions } from '../../features/actions/actions/index.ts'
import { listCoachingAssignments } from '../../features/coaching/coaching-assignments/index.ts'
import { getHomeFigures } from '../../features/coaching/team-reports/index.ts'
import { listConversationBriefs } from '../../features/conversations/records/index.ts'
import { type DealSummary, listOwnDealsInNeed } from '../../features/deals/deal-overviews/index.ts'
import type { AnswerOf, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COACHING, coachingRows } from '../coaching/coaching.ts'
import { rangeBar } from '../components/figures.ts'
import { empty, linkButton } from '../components/layout.ts'
import { findTarget, longVerdict, targetList } from '../components/targets.ts'
import { formatDaysAgo, formatMoney, isAccountNamed, signalBadges } from '../deals/parts.ts'
import { actionRows, callRows, greeting, type HomeFigures, MEASURES, more, section } from './parts.ts'
import { loadHomeTasks } from './tasks.ts'

const OPEN = 'pending,drafted'
const ACTIONS_SHOWN = '5'
const CALLS_SHOWN = '5'
const CALLS_TODAY = '10'
const DEALS_SHOWN = '5'

export async function memberHome(req: PageRequest): Promise<Html> {
  const own = { 'filter[owner.id]': req.user.id }
  const today = findToday(req)
  const [calls, earlier, deals, actions, figures, coaching, tasks] = await Promise.all([
    req.run(listConversationBriefs, { ...own, fromDateTime: today.from, toDateTime: today.to, size: CALLS_TODAY }),
    req.run(listConversationBriefs, { ...own, toDateTime: today.before, size: CALLS_SHOWN }),
    req.run(listOwnDealsInNeed, { size: DEALS_SHOWN }),
    req.run(listActions, { status: OPEN, size: ACTIONS_SHOWN }),
    req.run(getHomeFigures, {}),
    req.run(listCoachingAssignments, { assignee: req.user.id, status: 'open', size: ACTIONS_SHOWN }),
    loadHomeTasks(req),
  ])
  const suggested = actions.data.filter(({ task_uuid: task }) => task === null)
  const open = actions.meta.totalRecords
  return html`${greeting(req, tasks.words ?? (open === 0 ? t('You have no open actions.') : open === 1 ? t('You have 1 open action.') : t`You have ${open} open actions.`))}
<div class="cols"><div>
${renderCalls(req, calls)}
${deals.data.length > 0 && section(t('Your deals that need something'), dealRows(req, deals.data), { count: deals.meta.totalRecords, more: more('/deals', t('All deals')) })}
${tasks.sections}
${coaching.data.length > 0 && section(t('Coaching for you'), coachingRows(req, coaching.data), { count: coaching.meta.totalRecords, more: more(COACHING, t('All coaching')) })}
${suggested.length > 0 && section(t('Your actions'), actionRows(req, suggested), { more: more('/actions', t('All actions')) })}
${
  calls.data.length > 0 || earlier.data.length > 0
    ? earlier.data.length > 0 &&
      section(t('Your earlier calls'), callRows(req, earlier.data), {
        count: earlier.meta.totalRecords,
        more: more(`/conversations?owner=${req.user.id}`, t('All your calls')),
      })
    : empty(
        t('No calls yet'),
        t('Your calls appear here when a meeting platform sends them, or when you import one.'),
        linkButton('/conversations/import', t('Import call'), { icon: 'plus', kind: 'primary' }),
      )
}
</div><div>${renderMine(req, figures)}</div></div>`
}

/** Today in the time zone of the user, and the last time before it. */
function findToday({ zone, ctx }: PageRequest): {
  readonly from: string
  readonly to: string
  readonly before: string
} {
  const now = ctx.clock.now()
  const day = toLocalDay(zone, now)
  const from = startOfDay(zone, day) ?? now
  const to = endOfDay(zone, day) ?? now
  return { from: from.toISOString(), to: to.toISOString(), before: new Date(from.getTime() - 1).toISOString() }
}

const renderCalls = (req: PageRequest, { data, meta }: AnswerOf<typeof listConversationBriefs>): Html =>
  section(
    t('Your calls today'),
    data.length === 0 ? html`<p class="meta">No calls today yet.</p>` : callRows(req, data),
    data.length === 0 ? {} : { count: meta.totalRecords },
  )

const dealRows = (req: PageRequest, deals: readonly DealSummary[]): Html =>
  html`<ul class="rows">${deals.map((deal) => {
    const { id, title, account_name: account, stage, amount, currency, last_conversation: last, signals } = deal
    const about: readonly (Html | Text)[] = [
      ...(account === null || isAccountNamed(deal) ? [] : [html`<bdi>${account}</bdi>`]),
      ...(stage === null ? [] : [html`<bdi>${stage}</bdi>`]),
      ...(last === null ? [] : [t`Last call: ${formatDaysAgo(last.started_at, req.ctx.clock.now())}`]),
    ]
    return html`<li class="row top"><span class="grow"><a class="row-title" href="/deals/${id}"><bdi>${title}</bdi></a><span class="meta">${about.map((part, at) => html`${at > 0 && ' · '}${part}`)}</span>${signalBadges(signals)}</span>${amount !== null && html`<span class="number">${formatMoney(amount, currency)}</span>`}</li>`
  })}</ul>`

const callsPath = (req: PageRequest) => `/conversations?owner=${req.user.id}&period=last_30_days`

/** Own figures of 30 days against those of the other people whose calls the user can see. */
function renderMine(req: PageRequest, { people }: HomeFigures): Html {
  const me = people.find(({ uuid }) => uuid === req.user.id)
  if (me === undefined) return html``
  const rows = (['talkShare', 'questionsAsked', 'longestMonologue', 'averageScore'] as const).flatMap((name) => {
    const value = me[name]
    if (value === null) return []
    const others = people.flatMap((person) => (person[name] === null ? [] : [person[name]]))
    const target = findTarget(me.targets, name)
    return [
      html`<li><span class="line"><span class="soft">${MEASURES[name].label}</span><b class="number"><a href="${callsPath(req)}">${MEASURES[name].shown(value)}</a></b></span>${(others.length > 2 || target !== undefined) && rangeBar(value, others.length > 2 ? others : [], target)}${target !== undefined && html`<p class="meta">${longVerdict(target)}</p>`}</li>`,
    ]
  })
  const calls = findTarget(me.targets, 'callsPerWeek')
  const perWeek =
    calls !== undefined && targetList([{ label: t('Calls per week'), path: callsPath(req), comparison: calls }])
  return section(
    t('Your last 30 days'),
    html`<ul class="home-range">${rows}</ul>${perWeek}${people.length > 2 && html`<p class="meta">The gray band is the middle half of the people whose calls you can see.</p>`}${me.targets.length > 0 && html`<p class="meta">The green frame is the target.</p>`}`,
    { more: more(`/reports/team?rep=${req.user.id}`, t('Report')) },
  )
}
