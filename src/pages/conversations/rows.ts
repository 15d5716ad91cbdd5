/** List of calls with title, headline, participants, time and state. */

import { t } from '../../core/languages/message.ts'
import type { ConversationBrief } from '../../features/conversations/records/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { contactLink } from '../components/contact.ts'
import { badge, chip } from '../components/layout.ts'
import { formatPersonName } from '../components/people.ts'
import { renderTalkStrip } from '../components/render-strip.ts'
import { formatLength, renderTimestamp } from '../components/times.ts'
import type { Column } from './list-options.ts'
import { addressWith, labelValue } from './query-params.ts'
import { renderCheckbox } from './selection.ts'

interface RowParticipant {
  readonly name: string | null
  readonly email: string | null
  readonly internal: boolean
}

const PEOPLE_SHOWN = 4

interface RowOptions {
  /** Whether the checkbox of a call is checked. */
  readonly isChecked: (id: string) => boolean
  readonly hidden: ReadonlySet<Column>
}

export const rows = (req: PageRequest, data: readonly ConversationBrief[], options: RowOptions): Html =>
  html`<ol class="conversations-list">${data.map((one) => row(req, one, options))}</ol>`

function row(req: PageRequest, one: ConversationBrief, { isChecked, hidden }: RowOptions): Html {
  const { uuid, title, startedAt, mediaDuration, user, team, externalOpportunity, headline } = one
  const labels = Object.entries(JSON.parse(one.labels.text) as Record<string, string>)
  const length = mediaDuration !== null && mediaDuration > 0 && html`<span>${formatLength(mediaDuration)}</span>`
  const whose = [
    html`<span><bdi>${user.uuid === req.user.id ? t('You') : formatPersonName(user)}</bdi></span>`,
    ...(team === null ? [] : [html`<span><bdi>${team.name}</bdi></span>`]),
  ]
  const marks = [
    externalOpportunity !== null &&
      chip(html`${icon('link')}<bdi>${externalOpportunity.title}</bdi>`, {
        path: `/deals/${externalOpportunity.uuid}`,
      }),
    ...labels.map(([category, option]) =>
      chip(`${category}: ${option}`, { path: listWith('label', labelValue(category, option)) }),
    ),
  ].filter((mark) => mark !== false)
  return html`<li>
${renderCheckbox(uuid, title, isChecked(uuid))}
<div class="conversations-what">
<h2><a href="/conversations/${uuid}" dir="auto">${title}</a></h2>
${!hidden.has('people') && people(one)}
${!hidden.has('headline') && headline !== null && html`<p class="conversations-headline" dir="auto">${headline}</p>`}
${!hidden.has('marks') && marks.length > 0 && html`<div class="chips">${marks}</div>`}
</div>
<div class="conversations-strip">${!hidden.has('strip') && renderTalkStrip(one.talkStrip)}</div>
<div class="conversations-when">
<p>${renderTimestamp(req, startedAt)}${length}</p>
${!hidden.has('owner') && html`<p>${whose}</p>`}
${states(one)}
</div>
</li>
`
}

const listWith = (name: string, value: string) => addressWith('/conversations', new URLSearchParams({ [name]: value }))

function people({ uuid, people, peopleCount }: ConversationBrief): Html | false {
  const told = (JSON.parse(people.text) as RowParticipant[]).slice(0, PEOPLE_SHOWN)
  if (told.length === 0) return false
  const more = peopleCount - told.length
  const names = told.map(({ name, email, internal }) => {
    const shown = internal ? html`<bdi>${name ?? email ?? t('Unknown')}</bdi>` : contactLink({ name, email }, uuid)
    return html`<span class="${internal ? 'soft' : 'conversations-outside'}"${email !== null && html` title="${email}"`}>${shown}</span>`
  })
  return html`<p class="conversations-people"><span class="unseen">With </span>${names}${more > 0 && html`<span class="soft">and ${more} more</span>`}</p>`
}

function states(one: ConversationBrief): Html {
  const shown = [
    one.private && html`<span class="tag">${icon('lock')}Private</span>`,
    one.archived && badge(t('Archived')),
    one.isInternal && badge(t('Internal')),
    renderState(one),
  ].filter((state) => state !== false)
  return shown.length === 0 ? html`` : html`<div class="conversations-states">${shown}</div>`
}

function renderState({ processingStatus, transcriptStatus, isEmpty }: ConversationBrief): Html | false {
  if (processingStatus === 'failed') return badge(t('Analysis failed'), 'bad')
  if (transcriptStatus === 'pending') return badge(t('Waiting for transcript'), 'open')
  if (processingStatus === 'pending') return badge(t('Analyzing…'), 'open')
  return isEmpty && badge(t('No speech'))
}
