/** A person outside of the organization: what they said, asked and promised, and every call with them. */
import { notFound } from '../../core/errors.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { type Contact, type ContactQuote, getContact } from '../../features/deals/contacts/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { renderStrip } from '../../inbound/web/speech-strip.ts'
import { accountLink } from '../components/account.ts'
import { CONTACT_PAGE } from '../components/contact.ts'
import { avatar } from '../components/identity.ts'
import { badge, card, chip, chips, facts, heading, linkButton } from '../components/layout.ts'
import { momentLink, momentPath } from '../components/search-hits.ts'
import { dayOf, formatLength } from '../components/times.ts'
import { promisesCard, toShownPromise } from '../tasks/promises.ts'

/** Maximum length of an address or a name in the URL, in UTF-16 units. */
const GIVEN_MAX = 320
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const personPage = definePage({
  path: CONTACT_PAGE,
  async show(req) {
    const person = await req.run(getContact, parsePerson(req))
    return {
      title: person.name,
      body: html`${heading(person.name, {
        trail: [{ label: t('Calls'), path: '/conversations' }],
        ...(person.email === null
          ? {}
          : {
              actions: linkButton(listPath(person.email), t('Calls in the list')),
            }),
      })}
${renderIdentity(req, person)}
<div class="cols"><div>
${renderQuotes(req, person)}
${renderQuestions(req, person)}
${renderCalls(req, person)}
</div><div>
${renderPromises(req, person)}
${renderTopics(person)}
${renderDeals(person)}
</div></div>`,
    }
  },
})

const listPath = (email: string): string => `/conversations?${new URLSearchParams({ participant: email })}`

/** Reads the address of the person. Without an identity, the page doesn't exist. */
function parsePerson({ query }: Pick<PageRequest, 'query'>) {
  const readParam = (name: string) => (query.get(name) ?? '').trim()
  const [email, name, call] = [readParam('email'), readParam('name'), readParam('call')]
  if (email.length > GIVEN_MAX || name.length > GIVEN_MAX) throw notFound('person', '/query/email')
  if (email !== '') return { email }
  if (name === '' || !UUID.test(call)) throw notFound('person', '/query/email')
  return { name, conversation_id: call }
}

function renderIdentity(req: PageRequest, person: Contact): Html {
  const { name, email, job_title: role, account_name: account, last_heard_at: heard, talk_time: talked } = person
  // Older calls than those that are read can exist.
  const first = person.conversations_read < person.conversations_count ? undefined : person.conversations.at(-1)
  const about = [role, account === null ? null : accountLink(account, person.account_id), email].filter(
    (part) => part !== null,
  )
  return html`<div class="people-head">${avatar(name, { them: true })}<p>${about.map((part) => html`<span><bdi>${part}</bdi></span>`)}${email === null && html`<span class="soft">No email address; calls of one account with this name</span>`}</p></div>
<div class="people-facts">${facts([
    [t('Last heard'), heard === null ? t('never spoke') : dayOf(req, heard)],
    [t('Calls'), String(person.conversations_count)],
    ...(talked === null ? [] : [[t('Talk time'), formatLength(talked)] as const]),
    ...(first === undefined ? [] : [[t('First call'), dayOf(req, first.started_at)] as const]),
  ])}</div>`
}

const CONTENT_LABELS: Readonly<Record<NonNullable<ContactQuote['content']>, Message>> = {
  complaints: t('Complaint'),
  worries: t('Worry'),
  requests: t('Request'),
  needs: t('Need'),
  goals: t('Goal'),
  reasons: t('Reason'),
  price: t('Price'),
  timing: t('Timing'),
  praise: t('Praise'),
}
const SERIOUS: ReadonlySet<string> = new Set(['complaints', 'worries'])

function renderQuotes(req: PageRequest, { quotes, name }: Contact): Html {
  if (quotes.length === 0) {
    return card(
      t('What they said'),
      html`<p class="soft">No complete sentence of <bdi>${name}</bdi> is in the transcripts of these calls.</p>`,
    )
  }
  const byCall = Map.groupBy(quotes, ({ conversation_id: id }) => id)
  return card(
    t('What they said'),
    html`${[...byCall.values()].flatMap((own) => {
      const [first] = own
      if (first === undefined) return []
      return [
        html`<section class="people-said"><h3><a href="/conversations/${first.conversation_id}" dir="auto">${first.conversation_title}</a> <span class="meta">${dayOf(req, first.started_at)}</span></h3>
<ul>${own.map(
          (one) =>
            html`<li><blockquote class="them"><p dir="auto">${one.text}</p></blockquote><p class="meta">${one.content !== null && html`${badge(CONTENT_LABELS[one.content], SERIOUS.has(one.content) ? 'open' : 'quiet')} `}${timeLink(one)}</p></li>`,
        )}</ul></section>`,
      ]
    })}`,
  )
}

/** Link to a place, named by its time. */
const timeLink = ({
  conversation_id: id,
  conversation_title: title,
  start,
  segment,
}: Pick<ContactQuote, 'conversation_id' | 'conversation_title' | 'start'> & { segment: number | null }): Html =>
  momentLink(
    id,
    { start, segment },
    html`<span class="moment">${start === null ? t('in the transcript') : clockTime(start)}</span><span class="unseen"> of ${title}</span>`,
  )

function renderQuestions(req: PageRequest, { questions }: Contact): Html | false {
  return (
    questions.length > 0 &&
    card(
      t('Questions they asked'),
      html`<ul class="rows">${questions.map(
        (one) =>
          html`<li class="row top"><span class="grow" dir="auto">${one.text}</span><span class="meta">${timeLink(one)}</span><span class="meta wide-only">${dayOf(req, one.started_at)}</span></li>`,
      )}</ul>`,
    )
  )
}

function renderCalls(req: PageRequest, { conversations, conversations_count: count, email }: Contact): Html {
  const omitted = count - conversations.length
  return card(
    t('Calls'),
    html`<ol class="rows people-calls">${conversations.map(
      ({ id, title, started_at: at, duration, headline, spoke, talk_time: talked, talk_strip: strip }) =>
        html`<li class="row top"><span class="meta deals-when">${dayOf(req, at)}</span><span class="grow"><a class="row-title" href="/conversations/${id}" dir="auto">${title}</a>${headline !== null && html`<span class="soft" dir="auto">${headline}</span>`}</span><span class="people-talk">${strip !== null && renderStrip(strip)}<span class="meta">${describeTalk(spoke, talked, duration)}</span></span></li>`,
    )}</ol>${omitted > 0 && html`<p class="meta"><a href="${listPath(email ?? '')}">${omitted} older calls are in the list of calls</a></p>`}`,
    { count },
  )
}

/** How long the person spoke in a call, and how long the call was. */
function describeTalk(spoke: boolean, talked: number | null, duration: number | null): Message {
  const whole = duration !== null && duration > 0 ? formatLength(duration) : undefined
  if (!spoke) return whole === undefined ? t("didn't speak") : t`didn't speak of ${whole}`
  if (talked === null) return whole === undefined ? t('spoke') : t`spoke of ${whole}`
  return whole === undefined ? t`spoke ${formatLength(talked)}` : t`spoke ${formatLength(talked)} of ${whole}`
}

function renderPromises(req: PageRequest, { promised_by: by, promised_to: to }: Contact): Html | false {
  const toShown = (side: 'internal' | 'external') => (one: Contact['promised_by'][number]) => ({
    ...toShownPromise({ ...one, side }),
    saidAt: one.started_at,
  })
  const promises = [...by.map(toShown('external')), ...to.map(toShown('internal'))]
  return promisesCard(req, promises, { from: req.path, id: 'promises', isTheirsFirst: true })
}

const renderTopics = ({ topics }: Contact): Html | false =>
  topics.length > 0 &&
  card(
    t('Topics they spoke about'),
    chips(
      topics.map((one) =>
        chip(
          html`${one.text}${one.conversations_count > 1 && html` <span class="soft">${one.conversations_count} calls</span>`}`,
          {
            path: momentPath(one.conversation_id, one),
          },
        ),
      ),
    ),
  )

const renderDeals = ({ deals }: Contact): Html | false =>
  deals.length > 0 &&
  card(
    t('Deals'),
    html`<ul class="rows">${deals.map(({ id, title }) => html`<li class="row"><a class="row-title" href="/deals/${id}"><bdi>${title}</bdi></a></li>`)}</ul>`,
  )
