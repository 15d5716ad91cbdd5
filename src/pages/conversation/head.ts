/** Header of a call: facts, participants and actions. */
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton } from '../components/form.ts'
import { badge, heading, linkButton } from '../components/layout.ts'
import { newDeckButton } from '../components/new-deck.ts'
import { dayOf, formatLength, renderTimestamp } from '../components/times.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import type { ParticipantView, ShownConversation } from './read.ts'

const PEOPLE_MAX = 12

const EXPORTS = [
  ['vcon', 'vCon (complete call)'],
  ['vtt', 'WebVTT subtitles'],
  ['srt', 'SRT subtitles'],
  ['txt', 'Plain text'],
  ['json', 'JSON with times'],
] as const

export function head(req: PageVisit, conversation: ShownConversation): Html {
  const { id, attributes } = conversation
  const actions = html`${attributes.transcriptVersion !== null && linkButton(`${conversationPath(id)}/edit`, 'Edit transcript', { icon: 'edit' })}
${newDeckButton(id)}
<details class="conversation-menu"><summary class="button">More</summary><div>
<h2>Export</h2>
<ul>${EXPORTS.map(([format, label]) => html`<li><a href="${conversationPath(id)}/export?format=${format}">${label}</a></li>`)}</ul>
${attributes.transcriptStatus !== 'pending' && actionButton(req, { page: conversationPath(id), action: 'reanalyze', button: 'Analyze call again' })}
</div></details>`
  return html`${heading(attributes.title, {
    trail: [{ label: 'Calls', path: '/conversations' }],
    words: renderFacts(req, conversation),
    actions,
  })}${renderPeople(conversation)}`
}

/** One line with date, duration, owner, team and opportunity. */
function renderFacts(req: PageVisit, { attributes, teamName, media }: ShownConversation): Html {
  const { user, externalOpportunity: opportunity } = attributes
  const length = attributes.mediaDuration ?? media.recording?.duration ?? null
  const owner = `${user.firstName} ${user.lastName}`.trim() || user.email
  const parts = [
    attributes.liveStreamStartedAt === null
      ? html`Imported ${dayOf(req, attributes.createdAt)}`
      : renderTimestamp(req, attributes.liveStreamStartedAt),
    length !== null && length > 0 && html`${formatLength(length)}`,
    html`<bdi>${owner}</bdi>`,
    teamName !== undefined && html`<bdi>${teamName}</bdi>`,
    opportunity !== null && html`<bdi>${opportunity.title}</bdi>`,
  ].filter((part) => part !== false)
  const badges = [
    attributes.private && badge('Private', 'open'),
    attributes.archived && badge('Archived'),
    attributes.isInternal && badge('Internal'),
  ].filter((one) => one !== false)
  return html`<span class="conversation-facts">${parts.map((part) => html`<span>${part}</span>`)}${badges}</span>`
}

function renderPeople({ outside, inside }: ShownConversation): Html {
  const renderNames = (people: readonly ParticipantView[]) => {
    const shown = people
      .slice(0, PEOPLE_MAX)
      .map(({ name, email }) => html`<li><bdi>${name ?? email ?? 'Unknown'}</bdi></li>`)
    return html`${shown}${people.length > PEOPLE_MAX && html`<li>and ${people.length - PEOPLE_MAX} others</li>`}`
  }
  if (outside.length + inside.length === 0) return html``
  return html`<dl class="conversation-people">
${outside.length > 0 && html`<div><dt>External</dt><dd><ul>${renderNames(outside)}</ul></dd></div>`}
${inside.length > 0 && html`<div><dt>Internal</dt><dd><ul>${renderNames(inside)}</ul></dd></div>`}
</dl>`
}
