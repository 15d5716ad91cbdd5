/** Suggested actions of the signed-in user: the list and one page per action. */

import { type Message, type Text, t } from '../../core/languages/message.ts'
import { dismissAction, getAction, listActions, updateAction } from '../../features/actions/actions/index.ts'
import { definePage, type Fields, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { empty, heading, linkButton, placeTabs, segmented } from '../components/layout.ts'
import { pageAsked, pager } from '../components/table.ts'
import { type Action, renderAction } from './action.ts'
import { type Colleague, EVERYBODY, loadColleagues, renderColleagues } from './colleagues.ts'
import { parseReportCalls, type ReportCalls, renderReportCalls, toCallFilters } from './report-calls.ts'

const scripts = ['pages/actions/actions.browser.ts'] as const

const STATES = {
  open: { label: t('Open'), statuses: 'pending,drafted' },
  sent: { label: t('Sent'), statuses: 'sent' },
  dismissed: { label: t('Dismissed'), statuses: 'dismissed' },
  expired: { label: t('Expired'), statuses: 'expired' },
  // Parts of the open actions, which reports count.
  pending: { label: t('To do'), statuses: 'pending' },
  drafted: { label: t('Drafted'), statuses: 'drafted' },
} as const
type State = keyof typeof STATES
/** States that are always offered. */
const TABS: readonly State[] = ['open', 'sent', 'dismissed', 'expired']

const stateIn = (given: string | null): State =>
  given !== null && Object.hasOwn(STATES, given) ? (given as State) : 'open'
/** @param owner colleague whose actions are listed @param calls parameters of the calls that the list is limited to */
function listPath(state: State, owner?: string, calls: ReportCalls['params'] = {}): string {
  const query = new URLSearchParams({
    ...(state === 'open' ? {} : { state }),
    ...(owner === undefined ? {} : { owner }),
    ...calls,
  })
  return query.size === 0 ? '/actions' : `/actions?${query}`
}

/** Words of a list without actions. */
const NONE = {
  open: { title: t('No open actions'), words: t('Actions appear here when they are open.') },
  sent: { title: t('No sent actions'), words: t('Actions appear here when they are sent.') },
  dismissed: { title: t('No dismissed actions'), words: t('Actions appear here when they are dismissed.') },
  expired: { title: t('No expired actions'), words: t('Actions appear here when they are expired.') },
  pending: { title: t('No open actions'), words: t('Actions appear here when they are open.') },
  drafted: { title: t('No drafted actions'), words: t('Actions appear here when they are drafted.') },
} as const

/** Headings of the groups, in display order. Groups of other programs follow. */
const GROUPS: Readonly<Record<string, Message>> = {
  commitments: t('Promises to keep'),
  open_questions: t('Open questions'),
  follow_ups: t('Next meetings'),
  silent_opportunities: t('Inactive opportunities'),
}

export const actionsPage = definePage({
  path: '/actions',
  navigation: { group: 'inbox', label: t('Actions') },
  async show(req) {
    const state = stateIn(req.query.get('state'))
    const owner = req.query.get('owner') || undefined
    const calls = parseReportCalls(req)
    const [{ data, meta }, colleagues, limit] = await Promise.all([
      req.run(listActions, {
        ...{ status: STATES[state].statuses, page: pageAsked(req), size: '25' },
        ...(owner === undefined ? {} : { owner }),
        ...(calls === undefined ? {} : toCallFilters(req, calls)),
      }),
      loadColleagues(req),
      calls === undefined ? html`` : renderReportCalls(req, calls, listPath(state)),
    ])
    const offered = TABS.includes(state) ? TABS : [state, ...TABS]
    const places = offered.map((name) => ({ label: STATES[name].label, path: listPath(name, owner, calls?.params) }))
    return {
      title: t('Actions'),
      body: html`${heading(t('Actions'), { tabs: placeTabs(req, t('Inbox'), 'inbox'), words: owner === EVERYBODY ? t('Suggested follow-ups of everybody whose actions you can read, for you to read. In their texts, “you” is the owner.') : describeList(colleagues.find(({ id }) => id === owner)) })}
<div class="actions-choice">${segmented(t('Actions by status'), places, listPath(state, owner, calls?.params))}${renderColleagues(colleagues, owner, state === 'open' ? '' : state)}</div>
${limit}
<div class="actions-list">${data.length === 0 ? renderEmpty(state, owner !== undefined) : grouped(req, data, { state, colleagues })}</div>
${pager(req, meta)}`,
      scripts,
    }
  },
})

const describeList = (colleague: Colleague | undefined): Text =>
  colleague === undefined
    ? t('Suggested follow-ups from your calls, with a draft for each. Parley never sends anything for you.')
    : t`Suggested follow-ups for ${colleague.name}, for you to read. In their texts, “you” is ${colleague.name}.`

/** @param isColleague whether the list is of a colleague */
const renderEmpty = (state: State, isColleague: boolean): Html =>
  state === 'open' && !isColleague
    ? empty(
        t('No open actions'),
        t(
          'Parley suggests a follow-up when somebody makes a promise on your calls, leaves a question open, or an opportunity goes quiet.',
        ),
        linkButton('/conversations', t('View calls')),
      )
    : empty(NONE[state].title, NONE[state].words)

interface GroupedIn {
  readonly state: State
  readonly colleagues: readonly Colleague[]
}

function grouped(req: PageRequest, actions: readonly Action[], { state, colleagues }: GroupedIn): Html {
  const names = new Map(colleagues.map(({ id, name }) => [id, name]))
  const groups = Map.groupBy(actions, ({ display_group }) => display_group)
  const known = Object.keys(GROUPS).filter((name) => groups.has(name))
  const others = [...groups.keys()].filter((name) => !Object.hasOwn(GROUPS, name))
  return html`${[...known, ...others].map(
    (name) =>
      html`<section class="actions-group"><h2>${GROUPS[name] ?? (name === '' ? t('Other') : html`<bdi>${name}</bdi>`)}</h2>${groups.get(name)?.map((one) => renderAction(req, one, { from: state, owner: names.get(one.owner_user_uuid) }))}</section>`,
  )}`
}

export const actionPage = definePage({
  path: '/actions/:id',
  async show(req) {
    const action = await req.run(getAction, { action_uuid: req.params.id })
    return {
      title: action.title,
      body: html`${heading(action.title, { trail: [{ label: t('Actions'), path: '/actions' }] })}
<div class="actions-list">${renderAction(req, action, { from: '' })}</div>`,
      scripts,
    }
  },
  forms: { change: LONG_FORM },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      const move = fields.text('move')
      const draft = {
        subject: fields.text('subject'),
        draft_body: fields.text('draft_body'),
        proposed_recipients: fields
          .text('proposed_recipients')
          .split(/[\s,;]+/)
          .filter((one) => one !== ''),
      }
      const changed = await req.run(updateAction, { action_uuid: id, ...draft })
      if (move === 'drafted' || move === 'sent') await moveOn(req, id, changed.status, move)
      return redirectBack(
        id,
        fields,
        move === 'sent' ? t('Marked as sent') : move === 'drafted' ? t('Marked as drafted') : t('Draft saved'),
      )
    },
    dismiss: async (req, fields) => {
      const { id } = req.params
      const { updated } = await req.run(dismissAction, { action_uuid: id })
      return redirectBack(
        id,
        fields,
        updated
          ? t("Action dismissed. Parley won't suggest it again.")
          : t("The action is no longer pending, so it wasn't changed."),
      )
    },
  },
})

/** Moves an action from `pending` to `drafted` to `sent`. The operation accepts one step per request. */
async function moveOn(req: PageRequest, id: string, from: string, to: 'drafted' | 'sent'): Promise<void> {
  if (from === 'pending') await req.run(updateAction, { action_uuid: id, status: 'drafted' })
  if (to === 'sent') await req.run(updateAction, { action_uuid: id, status: 'sent' })
}

function redirectBack(id: string, fields: Fields, said: Text) {
  const from = fields.text('from')
  return redirectTo(from === '' ? `/actions/${id}` : listPath(stateIn(from)), said)
}
