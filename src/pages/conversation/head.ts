/** Header of a call: facts, participants and actions. */
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton } from '../components/form.ts'
import { badge, heading, linkButton } from '../components/layout.ts'
import { newDeckButton } from '../components/new-deck.ts'
import { dayOf, lengthOf, renderTimestamp } from '../components/times.ts'
import { type PageVisit, pathOf } from './paths.ts'
import type { Person, Shown } from './read.ts'

const PEOPLE_MAX = 12

const EXPORTS = [
  ['vcon', 'vCon (complete call)'],
  ['vtt', 'WebVTT subtitles'],
  ['srt', 'SRT subtitles'],
  ['txt', 'Plain text'],
  ['json', 'JSON with times'],
] as const

export function head(visit: PageVisit, conversation: Shown): Html {
  const { id, attributes } = conversation
  const actions = html`${attributes.transcriptVersion !== null && linkButton(`${pathOf(id)}/edit`, 'Edit transcript', { icon: 'edit' })}
${newDeckButton(id)}
<details class="conversation-menu"><summary class="button">More</summary><div>
<h2>Export</h2>
<ul>${EXPORTS.map(([format, label]) => html`<li><a href="${pathOf(id)}/export?format=${format}">${label}</a></li>`)}</ul>
${attributes.transcriptStatus !== 'pending' && actionButton(visit, { page: pathOf(id), action: 'reanalyze', button: 'Analyze call again' })}
</div></details>`
  return html`${heading(attributes.title, {
    trail: [{ label: 'Calls', path: '/conversations' }],
    words: factsOf(visit, conversation),
    actions,
  })}${peopleOf(conversation)}`
}

/** One line with date, duration, owner, team and opportunity. */
function factsOf(visit: PageVisit, { attributes, teamName, media }: Shown): Html {
  const { user, externalOpportunity: opportunity } = attributes
  const length = attributes.mediaDuration ?? media.recording?.duration ?? null
  const owner = `${user.firstName} ${user.lastName}`.trim() || user.email
  const parts = [
    attributes.liveStreamStartedAt === null
      ? html`Imported ${dayOf(visit, attributes.createdAt)}`
      : renderTimestamp(visit, attributes.liveStreamStartedAt),
    length !== null && length > 0 && html`${lengthOf(length)}`,
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

function peopleOf({ outside, inside }: Shown): Html {
  const named = (people: readonly Person[]) => {
    const shown = people
      .slice(0, PEOPLE_MAX)
      .map(({ name, email }) => html`<li><bdi>${name ?? email ?? 'Unknown'}</bdi></li>`)
    return html`${shown}${people.length > PEOPLE_MAX && html`<li>and ${people.length - PEOPLE_MAX} others</li>`}`
  }
  if (outside.length + inside.length === 0) return html``
  return html`<dl class="conversation-people">
${outside.length > 0 && html`<div><dt>External</dt><dd><ul>${named(outside)}</ul></dd></div>`}
${inside.length > 0 && html`<div><dt>Internal</dt><dd><ul>${named(inside)}</ul></dd></div>`}
</dl>`
}
