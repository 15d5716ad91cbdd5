/** Header of a call: where it belongs, title, facts, and its actions. */

import { type Text, t } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { accountLink } from '../components/account.ts'
import { contactLink } from '../components/contact.ts'
import { actionButton } from '../components/form.ts'
import { badge } from '../components/layout.ts'
import { newDeckPath } from '../components/new-deck.ts'
import { dayOf, formatLength, renderTimestamp } from '../components/times.ts'
import { toPanelPath } from '../conversation-record/index.ts'
import { versionsPath } from '../transcript-versions/paths.ts'
import { findDuration } from './lanes.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import type { ParticipantView, ShownConversation } from './read.ts'

const PEOPLE_MAX = 12
const LABELS_MAX = 2

const EXPORTS = [
  ['vcon', t('vCon (complete call)')],
  ['vtt', t('WebVTT subtitles')],
  ['srt', t('SRT subtitles')],
  ['docx', t('Word document')],
  ['pdf', t('PDF document')],
  ['md', t('Markdown')],
  ['txt', t('Plain text')],
  ['json', t('JSON with times')],
] as const

export function head(req: PageVisit, conversation: ShownConversation): Html {
  const { attributes, account } = conversation
  const { externalOpportunity: opportunity } = attributes
  return html`<header class="call-head">
<nav class="call-crumb" aria-label="Breadcrumb"><a href="/conversations">Calls</a>${account !== undefined && html` / ${accountLink(account.name, account.id)}`}${opportunity !== null && html` / <a href="/conversations?${new URLSearchParams({ opportunity: opportunity.uuid }).toString()}"><bdi>${opportunity.title}</bdi></a>`}</nav>
<div class="call-title"><h1 dir="auto">${attributes.title}</h1>${renderFacts(req, conversation)}</div>
${renderActions(req, conversation)}
</header>`
}

function renderActions(req: PageVisit, { id, attributes, media, window }: ShownConversation): Html {
  const page = conversationPath(id)
  const { timed } = window.meta
  const whole = `${page}/clip?from=0&to=${findDuration(window.meta, attributes.mediaDuration)}`
  return html`<div class="call-actions">
${timed && html`<a class="button" href="${page}/clip" data-clip data-clip-here>${icon('clip')}<span>Clip</span></a><a class="button primary" href="${whole}" data-clip>${icon('share')}<span>Share</span></a>`}
<details class="conversation-menu"><summary class="button" title="More"><span class="unseen">More</span>${icon('more')}</summary><div>
<ul>
${attributes.transcriptVersion !== null && entry(`${page}/edit`, 'edit', t('Edit transcript'))}
${entry(`${page}/attach`, 'edit', attributes.transcriptVersion === null ? t('Add a transcript') : t('Replace transcript'))}
${entry(`${page}/attach#recording`, 'record', media.recording?.status === 'kept' ? t('Replace recording') : t('Add a recording'))}
${attributes.transcriptVersion !== null && entry(versionsPath(id), 'clock', t('Transcript versions'))}
${attributes.transcriptVersion !== null && entry(`${page}/parts`, 'updown', t('Merge or split'))}
${entry(newDeckPath(id), 'deck', t('Create presentation'))}
${entry(`${page}/coaching`, 'inbox', t('Assign coaching'))}
${entry(toPanelPath(id, 'labels'), 'label', t('Labels'))}
${entry(toPanelPath(id, 'crm'), 'link', t('CRM records'))}
${entry(toPanelPath(id, 'settings'), 'lock', attributes.private ? t('Share with team') : t('Make private'))}
${entry(toPanelPath(id, 'settings'), 'archive', attributes.archived ? t('Restore') : t('Archive'))}
${entry(toPanelPath(id, 'settings'), 'trash', t('Delete'))}
</ul>
<h2>Export</h2>
<ul>${EXPORTS.map(([format, label]) => entry(`${page}/export?format=${format}`, 'download', label))}</ul>
${attributes.transcriptStatus !== 'pending' && actionButton(req, { page, action: 'reanalyze', button: t('Analyze call again') })}
</div></details></div>`
}

const entry = (path: string, picture: string, label: Text): Html =>
  html`<li><a href="${path}">${icon(picture)}${label}</a></li>`

/** One line with date, duration, owner, team, opportunity and labels. */
function renderFacts(
  req: PageVisit,
  { id, attributes, teamName, media, labels, outside, inside }: ShownConversation,
): Html {
  const { user } = attributes
  const length = attributes.mediaDuration ?? media.recording?.duration ?? null
  const owner = `${user.firstName} ${user.lastName}`.trim() || user.email
  const parts = [
    attributes.liveStreamStartedAt === null
      ? html`Imported ${dayOf(req, attributes.createdAt)}`
      : renderTimestamp(req, attributes.liveStreamStartedAt),
    length !== null && length > 0 && html`${formatLength(length)}`,
    html`<bdi>${owner}</bdi>`,
    teamName !== undefined && html`<bdi>${teamName}</bdi>`,
  ].filter((part) => part !== false)
  const badges = [
    ...Object.entries(labels)
      .slice(0, LABELS_MAX)
      .map(([category, option]) => html`<span class="badge quiet" title="${category}"><bdi>${option}</bdi></span>`),
    attributes.private && badge(t('Private'), 'open'),
    attributes.archived && badge(t('Archived')),
    attributes.isInternal && badge(t('Internal')),
  ].filter((one) => one !== false)
  const people = outside.length + inside.length
  return html`<div class="conversation-facts">${parts.map((part) => html`<span>${part}</span>`)}${people > 0 && html`<details class="call-people"><summary>${people === 1 ? t('1 participant') : t`${people} participants`}</summary>${renderPeople(id, outside, inside)}</details>`}${badges}</div>`
}

function renderPeople(id: string, outside: readonly ParticipantView[], inside: readonly ParticipantView[]): Html {
  const renderNames = (people: readonly ParticipantView[], renderName: (person: ParticipantView) => Html) => {
    const shown = people.slice(0, PEOPLE_MAX).map((person) => html`<li>${renderName(person)}</li>`)
    return html`${shown}${people.length > PEOPLE_MAX && html`<li>and ${people.length - PEOPLE_MAX} others</li>`}`
  }
  return html`<dl class="conversation-people">
${outside.length > 0 && html`<div><dt>External</dt><dd><ul>${renderNames(outside, (person) => contactLink(person, id))}</ul></dd></div>`}
${inside.length > 0 && html`<div><dt>Internal</dt><dd><ul>${renderNames(inside, ({ name, email }) => html`<bdi>${name ?? email ?? t('Unknown')}</bdi>`)}</ul></dd></div>`}
</dl>`
}
