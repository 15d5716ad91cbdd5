/** Suggested actions of the signed-in user: the list and one page per action. */
import { dismissAction, getAction, listActions, updateAction } from '../../features/actions/actions/index.ts'
import { definePage, type Fields, goTo, type Visit } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { empty, heading, tabs } from '../components/layout.ts'
import { pageAsked, pager } from '../components/table.ts'
import { type Action, actionTold } from './action.ts'

const scripts = ['pages/actions/actions.browser.ts'] as const

const STATES = {
  open: { label: 'Open', statuses: 'pending,drafted' },
  sent: { label: 'Sent', statuses: 'sent' },
  dismissed: { label: 'Dismissed', statuses: 'dismissed' },
  expired: { label: 'Expired', statuses: 'expired' },
} as const
type State = keyof typeof STATES

const stateIn = (given: string | null): State =>
  given !== null && Object.hasOwn(STATES, given) ? (given as State) : 'open'
const listPath = (state: State) => (state === 'open' ? '/actions' : `/actions?state=${state}`)

/** Headings of the groups, in display order. Groups of other programs follow. */
const GROUPS: Readonly<Record<string, string>> = {
  commitments: 'Promises to keep',
  open_questions: 'Open questions',
  follow_ups: 'Next meetings',
  silent_opportunities: 'Inactive opportunities',
}

export const actionsPage = definePage({
  path: '/actions',
  navigation: { group: 'calls', label: 'Actions', icon: 'action' },
  async show(visit) {
    const state = stateIn(visit.query.get('state'))
    const { data, meta } = await visit.ask(listActions, {
      status: STATES[state].statuses,
      page: pageAsked(visit),
      size: '25',
    })
    const places = Object.entries(STATES).map(([name, { label }]) => ({ label, path: listPath(name as State) }))
    return {
      title: 'Actions',
      body: html`${heading('Actions', { words: 'Suggested follow-ups from your calls, with a draft for each. Parley never sends anything for you.' })}
${tabs('Actions by status', places, listPath(state))}
<div class="actions-list">${data.length === 0 ? nothing(state) : grouped(visit, data, state)}</div>
${pager(visit, meta)}`,
      scripts,
    }
  },
})

const nothing = (state: State): Html =>
  state === 'open'
    ? empty(
        'No open actions',
        'Parley suggests a follow-up when somebody makes a promise on your calls, leaves a question open, or an opportunity goes quiet.',
      )
    : empty(
        `No ${STATES[state].label.toLowerCase()} actions`,
        `Actions appear here when they are ${STATES[state].label.toLowerCase()}.`,
      )

function grouped(visit: Visit, actions: readonly Action[], state: State): Html {
  const groups = Map.groupBy(actions, ({ display_group }) => display_group)
  const known = Object.keys(GROUPS).filter((name) => groups.has(name))
  const others = [...groups.keys()].filter((name) => !Object.hasOwn(GROUPS, name))
  return html`${[...known, ...others].map(
    (name) =>
      html`<section class="actions-group"><h2>${GROUPS[name] ?? (name === '' ? 'Other' : html`<bdi>${name}</bdi>`)}</h2>${groups.get(name)?.map((one) => actionTold(visit, one, { from: state }))}</section>`,
  )}`
}

export const actionPage = definePage({
  path: '/actions/:id',
  async show(visit) {
    const action = await visit.ask(getAction, { action_uuid: visit.params.id })
    return {
      title: action.title,
      body: html`${heading(action.title, { trail: [{ label: 'Actions', path: '/actions' }] })}
<div class="actions-list">${actionTold(visit, action, { from: '' })}</div>`,
      scripts,
    }
  },
  forms: { change: LONG_FORM },
  actions: {
    change: async (visit, fields) => {
      const { id } = visit.params
      const move = fields.text('move')
      const draft = {
        subject: fields.text('subject'),
        draft_body: fields.text('draft_body'),
        proposed_recipients: fields
          .text('proposed_recipients')
          .split(/[\s,;]+/)
          .filter((one) => one !== ''),
      }
      const changed = await visit.ask(updateAction, { action_uuid: id, ...draft })
      if (move === 'drafted' || move === 'sent') await moveOn(visit, id, changed.status, move)
      return leadBack(
        id,
        fields,
        move === 'sent' ? 'Marked as sent' : move === 'drafted' ? 'Marked as drafted' : 'Draft saved',
      )
    },
    dismiss: async (visit, fields) => {
      const { id } = visit.params
      const { updated } = await visit.ask(dismissAction, { action_uuid: id })
      return leadBack(
        id,
        fields,
        updated
          ? "Action dismissed. Parley won't suggest it again."
          : "The action is no longer pending, so it wasn't changed.",
      )
    },
  },
})

/** Moves an action from `pending` to `drafted` to `sent`. The operation accepts one step per request. */
async function moveOn(visit: Visit, id: string, from: string, to: 'drafted' | 'sent'): Promise<void> {
  if (from === 'pending') await visit.ask(updateAction, { action_uuid: id, status: 'drafted' })
  if (to === 'sent') await visit.ask(updateAction, { action_uuid: id, status: 'sent' })
}

function leadBack(id: string, fields: Fields, said: string) {
  const from = fields.text('from')
  return goTo(from === '' ? `/actions/${id}` : listPath(stateIn(from)), said)
}
