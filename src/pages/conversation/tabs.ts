/**
 * Tabs of the panel next to the transcript. A tab has an address (`?tab=`), so it works without a script. A script swaps the
 * panels in place. A tab contains parts. Parts of the open tab come with the page, others are loaded when it opens.
 */

import { type Text, t } from '../../core/languages/message.ts'
import { listActions } from '../../features/actions/actions/index.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import type { PageRequest, View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { renderAction } from '../actions/action.ts'
import { coachingCard } from '../coaching/coaching.ts'
import { COMMENT_SCRIPTS, commentsCard } from '../comments/comments.ts'
import { card } from '../components/layout.ts'
import { type ConversationRecord, panels, recordScripts } from '../conversation-record/index.ts'
import { type AskedQuestion, askCard } from './ask.ts'
import { figuresCard } from './figures.ts'
import { chaptersCard, summaryCard, topicsCard } from './findings.ts'
import { renderOccurrences } from './occurrences.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { callPromises } from './promises.ts'
import type { ShownConversation } from './read.ts'

export const tabScripts: NonNullable<View['scripts']> = [
  ...recordScripts,
  ...COMMENT_SCRIPTS,
  'pages/conversation/tabs.browser.ts',
  'pages/conversation/panels.browser.ts',
  'pages/conversation/comment.browser.ts',
]

/** Part of a tab that is loaded when the tab opens. */
interface LazyPart {
  /** Element ID of the part. */
  readonly name: string
  readonly label: Text
  /** Whether the part has a page of its own, which is `<call>/<name>`. */
  readonly alone: boolean
  show(req: PageRequest<'id'>, conversation: ConversationRecord): Promise<Html>
}

export interface CallTab {
  /** Value of `?tab=`. */
  readonly name: string
  readonly label: Text
  /** Parts that every page contains, because they come from data of the call page. */
  readonly own?: (req: PageVisit, conversation: ShownConversation, asked?: AskedQuestion) => Html | Promise<Html>
  readonly parts?: readonly LazyPart[]
}

const recordPart = (wanted: (typeof panels)[number]['name']): LazyPart[] =>
  panels.filter(({ name }) => name === wanted).map(({ name, label, show }) => ({ name, label, show, alone: true }))

/** To add a tab, add an entry. The script, the addresses and the loading follow from it. */
export const CALL_TABS: readonly CallTab[] = [
  {
    name: 'summary',
    label: t('Summary', 'tab'),
    own: async (req, conversation) =>
      html`${summaryCard(conversation)}${figuresCard(conversation, await renderOccurrences(req))}${chaptersCard(conversation)}${topicsCard(conversation)}`,
  },
  { name: 'ask', label: t('Ask'), own: (req, conversation, asked) => askCard(req, conversation, asked) },
  {
    name: 'actions',
    label: t('Actions'),
    parts: [
      { name: 'promises', label: t('Promises and tasks'), alone: false, show: callPromises },
      { name: 'actions', label: t('Actions'), alone: false, show: actionsPart },
    ],
  },
  { name: 'fields', label: t('Fields'), parts: recordPart('fields') },
  { name: 'scorecard', label: t('Scorecard', 'tab'), parts: recordPart('scorecards') },
  {
    name: 'comments',
    label: t('Comments'),
    parts: [
      { name: 'comments', label: t('Comments'), alone: true, show: (req, { uuid }) => commentsCard(req, { id: uuid }) },
      { name: 'coaching', label: t('Coaching'), alone: true, show: (req, { uuid }) => coachingCard(req, uuid) },
    ],
  },
  {
    name: 'details',
    label: t('Details'),
    parts: [...recordPart('labels'), ...recordPart('crm'), ...recordPart('settings')],
  },
]

const [FIRST] = CALL_TABS

/** Tab that the URL selects. Undefined if it selects none, so that a narrow screen shows the transcript. */
export const findTab = (query: URLSearchParams): CallTab | undefined =>
  CALL_TABS.find(({ name }) => name === query.get('tab'))

const allParts = CALL_TABS.flatMap(({ parts = [] }) => parts)

export async function renderTabs(
  req: PageVisit,
  conversation: ShownConversation,
  open: CallTab | undefined,
  asked?: AskedQuestion,
): Promise<Html> {
  const here = conversationPath(conversation.id)
  const selected = open ?? FIRST
  const bodies = await Promise.all(
    CALL_TABS.map(async (tab) => {
      const parts = (tab.parts ?? []).map((part) =>
        tab === open ? part.show(req, conversation.attributes) : renderPlaceholder(here, tab, part),
      )
      return html`${await tab.own?.(req, conversation, asked)}${await Promise.all(parts)}`
    }),
  )
  const tab = (name: string, label: Text, path: string, isSelected: boolean) =>
    html`<a role="tab" id="tab-${name}" href="${path}" aria-controls="${name === 'transcript' ? 'transcript-pane' : `panel-${name}`}" aria-selected="${isSelected ? 'true' : 'false'}" tabindex="${isSelected ? '0' : '-1'}" data-tab="${name}">${label}</a>`
  return html`<div class="call-tabs" role="tablist" aria-label="Parts of the call">${tab('transcript', t('Transcript'), here, false)}${CALL_TABS.map(({ name, label }) => tab(name, label, `${here}?tab=${name}`, name === selected?.name))}</div>
<div class="conversation-panels" data-panels="${here}/panels">${CALL_TABS.map(({ name }, index) => html`<div role="tabpanel" id="panel-${name}" class="call-tabpanel" aria-labelledby="tab-${name}" tabindex="0"${name !== selected?.name && html` hidden`}>${bodies[index]}</div>`)}</div>`
}

const renderPlaceholder = (here: string, tab: CallTab, { name, label, alone }: LazyPart): Html =>
  card(
    label,
    html`<p data-place><a href="${alone ? `${here}/${name}` : `${here}?tab=${tab.name}`}">View ${label}</a></p>`,
    {
      id: name,
    },
  )

/** Parts named in the query, or all of them. A script inserts them. */
export async function partsPiece(req: PageVisit): Promise<Html> {
  const wanted = req.query.getAll('name')
  const { attributes } = await req.run(getConversation, { id: req.params.id })
  const shown = allParts.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  return html`${await Promise.all(shown.map(({ show }) => show(req, attributes)))}`
}

const ACTIONS_MAX = '25'

/** Suggested actions of the signed-in user that are about this call. */
async function actionsPart(req: PageRequest<'id'>, { uuid }: ConversationRecord): Promise<Html> {
  const { data } = await req.run(listActions, { entity_type: 'conversation', entity_id: uuid, size: ACTIONS_MAX })
  const keep = { from: `${conversationPath(uuid)}?tab=actions`, enhance: '#promises, #actions' }
  // The form that was rejected belongs to the page of its action.
  const { attempt: _, ...rest } = req
  return card(
    t('Actions'),
    data.length === 0
      ? html`<p class="soft">No actions for you from this call. Parley suggests a follow-up when somebody promises something or leaves a question open.</p>`
      : html`<div class="actions-list">${data.map((action) => renderAction(rest, action, { from: 'open', keep }))}</div>`,
    { id: 'actions' },
  )
}
