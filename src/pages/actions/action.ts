/** View of one suggested action: reason, evidence and draft. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { Action } from '../../features/actions/actions/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { attribute, flag, type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { actionButton, form, textAreaField, textField } from '../components/form.ts'
import { badge, quote, type Tone } from '../components/layout.ts'
import { dayOf } from '../components/times.ts'
import { TASKS, toTaskFields } from '../tasks/tasks.ts'

export type { Action }

const STATES: Readonly<Record<string, readonly [word: Text, tone: Tone]>> = {
  pending: [t('To do'), 'open'],
  drafted: [t('Drafted'), 'open'],
  sent: [t('Sent'), 'good'],
  dismissed: [t('Dismissed'), 'quiet'],
  expired: [t('Expired'), 'quiet'],
}

/** Maximum length of a `mailto:` URL that common email programs accept. */
const MAIL_LINK_MAX = 1_900

/**
 * @param given `from`: state of the list that contains the action; `''` on the page of the action. `owner`: name of the
 * owner, if it is a colleague. `keep`: page to return to and elements to update when a promise is kept as a task
 */
export function renderAction(
  req: PageRequest,
  action: Action,
  given: { from: string; owner?: string | undefined; keep?: { from: string; enhance: string } },
): Html {
  const { uuid, title, status, severity, expires_at: until, why } = action
  const [word, tone] = STATES[status] ?? [status, 'quiet']
  const isAlone = given.from === ''
  const isOpen = status === 'pending' || status === 'drafted'
  // Managers read the actions of their teams, and don't act for them.
  const isOwn = action.owner_user_uuid === req.user.id
  const { rationale, key_quote: key, evidence } = why
  const more = evidence.filter(({ text }) => text !== key?.text)
  return html`<article class="card actions-one" id="action-${uuid}">
<header>${isAlone ? html`<h2>Why this action</h2>` : html`<h3><a href="/actions/${uuid}"><bdi>${title}</bdi></a></h3>`}<div class="actions">${severity === 'high' && isOpen && badge(t('Urgent'), 'bad')}${badge(word, tone)}</div></header>
${rationale !== '' && html`<p dir="auto">${rationale}</p>`}
${key !== null && quoteTold(key)}
${more.length > 0 && html`<details class="actions-more"><summary>More evidence</summary>${more.map(quoteTold)}</details>`}
<p class="actions-by">${!isOwn && given.owner !== undefined && html`For <bdi>${given.owner}</bdi>. `}${about(action)}${isOpen && until !== null && html` Expires ${dayOf(req, until)}.`}</p>
${isOwn && renderTaskLink(req, action, given.keep ?? { from: isAlone ? `/actions/${uuid}` : '/actions', enhance: isAlone ? '' : `#action-${uuid}` })}
${isOpen && isOwn ? draft(req, action, given.from) : renderDraft(action)}
</article>`
}

/** Link to the task of the same promise, or the button that creates it. */
function renderTaskLink(
  req: PageRequest,
  action: Action,
  { from, enhance }: { from: string; enhance: string },
): Html | false {
  if (action.task_uuid !== null) {
    return html`<p class="actions-by"><a href="/tasks/${action.task_uuid}">View task</a></p>`
  }
  if (action.status === 'dismissed') return false
  const button = renderKeepButton(req, action, { from, enhance })
  return button !== undefined && html`<div class="actions-do">${button}</div>`
}

/** Button that keeps the promise of an action as a task. Undefined if the action is about no promise. */
export function renderKeepButton(
  req: PageRequest,
  { signal_type: signal, entity_type: type, entity_id: id, title, why }: Action,
  { from, enhance }: { from: string; enhance: string },
): Html | undefined {
  if (signal !== 'commitment' || type !== 'conversation' || why.key_quote === null) return undefined
  return actionButton(req, {
    ...{ page: TASKS, action: 'keep', kind: 'link', enhance },
    button: html`Keep as task<span class="unseen"> ${title}</span>`,
    fields: toTaskFields({ from, conversation: id, text: title, quote: why.key_quote.text }),
  })
}

function quoteTold({ text, speaker, source_url: address }: Action['why']['evidence'][number]): Html {
  // `source_url` has the time in its fragment. The page reads it from the query as well.
  const [path = '', start] = address.split('#t=')
  if (start === undefined) return quote(text, { speaker, path })
  return quote(text, { speaker, at: clockTime(Number(start)), path: `${path}?t=${start}` })
}

function about({ entity_type: type, entity_id: id, entity_title: title }: Action): Html {
  if (type === 'conversation') {
    return html`From <a href="/conversations/${id}"><bdi>${title ?? t('a call')}</bdi></a>.`
  }
  if (type === 'opportunity') {
    // Without a title, the ID is one of the CRM, or the opportunity isn't visible.
    const query = new URLSearchParams({ opportunity: id })
    const path = title === null ? `/conversations?${query.toString()}` : `/deals/${id}`
    return html`About <a href="${path}"><bdi>${title ?? t('an opportunity')}</bdi></a>.`
  }
  return html`About the ${type} <bdi>${id}</bdi>.`
}

function draft(req: PageRequest, action: Action, from: string): Html {
  const { uuid, status, subject, draft_body: body, proposed_recipients: recipients } = action
  const page = `/actions/${uuid}`
  const place = `#action-${uuid}`
  const isRefused = req.attempt !== undefined
  const back = html`<input type="hidden" name="from" value="${from}">`
  return html`<details class="actions-draft"${flag('open', from === '' || isRefused)}><summary>${body === '' && subject === '' ? t('Write a draft') : html`Draft${subject !== '' && html`: <bdi>${subject}</bdi>`}`}</summary>
${form(
  req,
  { page, action: 'change', enhance: place, kind: 'plain', button: t('Save draft') },
  (fill) => html`<button hidden></button>${back}
${textField(fill, { id: `to-${uuid}`, name: 'proposed_recipients', label: t('To', 'person'), value: recipients.join(', '), help: t('Email addresses, separated by commas.') })}
${textField(fill, { id: `subject-${uuid}`, name: 'subject', label: t('Subject'), value: subject, max: 512 })}
${textAreaField(fill, { id: `body-${uuid}`, name: 'draft_body', label: t('Message'), value: body, rows: Math.min(16, Math.max(5, body.split('\n').length + 1)), max: 50_000 })}
<div class="actions-then">${status === 'pending' && html`<button class="plain" name="move" value="drafted">Save and mark as drafted</button>`}<button class="plain" name="move" value="sent">Mark as sent</button></div>`,
)}
</details>
<div class="actions-do">${mailLink(action)}<button type="button" class="plain" hidden data-copy="#body-${uuid}">Copy message</button>${status === 'pending' && actionButton(req, { page, action: 'dismiss', enhance: place, kind: 'link', button: html`Dismiss<span class="unseen"> ${action.title}</span>`, fields: { from } })}</div>`
}

/** Link that opens the draft in the user's email program. */
function mailLink({ subject, draft_body: body, proposed_recipients: recipients }: Action): Html {
  if (recipients.length === 0 && body === '') return html``
  const to = recipients.map((one) => encodeURIComponent(one).replaceAll('%40', '@')).join(',')
  // RFC 6068, section 5: lines end with CR LF.
  const parts = { subject, body: body.replaceAll(/\r?\n/g, '\r\n').toWellFormed() }
  const toMailtoLink = (names: readonly (keyof typeof parts)[]) => {
    const query = names.filter((name) => parts[name] !== '').map((name) => `${name}=${encodeURIComponent(parts[name])}`)
    return `mailto:${to}${query.length === 0 ? '' : `?${query.join('&')}`}`
  }
  const whole = toMailtoLink(['subject', 'body'])
  const isLong = whole.length > MAIL_LINK_MAX
  return html`<a class="button"${attribute('href', isLong ? toMailtoLink(['subject']) : whole)}>${icon('mail')}Write email</a>${isLong && html`<span class="soft">The message is too long to open in your email program. Copy it instead.</span>`}`
}

function renderDraft({ subject, draft_body: body, proposed_recipients: recipients }: Action): Html {
  if (subject === '' && body === '') return html``
  return html`<details class="actions-more"><summary>Draft</summary>
${recipients.length > 0 && html`<p class="soft">To <bdi>${recipients.join(', ')}</bdi></p>`}
${subject !== '' && html`<p><b dir="auto">${subject}</b></p>`}
<p class="actions-text" dir="auto">${body}</p></details>`
}
