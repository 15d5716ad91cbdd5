/** Parts of the start page that several roles share: greeting, actions, calls and figures. */

import { formatDate, formatNumber, formatPercent } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { toLocalTime } from '../../core/zone-times.ts'
import type { Action } from '../../features/actions/actions/index.ts'
import type { TargetFigure } from '../../features/coaching/targets/index.ts'
import type { FigureChange, getHomeFigures } from '../../features/coaching/team-reports/index.ts'
import type { ConversationBrief } from '../../features/conversations/records/index.ts'
import type { AnswerOf, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { HOME } from '../../inbound/web/navigation.ts'
import { renderKeepButton } from '../actions/action.ts'
import { callAvatars, callMark } from '../components/call-row.ts'
import { formatDifference, NO_CHANGE, SHORT_CHANGES } from '../components/changes.ts'
import { figureStrip } from '../components/figures.ts'
import { badge } from '../components/layout.ts'
import { renderTalkStrip } from '../components/render-strip.ts'
import { findTarget, formatTargetValue, longVerdict } from '../components/targets.ts'
import { dayOf, formatLength } from '../components/times.ts'

const WEEK_MILLISECONDS = 7 * 86_400_000

export type HomeFigures = AnswerOf<typeof getHomeFigures>

/** Section with a heading, a count and a link to everything. */
export const section = (title: Text, body: Html, given: { count?: number; more?: Html } = {}): Html =>
  html`<section class="card"><header><h2>${title}${given.count !== undefined && html` <span class="meta">${given.count}</span>`}</h2>${given.more}</header>
${body}</section>`

export const more = (path: string, label: Text): Html => html`<a class="more" href="${path}">${label}</a>`

export function greeting(req: PageRequest, words: Text): Html {
  const hour = Number(toLocalTime(req.zone, req.ctx.clock.now()).slice(11, 13))
  return html`<header class="home-hello"><h1>${greet(hour, findFirstName(req.user))}</h1><p>${words}</p></header>`
}

/** First name of a user. Undefined if only the email address is known, which isn't a name to greet with. */
function findFirstName({ name, email }: PageRequest['user']): string | undefined {
  const [first = ''] = name.trim().split(/\s/, 1)
  return name === email || first === '' ? undefined : first
}

/** @param hour 0 to 23 */
function greet(hour: number, name: string | undefined): Html {
  if (name === undefined) {
    if (hour < 5 || hour >= 18) return html`Good evening`
    return hour < 12 ? html`Good morning` : html`Good afternoon`
  }
  if (hour < 5 || hour >= 18) return html`Good evening, <bdi>${name}</bdi>`
  return hour < 12 ? html`Good morning, <bdi>${name}</bdi>` : html`Good afternoon, <bdi>${name}</bdi>`
}

/** Position of a quote in its call. Undefined if the quote has no time. */
function findMoment(address: string): { path: string; time: string } | undefined {
  const [path = '', start] = address.split('#t=')
  return start === undefined ? undefined : { path: `${path}?t=${start}`, time: clockTime(Number(start)) }
}

export const actionRows = (req: PageRequest, actions: readonly Action[]): Html =>
  html`<ul class="rows">${actions.map((action) => {
    const { uuid, title, severity, status, entity_title, why } = action
    const keep = action.task_uuid === null ? renderKeepButton(req, action, { from: HOME, enhance: '' }) : undefined
    const moment = why.key_quote === null ? undefined : findMoment(why.key_quote.source_url)
    return html`<li class="row top"><span class="grow"><a class="row-title" href="/actions/${uuid}"><bdi>${title}</bdi></a>
<span class="meta">${renderWhere(why.key_quote?.speaker ?? '', moment, entity_title)}</span></span>${severity === 'high' && badge(t('Urgent'), 'bad')}${status === 'drafted' && badge(t('Drafted'), 'open')}${keep !== undefined && html`<span class="home-keep">${keep}</span>`}</li>`
  })}</ul>`

/** Speaker and time of the quote behind an action, and the call or deal it is about. */
function renderWhere(speaker: string, moment: ReturnType<typeof findMoment>, entity: string | null): Html {
  if (moment === undefined) return entity === null ? html`` : html`<bdi>${entity}</bdi>`
  return entity === null
    ? html`<bdi>${speaker}</bdi> at <a class="moment" href="${moment.path}">${moment.time}</a>`
    : html`<bdi>${speaker}</bdi> at <a class="moment" href="${moment.path}">${moment.time}</a> in <bdi>${entity}</bdi>`
}

export function callRows(req: PageRequest, calls: readonly ConversationBrief[]): Html {
  return html`<ul class="rows">${calls.map((call) => {
    return html`<li class="row">${callMark(call)}<span class="grow"><a class="row-title" href="/conversations/${call.uuid}" dir="auto">${call.title}</a>${call.headline !== null && html`<span class="soft home-cut" dir="auto">${call.headline}</span>`}</span><span class="home-strip wide-only">${renderTalkStrip(call.talkStrip)}</span><span class="avatars home-people wide-only">${callAvatars(call)}</span><span class="meta home-when">${dayOf(req, call.startedAt)}${call.mediaDuration !== null && call.mediaDuration > 0 && html`<br>${formatLength(call.mediaDuration)}`}</span></li>`
  })}</ul>`
}

const percent = (value: number | null) => (value === null ? '–' : formatPercent(value))
const number = (value: number | null) => (value === null ? '–' : formatNumber(value, { maximumFractionDigits: 0 }))

/** Formats of the measures of a call. */
export const MEASURES = {
  talkShare: { label: t('We spoke'), shown: percent },
  questionsAsked: { label: t('Questions per call'), shown: number },
  longestMonologue: {
    label: t('Longest monologue'),
    shown: (value: number | null) => (value === null ? '–' : formatLength(value)),
  },
  averageScore: { label: t('Average score'), shown: number },
} as const

/** Figures of the latest week with calls, with the change against the week before and 13 weeks behind them. */
export function weekFigures({ weeks, targets, latestChange }: HomeFigures): Html {
  const week = weeks.at(-1)
  if (week === undefined) return html``
  // The list contains exactly the calls of the figures: those of the week, which starts on Monday in UTC.
  const path = `/conversations?${new URLSearchParams(toWeekPeriod(week.from))}`
  /** Change against the week before, with its verdict if there is a change. */
  const toChange = (figure: FigureChange['figure']) => {
    const one = latestChange?.figures.find((change) => change.figure === figure)
    if (one === undefined || one.latest === null || one.previous === null || one.previousConversations === 0) return {}
    const change = formatDifference(figure, one.latest - one.previous)
    return { change, ...(change === NO_CHANGE ? {} : { certainty: t`Change: ${SHORT_CHANGES[one.verdict]}` }) }
  }
  /** Target of a figure. Most weeks have few calls, so the verdict is about the last 30 days. */
  const toTarget = (figure: TargetFigure) => {
    const one = findTarget(targets, figure)
    if (one === undefined) return {}
    const shown = one.value === null ? '–' : formatTargetValue(figure, one.value)
    return {
      target: one,
      words: html`${figure === 'callsPerWeek' ? t`30 days: ${shown} per person and week` : t`30 days: ${shown}`} ${longVerdict(one)}`,
    }
  }
  return figureStrip([
    {
      ...{ label: t`Calls since ${formatWeek(week.from)}`, shown: number(week.conversations), path },
      ...toChange('conversations'),
      course: weeks.map(({ conversations }) => conversations),
      // The target is for one person, so the course of all calls has no band.
      words: toTarget('callsPerWeek').words,
    },
    ...(['talkShare', 'questionsAsked', 'longestMonologue', 'averageScore'] as const).map((name) => ({
      ...{ label: MEASURES[name].label, shown: MEASURES[name].shown(week[name]), path },
      ...toChange(name),
      course: weeks.map((one) => one[name]),
      ...toTarget(name),
    })),
  ])
}

/** Start and end of a week, for the list of its calls. */
const toWeekPeriod = (monday: string): { from: string; to: string } => ({
  from: new Date(monday).toISOString(),
  to: new Date(Date.parse(monday) + WEEK_MILLISECONDS - 1).toISOString(),
})

export const formatWeek = (day: string) =>
  formatDate(new Date(day), { day: 'numeric', month: 'short', timeZone: 'UTC' })
