/** Parts that the pages of a deal and of an account share: signals, risks, calls, promises, field values and people. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { Deal, DealCall, DealPerson, DealSignal } from '../../features/deals/deal-overviews/index.ts'
import { confirmFieldValues } from '../../features/fields/values/index.ts'
import { type Fields, type PageRequest, type Redirect, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { renderStrip } from '../../inbound/web/speech-strip.ts'
import { contactLink } from '../components/contact.ts'
import { meter } from '../components/figures.ts'
import { actionButton } from '../components/form.ts'
import { avatar } from '../components/identity.ts'
import { badge, card, quote } from '../components/layout.ts'
import { dayOf, formatLength } from '../components/times.ts'
import { promisesCard, toShownPromise } from '../tasks/promises.ts'
import type { TimedRow } from './changes.ts'
import { formatShare } from './parts.ts'
import { formatSignal } from './signals.ts'

/** Maximum number of people of a group that are visible at first. */
const PEOPLE_SHOWN = 8

type Findings = Pick<Deal, 'action_items' | 'risks' | 'values'>
type Involved = Pick<Deal, 'people' | 'conversations'>

export const renderSignals = (signals: readonly DealSignal[]): Html | false =>
  signals.length > 0 &&
  html`<ul class="deals-notes">${signals.map((signal) => html`<li class="notice warn" dir="auto">${formatSignal(signal)}</li>`)}</ul>`

/** Path of the call page at a time in seconds, or of the whole call if `start` is null. */
const timePath = ({ conversation_id: id, start }: { conversation_id: string; start: number | null }): string =>
  `/conversations/${id}${start === null ? '' : `?t=${Math.floor(start)}`}`

export const renderRisks = ({ risks }: Pick<Findings, 'risks'>): Html | false =>
  risks.length > 0 &&
  card(
    t('Worries and problems, in their words'),
    html`${risks.map((one) => quote(one.text, { speaker: one.conversation_title, path: timePath(one) }))}`,
  )

/** Calls of a deal or an account, newest first. @param given texts and rows around them, by place */
export function renderCalls(
  req: PageRequest,
  given: {
    readonly conversations: readonly DealCall[]
    readonly total: number
    /** Shown instead of the list if there are no calls. */
    readonly none: Text
    /** Changes of the deal, shown between the calls. */
    readonly changes?: readonly TimedRow[]
    /** Shown below the list. */
    readonly after: Html
  },
): Html {
  const { conversations, total, none, changes = [], after } = given
  const calls = conversations.map(
    ({ id, title, started_at: at, duration, headline, talk_strip: strip }): TimedRow => ({
      at,
      row: html`<li class="row top deals-call"><span class="meta deals-when">${dayOf(req, at)}</span><span class="grow"><a class="row-title" href="/conversations/${id}" dir="auto">${title}</a>${headline !== null && html`<span class="soft" dir="auto">${headline}</span>`}</span><span class="deals-talk">${strip !== null && renderStrip(strip)}${duration !== null && duration > 0 && html`<span class="meta">${formatLength(duration)}</span>`}</span></li>`,
    }),
  )
  // The sort is stable, so changes of the same time keep their order.
  const rows = [...calls, ...changes].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).map(({ row }) => row)
  return card(
    t('Calls'),
    html`${calls.length === 0 && html`<p>${none}</p>`}${rows.length > 0 && html`<ul class="rows">${rows}</ul>${after}`}`,
    { id: 'calls', count: total },
  )
}

export const renderPromises = (req: PageRequest, { action_items: items }: Pick<Findings, 'action_items'>) =>
  promisesCard(req, items.map(toShownPromise), { from: req.path, id: 'promises' })

/** Field values with their place, and a button that confirms a proposed one. @param page path of the page */
export function renderValues(req: PageRequest, { values }: Pick<Findings, 'values'>, page: string): Html | false {
  if (values.length === 0) return false
  const rows = values.map((one) => {
    const { id, title, value, is_confirmed: isConfirmed, conversation_id: conversation, start } = one
    const confirm = actionButton(req, {
      ...{ page, action: 'confirm', key: id, enhance: '#known', kind: 'link' },
      button: html`Confirm<span class="unseen"> ${title}</span>`,
      fields: { conversation, value: id },
    })
    return html`<div><dt><bdi>${title}</bdi></dt><dd><bdi>${value}</bdi> <a class="moment" href="${timePath(one)}">${start === null ? t('call') : clockTime(start)}</a> ${isConfirmed ? badge(t('Confirmed'), 'good') : html`${badge(t('Proposed'), 'open')} ${confirm}`}</dd></div>`
  })
  return card(t('What we know'), html`<dl class="deals-known">${rows}</dl>`, { id: 'known' })
}

/** Action of the form that confirms a field value. @param page path of the page */
export async function confirmValue(req: PageRequest, fields: Fields, page: string): Promise<Redirect> {
  const id = fields.text('conversation')
  await req.run(confirmFieldValues, { id, intelligence: [{ id: fields.text('value') }] })
  return redirectTo(`${page}#known`, t('Value confirmed'))
}

/** Card of the people of the other side, without those who are silent. */
export function renderTheirPeople(req: PageRequest, involved: Involved): Html | false {
  const own = involved.people.filter(({ side, is_silent: isSilent }) => side !== 'internal' && !isSilent)
  return own.length > 0 && card(t('Their people'), listPeople(req, involved, own, 'rows deals-people'))
}

/** Cards of people who are silent, and of our own. @param title of the first card */
export function renderOtherPeople(req: PageRequest, involved: Involved, title: Message): Html {
  const silent = involved.people
    .filter(({ is_silent: isSilent }) => isSilent)
    .toSorted((a, b) => b.conversations_count - a.conversations_count)
  const ours = involved.people.filter(({ side }) => side === 'internal')
  return html`${silent.length > 0 && card(title, listPeople(req, involved, silent))}
${ours.length > 0 && card(t('Our people'), listPeople(req, involved, ours))}`
}

/** List of people whose end is collapsed. @param kind classes of the list */
function listPeople(req: PageRequest, involved: Involved, people: readonly DealPerson[], kind = 'rows'): Html {
  const rows = people.map((one) => renderPerson(req, involved, one))
  const rest = rows.slice(PEOPLE_SHOWN)
  return html`<ul class="${kind}">${rows.slice(0, PEOPLE_SHOWN)}</ul>${
    rest.length > 0 &&
    html`<details class="deals-more"><summary>${rest.length === 1 ? t('Show 1 more') : t`Show ${rest.length} more`}</summary><ul class="${kind}">${rest}</ul></details>`
  }`
}

function renderPerson(req: PageRequest, involved: Involved, person: DealPerson): Html {
  const { name, job_title: title, side, conversations_count: count, talk_share: share, last_spoke_at: last } = person
  const isOurs = side === 'internal'
  const spoke =
    last === null
      ? t('never spoke')
      : html`${count === 1 ? t('1 call') : t`${count} calls`}, last spoke ${dayOf(req, last)}`
  return html`<li class="row">${avatar(name, { them: !isOurs })}<span class="grow">${isOurs ? html`<bdi>${name}</bdi>` : contactLink(person, findCallWith(involved, person))}${title !== null && html`<span class="soft" dir="auto">${title}</span>`}<span class="meta">${spoke}</span></span>${share !== null && renderShare(share, isOurs)}</li>`
}

/** Share of the talk time as a number and a bar. */
const renderShare = (share: number, isOurs: boolean): Html =>
  html`<span class="deals-share"><span class="number">${formatShare(share)}</span>${meter(share, isOurs ? 'us' : 'them')}<span class="unseen"> of the talk time</span></span>`

/** A call in which the person spoke, which identifies a person without an email address. */
const findCallWith = ({ conversations }: Involved, { name }: DealPerson): string | undefined =>
  conversations.find(({ speakers }) => speakers.some((speaker) => speaker.name === name))?.id
