/** Parts of the start page that several roles share: greeting, actions, calls and figures. */
import { clockTime } from '../../core/timecode.ts'
import type { Action } from '../../features/actions/actions/index.ts'
import type { getHomeFigures } from '../../features/coaching/team-reports/index.ts'
import type { ConversationBrief } from '../../features/conversations/records/index.ts'
import type { AnswerOf, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { figureStrip } from '../components/figures.ts'
import { avatar, companyMark } from '../components/identity.ts'
import { badge } from '../components/layout.ts'
import { dayOf, formatLength } from '../components/times.ts'

export type HomeFigures = AnswerOf<typeof getHomeFigures>

/** Section with a heading, a count and a link to everything. */
export const section = (title: string, body: Html, given: { count?: number; more?: Html } = {}): Html =>
  html`<section class="card"><header><h2>${title}${given.count !== undefined && html` <span class="meta">${given.count}</span>`}</h2>${given.more}</header>
${body}</section>`

export const more = (path: string, label: string): Html => html`<a class="more" href="${path}">${label}</a>`

export function greeting(req: PageRequest, words: string): Html {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: req.zone }).format(
      req.ctx.clock.now(),
    ),
  )
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  const [first = ''] = req.user.name.split(/[\s@]/, 1)
  return html`<header class="home-hello"><h1>Good ${part}, <bdi>${first}</bdi></h1><p>${words}</p></header>`
}

/** Position of a quote in its call. Undefined if the quote has no time. */
function findMoment(address: string): { path: string; time: string } | undefined {
  const [path = '', start] = address.split('#t=')
  return start === undefined ? undefined : { path: `${path}?t=${start}`, time: clockTime(Number(start)) }
}

export const actionRows = (actions: readonly Action[]): Html =>
  html`<ul class="rows">${actions.map(({ uuid, title, severity, status, entity_title, why }) => {
    const moment = why.key_quote === null ? undefined : findMoment(why.key_quote.source_url)
    return html`<li class="row top"><span class="grow"><a class="row-title" href="/actions/${uuid}"><bdi>${title}</bdi></a>
<span class="meta">${moment !== undefined && html`<bdi>${why.key_quote?.speaker ?? ''}</bdi> at <a class="moment" href="${moment.path}">${moment.time}</a>${entity_title !== null && ' in '}`}${entity_title !== null && html`<bdi>${entity_title}</bdi>`}</span></span>${severity === 'high' && badge('Urgent', 'bad')}${status === 'drafted' && badge('Drafted', 'open')}</li>`
  })}</ul>`

interface CallPerson {
  readonly name: string | null
  readonly email: string | null
  readonly internal: boolean
}

const PEOPLE_SHOWN = 4

/** Name and domain of the other side of a call, for its mark. */
function findCompany({ title, externalOpportunity: deal }: ConversationBrief, people: readonly CallPerson[]) {
  const domain = people.find(({ internal }) => !internal)?.email?.split('@')[1]
  const name = (deal?.title ?? title).split(/ · |: /, 1)[0] ?? title
  return { name, seed: domain ?? name }
}

export function callRows(req: PageRequest, calls: readonly ConversationBrief[]): Html {
  return html`<ul class="rows">${calls.map((call) => {
    const people = JSON.parse(call.people.text) as CallPerson[]
    const { name, seed } = findCompany(call, people)
    const shown = people.slice(0, PEOPLE_SHOWN).map(({ name, email, internal }) => {
      const title = name ?? email ?? 'Unknown'
      return avatar(title, { them: !internal, title })
    })
    return html`<li class="row">${companyMark(name, seed)}<span class="grow"><a class="row-title" href="/conversations/${call.uuid}" dir="auto">${call.title}</a>${call.headline !== null && html`<span class="soft home-cut" dir="auto">${call.headline}</span>`}</span><span class="avatars wide-only">${shown}</span><span class="meta home-when">${dayOf(req, call.startedAt)}${call.mediaDuration !== null && call.mediaDuration > 0 && html`<br>${formatLength(call.mediaDuration)}`}</span></li>`
  })}</ul>`
}

const percent = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)}%`)
const number = (value: number | null) =>
  value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: 0 })

/** Formats of the measures of a call. */
export const MEASURES = {
  talkShare: { label: 'We spoke', shown: percent },
  questionsAsked: { label: 'Questions per call', shown: number },
  longestMonologue: {
    label: 'Longest monologue',
    shown: (value: number | null) => (value === null ? '–' : formatLength(value)),
  },
  averageScore: { label: 'Average score', shown: number },
} as const

/** Figures of the latest week with calls, with the change against the week before and 13 weeks behind them. */
export function weekFigures({ weeks }: HomeFigures): Html {
  const week = weeks.at(-1)
  const before = weeks.at(-2)
  if (week === undefined) return html``
  const calls = `/conversations?from=${week.from}`
  const toChange = (now: number | null, then: number | null | undefined, unit: string) => {
    if (now === null || then === null || then === undefined) return undefined
    const change = Math.round(now - then)
    return change === 0 ? 'no change' : `${change > 0 ? '+' : '−'}${Math.abs(change)}${unit}`
  }
  const times = (value: number | null | undefined, factor: number) =>
    value === null || value === undefined ? (value ?? null) : value * factor
  return figureStrip([
    {
      ...{ label: `Calls since ${formatWeek(week.from)}`, shown: number(week.conversations), path: calls },
      change: toChange(week.conversations, before?.conversations, ''),
      course: weeks.map(({ conversations }) => conversations),
    },
    {
      ...{ label: MEASURES.talkShare.label, shown: percent(week.talkShare), path: '/reports/team#time' },
      change: toChange(times(week.talkShare, 100), times(before?.talkShare, 100), ' points'),
      course: weeks.map(({ talkShare }) => talkShare),
    },
    {
      ...{ label: MEASURES.questionsAsked.label, shown: number(week.questionsAsked), path: '/reports/team#time' },
      change: toChange(week.questionsAsked, before?.questionsAsked, ''),
      course: weeks.map(({ questionsAsked }) => questionsAsked),
    },
    {
      ...{ label: MEASURES.averageScore.label, shown: number(week.averageScore), path: '/reports/team#scorecards' },
      change: toChange(week.averageScore, before?.averageScore, ''),
      course: weeks.map(({ averageScore }) => averageScore),
    },
  ])
}

export const formatWeek = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
