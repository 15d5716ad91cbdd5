/** List of calls, grouped by week: title, headline, talk over time, participants, labels and date. */

import { fold } from '../../core/fold.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import type { ConversationBrief } from '../../features/conversations/records/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { callMark, callPeople } from '../components/call-row.ts'
import { badge } from '../components/layout.ts'
import { formatPersonName } from '../components/people.ts'
import { renderTalkStrip } from '../components/render-strip.ts'
import { dayOf, formatLength, formatTimestamp } from '../components/times.ts'
import type { Column, Order } from './list-options.ts'
import { addressWith, labelValue } from './query-params.ts'
import { renderCheckbox } from './selection.ts'
import { findPeriod } from './week-groups.ts'

/** Maximum number of labels in a row. The others are in the tooltip of the last tag. */
const LABELS_SHOWN = 2

interface RowOptions {
  /** Whether the checkbox of a call is checked. */
  readonly isChecked: (id: string) => boolean
  readonly hidden: ReadonlySet<Column>
  readonly order: Order
}

export function rows(req: PageRequest, data: readonly ConversationBrief[], options: RowOptions): Html {
  const list = (calls: readonly ConversationBrief[], title: 'h2' | 'h3') =>
    html`<ol class="conversations-list">${calls.map((call) => row(req, call, options, title))}</ol>`
  // Lists by length and by score have no weeks.
  if (options.order !== 'newest' && options.order !== 'oldest') return list(data, 'h2')
  const now = req.ctx.clock.now()
  const groups = Map.groupBy(data, ({ startedAt }) => String(findPeriod(req.zone, new Date(startedAt), now)))
  return html`${[...groups].map(
    ([period, calls]) => html`<section><h2 class="conversations-week">${period}</h2>${list(calls, 'h3')}</section>`,
  )}`
}

function row(
  req: PageRequest,
  call: ConversationBrief,
  { isChecked, hidden, order }: RowOptions,
  heading: 'h2' | 'h3',
): Html {
  const { uuid, title, headline, externalOpportunity: deal } = call
  const link = html`<a href="/conversations/${uuid}" dir="auto">${title}</a>`
  return html`<li>
${renderCheckbox(uuid, title, isChecked(uuid))}
${callMark(call)}
<div class="conversations-what">
<div class="line">${heading === 'h2' ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}${states(call)}${!hidden.has('marks') && deal !== null && html`<a class="meta cut conversations-deal" href="/deals/${deal.uuid}"><bdi>${deal.title}</bdi></a>`}</div>
${!hidden.has('headline') && headline !== null && html`<p class="soft cut" dir="auto" title="${headline}">${headline}</p>`}
</div>
${!hidden.has('strip') && html`<div class="conversations-strip">${renderTalkStrip(call.talkStrip)}</div>`}
${!hidden.has('people') && html`<div class="conversations-people">${callPeople(call)}</div>`}
${!hidden.has('marks') && html`<div class="conversations-labels">${labels(call)}</div>`}
<div class="conversations-when">${order.endsWith('_score') && score(call)}${when(req, call)}${!hidden.has('owner') && owner(req, call)}</div>
</li>
`
}

const listWith = (name: string, value: string) => addressWith('/conversations', new URLSearchParams({ [name]: value }))

const readLabels = ({ labels: stored }: ConversationBrief) => JSON.parse(stored.text) as Record<string, string>

/** Options of the labels as tags, which filter the list. */
function labels(call: ConversationBrief): Html {
  const all = Object.entries(readLabels(call))
  const rest = all.slice(LABELS_SHOWN).map(([category, option]) => `${category}: ${option}`)
  return html`${all
    .slice(0, LABELS_SHOWN)
    .map(
      ([category, option]) =>
        html`<a class="tag" href="${listWith('label', labelValue(category, option))}" title="${category}: ${option}"><span class="unseen"><bdi>${category}: </bdi></span><bdi class="cut">${option}</bdi></a>`,
    )}${rest.length > 0 && html`<span class="meta" title="${rest.join(', ')}">+${rest.length}<span class="unseen"> ${rest.join(', ')}</span></span>`}`
}

function when(req: PageRequest, { startedAt, mediaDuration }: ConversationBrief): Html {
  const length = mediaDuration !== null && mediaDuration > 0 && html`<span>${formatLength(mediaDuration)}</span>`
  return html`<p title="${formatTimestamp(req, startedAt)}"><span>${dayOf(req, startedAt)}</span>${length}</p>`
}

/** Score that the list is sorted by. */
const score = (call: ConversationBrief): Html =>
  html`<p class="conversations-score">${call.score === null ? t('No score') : t`Score ${formatNumber(Math.round(call.score))}`}</p>`

function owner(req: PageRequest, { user, team }: ConversationBrief): Html {
  const name: Text = user.uuid === req.user.id ? t('You') : formatPersonName(user)
  return html`<p class="cut"><span><bdi>${name}</bdi></span>${team !== null && html`<span><bdi>${team.name}</bdi></span>`}</p>`
}

/** Whether an option of a label already states that the call is internal, in English or the language of the user. */
function isLabeledInternal(call: ConversationBrief): boolean {
  const word = t('Internal')
  const words = new Set([word.key, String(word)].map(fold))
  return Object.values(readLabels(call)).some((option) => words.has(fold(option)))
}

function states(call: ConversationBrief): Html {
  return html`${call.private && html`<span class="tag">${icon('lock')}Private</span>`}${call.archived && badge(t('Archived'))}${call.isInternal && !isLabeledInternal(call) && badge(t('Internal'))}${renderState(call)}`
}

function renderState({ processingStatus, transcriptStatus, isEmpty }: ConversationBrief): Html | false {
  if (processingStatus === 'failed') return badge(t('Analysis failed'), 'bad')
  if (transcriptStatus === 'pending') return badge(t('Waiting for transcript'), 'open')
  if (processingStatus === 'pending') return badge(t('Analyzing…'), 'open')
  return isEmpty && badge(t('No speech'))
}
