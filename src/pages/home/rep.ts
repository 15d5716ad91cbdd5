/** Start page of a rep: open actions, deals that need something, latest calls, own figures against the team. */

import { t } from '../../core/languages/message.ts'
import { listActions } from '../../features/actions/actions/index.ts'
import { listCoachingAssignments } from '../../features/coaching/coaching-assignments/index.ts'
import { getHomeFigures } from '../../features/coaching/team-reports/index.ts'
import { listConversationBriefs } from '../../features/conversations/records/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COACHING, coachingRows } from '../coaching/coaching.ts'
import { rangeBar } from '../components/figures.ts'
import { empty, linkButton } from '../components/layout.ts'
import { findTarget, longVerdict, targetList } from '../components/targets.ts'
import { actionRows, callRows, greeting, type HomeFigures, MEASURES, more, section } from './parts.ts'
import { loadHomeTasks } from './tasks.ts'

const OPEN = 'pending,drafted'
const ACTIONS_SHOWN = '5'
const CALLS_SHOWN = '5'

export async function repHome(req: PageRequest): Promise<Html> {
  const [actions, deals, calls, figures, coaching, tasks] = await Promise.all([
    req.run(listActions, { status: OPEN, size: ACTIONS_SHOWN }),
    req.run(listActions, { status: OPEN, entity_type: 'opportunity', size: ACTIONS_SHOWN }),
    req.run(listConversationBriefs, { 'filter[owner.id]': req.user.id, size: CALLS_SHOWN }),
    req.run(getHomeFigures, {}),
    req.run(listCoachingAssignments, { assignee: req.user.id, status: 'open', size: ACTIONS_SHOWN }),
    loadHomeTasks(req),
  ])
  const quiet = new Set(deals.data.map(({ uuid }) => uuid))
  const suggested = actions.data.filter(({ uuid, task_uuid: task }) => !quiet.has(uuid) && task === null)
  const open = actions.meta.totalRecords
  return html`${greeting(req, tasks.words ?? (open === 0 ? t('You have no open actions.') : open === 1 ? t('You have 1 open action.') : t`You have ${open} open actions.`))}
<div class="cols"><div>
${tasks.sections}
${coaching.data.length > 0 && section(t('Coaching for you'), coachingRows(req, coaching.data), { count: coaching.meta.totalRecords, more: more(COACHING, t('All coaching')) })}
${suggested.length > 0 && section(t('Your actions'), actionRows(req, suggested), { more: more('/actions', t('All actions')) })}
${deals.data.length > 0 && section(t('Deals that need something'), actionRows(req, deals.data), { count: deals.meta.totalRecords, more: more('/actions', t('All actions')) })}
${
  calls.data.length === 0
    ? empty(
        t('No calls yet'),
        t('Your calls appear here when a meeting platform sends them, or when you import one.'),
        linkButton('/conversations/import', t('Import call'), { icon: 'plus', kind: 'primary' }),
      )
    : section(t('Your latest calls'), callRows(req, calls.data), {
        count: calls.meta.totalRecords,
        more: more(`/conversations?owner=${req.user.id}`, t('All your calls')),
      })
}
</div><div>${renderMine(req, figures)}</div></div>`
}

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
