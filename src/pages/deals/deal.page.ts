/** A deal: stage and amount, who spoke when, risks in the words of the other side, calls, action items, fields and people. */

import { t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { type Deal, type DealPerson, getDeal } from '../../features/deals/deal-overviews/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { contactLink } from '../components/contact.ts'
import { avatar } from '../components/identity.ts'
import { badge, card, facts, heading, linkButton, quote } from '../components/layout.ts'
import { dayOf, formatLength } from '../components/times.ts'
import { promisesCard, toShownPromise } from '../tasks/promises.ts'
import { formatDaysAgo, formatMoney, isAccountNamed } from './parts.ts'
import { renderTimeline } from './timeline.ts'

const OUTCOME_TONES = { open: 'quiet', won: 'good', lost: 'bad' } as const

export const dealPage = definePage({
  path: '/deals/:id',
  async show(req) {
    const deal = await req.run(getDeal, { id: req.params.id })
    const { title, account_name: account } = deal
    return {
      title,
      body: html`${heading(title, {
        trail: [{ label: t('Deals'), path: '/deals' }],
        ...(account === null || isAccountNamed(deal) ? {} : { words: html`<bdi>${account}</bdi>` }),
        actions: linkButton(`/conversations?opportunity=${deal.id}`, t('Calls in the list')),
      })}
${renderFacts(req, deal)}
${deal.signals.length > 0 && html`<ul class="deals-notes">${deal.signals.map(({ text }) => html`<li class="notice warn" dir="auto">${text}</li>`)}</ul>`}
${renderTimeline(deal, req.ctx.clock.now())}
<div class="cols"><div>
${deal.risks.length > 0 && card(t('Worries and problems, in their words'), html`${deal.risks.map((one) => quote(one.text, { speaker: one.conversation_title, path: timePath(one) }))}`)}
${renderCalls(req, deal)}
</div><div>
${renderPromises(req, deal)}
${renderValues(deal)}
${renderPeople(req, deal)}
</div></div>`,
    }
  },
})

/** Path of the call page at a time in seconds, or of the whole call if `start` is null. */
const timePath = ({ conversation_id: id, start }: { conversation_id: string; start: number | null }): string =>
  `/conversations/${id}${start === null ? '' : `?t=${Math.floor(start)}`}`

function renderFacts(req: PageRequest, deal: Deal): Html {
  const { stage, outcome, amount, currency, close_date: closeDate, owner_name: owner, last_conversation: last } = deal
  return html`<div class="deals-facts">${facts([
    [t('Stage'), badge(stage ?? t('Unknown'), OUTCOME_TONES[outcome])],
    ...(amount === null ? [] : [[t('Amount'), formatMoney(amount, currency)] as const]),
    ...(closeDate === null ? [] : [[t('Close date'), dayOf({ zone: 'UTC', ctx: req.ctx }, closeDate)] as const]),
    ...(owner === null ? [] : [[t('Owner'), html`<bdi>${owner}</bdi>`] as const]),
    [t('Last call'), last === null ? t('none') : formatDaysAgo(last.started_at, req.ctx.clock.now())],
    ...(deal.loss_reason === null ? [] : [[t('Loss reason'), html`<bdi>${deal.loss_reason}</bdi>`] as const]),
  ])}</div>`
}

function renderCalls(req: PageRequest, { conversations, conversations_count: count }: Deal): Html {
  const rows = conversations.map(
    ({ id, title, started_at: at, duration, headline, speakers }) =>
      html`<li class="row top"><span class="meta deals-when">${dayOf(req, at)}</span><span class="grow"><a class="row-title" href="/conversations/${id}" dir="auto">${title}</a>${headline !== null && html`<span class="soft" dir="auto">${headline}</span>`}</span><span class="avatars wide-only">${speakers.slice(0, 4).map(({ name, side }) => avatar(name, { them: side !== 'internal', title: name }))}</span>${duration !== null && duration > 0 && html`<span class="meta">${formatLength(duration)}</span>`}</li>`,
  )
  const omitted = count - conversations.length
  return card(
    t`Calls (${count})`,
    rows.length === 0
      ? html`<p>No call of this deal is visible to you.</p>`
      : html`<ul class="rows">${rows}</ul>${omitted > 0 && html`<p class="meta">${omitted} older calls are in the list of calls.</p>`}`,
  )
}

function renderPromises(req: PageRequest, { action_items: items }: Deal): Html | false {
  return promisesCard(req, items.map(toShownPromise), { from: req.path, id: 'promises' })
}

function renderValues({ values }: Deal): Html | false {
  if (values.length === 0) return false
  return card(
    t('What we know'),
    html`<dl class="deals-known">${values.map(
      (one) =>
        html`<div><dt><bdi>${one.title}</bdi></dt><dd><bdi>${one.value}</bdi> <a class="moment" href="${timePath(one)}">${one.start === null ? t('call') : clockTime(one.start)}</a>${!one.is_confirmed && html` ${badge(t('Proposed'))}`}</dd></div>`,
    )}</dl>`,
  )
}

function renderPeople(req: PageRequest, deal: Deal): Html | false {
  const { people } = deal
  const silent = people.filter(({ is_silent: isSilent }) => isSilent)
  const others = people.filter(({ side, is_silent: isSilent }) => side !== 'internal' && !isSilent)
  if (silent.length + others.length === 0) return false
  const row = (person: DealPerson) =>
    html`<li class="row">${avatar(person.name, { them: true })}<span class="grow">${contactLink(person, findCallWith(deal, person))}<span class="meta">${person.last_spoke_at === null ? t('never spoke') : html`last spoke ${dayOf(req, person.last_spoke_at)}`}</span></span>${person.talk_time !== null && html`<span class="meta">${formatLength(person.talk_time)}</span>`}</li>`
  return html`${others.length > 0 && card(t('Their people'), html`<ul class="rows">${others.map(row)}</ul>`)}
${silent.length > 0 && card(t('Not heard from in the last two calls'), html`<ul class="rows">${silent.map(row)}</ul>`)}`
}

/** A call in which the person spoke, which identifies a person without an email address. */
const findCallWith = ({ conversations }: Deal, { name }: DealPerson): string | undefined =>
  conversations.find(({ speakers }) => speakers.some((speaker) => speaker.name === name))?.id
