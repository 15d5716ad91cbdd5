/** The list of conversations, where the app begins. */
import { AppError } from '../../core/errors.ts'
import { listConversationBriefs } from '../../features/conversations/index.ts'
import type { SavedView } from '../../features/saved-views/index.ts'
import { definePage, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { empty, heading, linkButton } from '../kit/layout.ts'
import { pageAsked, pager } from '../kit/table.ts'
import { type Asked, addressWith, askedIn, paramsOf, queryOf } from './asked.ts'
import { filterBar } from './filters.ts'
import { rows } from './rows.ts'
import {
  changeForm,
  filtersOfView,
  filtersTried,
  LIST,
  saveForm,
  viewActions,
  viewAsked,
  viewsSeen,
  viewTabs,
} from './views.ts'

const PAGE_SIZE = 25

export const conversationsPage = definePage({
  path: LIST,
  navigation: { group: 'calls', label: 'Conversations', icon: 'calls' },
  async show(visit) {
    const [views, view] = await Promise.all([viewsSeen(visit), viewAsked(visit)])
    const own = filtersTried(visit) ?? askedIn(visit.query)
    // Filters of the address win over those of a view, of which they are a change.
    const isView = view !== undefined && own.size === 0
    const asked = isView ? filtersOfView(view) : own
    const found = await listed(visit, asked)
    const { data, meta } = 'refused' in found ? { data: [], meta: undefined } : found
    const isBare = asked.size === 0 && meta?.totalRecords === 0
    const params = isView ? new URLSearchParams({ view: view.uuid }) : paramsOf(asked)
    const body = html`${heading('Conversations', {
      ...(meta === undefined || isBare ? {} : { words: counted(meta.totalRecords) }),
      ...(isBare ? {} : { actions: linkButton('/conversations/import', 'Import', { icon: 'plus', kind: 'primary' }) }),
    })}
${refusal(visit, view)}
${viewTabs(views, isView ? view : undefined, asked.size > 0)}
${!isBare && (await filterBar(visit, asked, { page: LIST }, 'refused' in found ? found.refused : undefined))}
${asked.size + Number(isView) > 0 && html`<div class="conversations-tools">${isView ? changeForm(visit, view, views) : saveForm(visit, asked, views)}</div>`}
${meta !== undefined && (data.length === 0 ? nothing(visit, asked, meta) : rows(visit, data))}
${meta !== undefined && pager({ path: addressWith(LIST, params) }, meta)}`
    return {
      title: isView ? view.name : 'Conversations',
      body,
      scripts: ['pages/conversations/clean.browser.ts'],
      ...('refused' in found ? { status: 400 } : {}),
    }
  },
  actions: viewActions,
})

/** Of an action whose form is not there for who tried it. */
function refusal({ attempt }: Visit, view: SavedView | undefined): Html | false {
  if (attempt === undefined || attempt.fields.has('filters') || view?.mayChange === true) return false
  return html`<div class="problem" role="alert">${attempt.problems[0].detail}</div>`
}

/** What is wrong with the filters is told where they are. */
async function listed(visit: Visit, asked: Asked) {
  try {
    return await visit.ask(listConversationBriefs, {
      ...queryOf(asked, visit),
      page: pageAsked(visit),
      size: String(PAGE_SIZE),
    })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return { refused: error.message }
    throw error
  }
}

const counted = (total: number) =>
  total === 1 ? 'One conversation, newest first.' : `${total.toLocaleString('en')} conversations, newest first.`

function nothing({ person }: Visit, asked: Asked, { totalRecords }: { totalRecords: number }): Html {
  if (totalRecords > 0)
    return empty(
      'Nothing on this page',
      'The list ends before it.',
      linkButton(addressWith(LIST, paramsOf(asked)), 'To the first page'),
    )
  if (asked.size > 0) {
    return empty(
      'Nothing matches',
      'No conversation that you may see has all of these. Take one of the filters away.',
      linkButton(LIST, 'Show all'),
    )
  }
  return welcome(person.role === 'ADMIN')
}

function welcome(isAdmin: boolean): Html {
  const step = (title: string, words: Html | string, link: Html) =>
    html`<li><h3>${title}</h3><p>${words}</p>${link}</li>`
  return html`<section class="conversations-welcome">
<h2>${isAdmin ? 'Begin with a first conversation' : 'Nothing is here for you yet'}</h2>
<p>Conversations that you own, and those of your teams, are listed here with who took part, what they came to, and every word that was said.</p>
<ol>
${step('Import one', 'A transcript from your meeting platform, a recording, or a text you paste. It takes a moment to be analyzed.', linkButton('/conversations/import', 'Import', { kind: 'primary', icon: 'plus' }))}
${isAdmin && step('Look at the demo', html`Start Parley once more with <code>npm start -- --demo --data ./demo-data --port 8081</code>: an invented company with three months of conversations, in a folder of its own.`, html``)}
${step('Send them by program', 'Every meeting by itself: with an API key and one request for each.', html`<a href="/v2/docs">The API</a>`)}
${step('Connect an assistant', 'Ask about your conversations from the assistant you already use.', html`<a href="/connect">How to connect</a>`)}
</ol>
</section>`
}
