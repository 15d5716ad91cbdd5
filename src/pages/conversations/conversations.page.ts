/** List of calls, the start page of the app. */

import { AppError } from '../../core/errors.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { type ConversationBrief, listConversationBriefs } from '../../features/conversations/records/index.ts'
import type { SavedView } from '../../features/conversations/saved-views/index.ts'
import { definePage, type PageRequest, type View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { empty, heading, linkButton } from '../components/layout.ts'
import { attemptProblem } from '../components/problem.ts'
import { pageAsked, pager } from '../components/table.ts'
import { bulkActions, exportSelected } from './bulk.ts'
import { filterBar } from './filters.ts'
import { type ListOptions, optionParams, optionsForm, parseOptions, toOptions } from './list-options.ts'
import { addressWith, type ListQueryParams, parseListQuery, toOperationQuery, toSearchParams } from './query-params.ts'
import { parseReportFilters, type ReportFilters, renderReportFilters, toReportQuery } from './report-filters.ts'
import { rows } from './rows.ts'
import { BACK_FIELD, CALL_FIELD, selectionForm } from './selection.ts'
import {
  filtersOfView,
  findRequestedView,
  LIST,
  loadViews,
  readRejectedFilters,
  readRejectedOptions,
  renderViewTools,
  viewActions,
  viewTabs,
} from './views.ts'
import { describeWrongFilter } from './wrong-filter.ts'

export const conversationsPage = definePage({
  path: LIST,
  navigation: { group: 'calls', label: t('Calls') },
  show: (req) => showList(req),
  actions: { ...viewActions, ...bulkActions(showList) },
  files: { 'selected.md': exportSelected },
})

/** @param notice outcome of an action */
async function showList(given: PageRequest, notice: Html = html``): Promise<View> {
  const req = withListQuery(given)
  const [views, view] = await Promise.all([loadViews(req), findRequestedView(req)])
  const own = readRejectedFilters(req) ?? parseListQuery(req.query)
  // Filters in the URL replace those of a view.
  const isView = view !== undefined && own.size === 0
  const asked = isView ? filtersOfView(view) : own
  const base = isView ? toOptions(view.layout) : undefined
  const options = parseOptions(readRejectedOptions(req) ?? req.query, base)
  const figures = parseReportFilters(req.query)
  const changed = optionParams(options, base)
  const more = { ...figures, ...changed }
  // Other filters end the view, and keep its options.
  const kept = optionParams(options)
  const isFiltered = asked.size + Object.keys(figures).length > 0
  const found = await loadList(req, asked, options, figures)
  const { data, meta } = 'refused' in found ? { data: [], meta: undefined } : found
  const isBare = !isFiltered && meta?.totalRecords === 0
  const params = isView ? new URLSearchParams({ view: view.uuid }) : toSearchParams(asked)
  const address = new URLSearchParams([...params, ...Object.entries(more)])
  const isSaveable = asked.size + Number(isView) + Object.keys(kept).length > 0 && Object.keys(figures).length === 0
  const body = html`${heading(t('Calls'), {
    ...(isBare
      ? {}
      : {
          actions: html`${linkButton('/conversations/record', t('Record a call'), { icon: 'record' })}${linkButton('/conversations/import', t('Import call'), { icon: 'plus', kind: 'primary' })}`,
        }),
  })}
${notice}${refusal(req, view)}
${viewTabs(views, isView ? view : undefined, isFiltered)}
${await renderReportFilters(req, figures, (name) => addressWith(LIST, params, { ...more, [name]: '' }))}
${
  !isBare &&
  html`<div class="conversations-toolbar">${await filterBar(req, asked, { page: LIST, more: { ...figures, ...kept }, kept }, 'refused' in found ? found.refused : undefined)}
${optionsForm(LIST, new URLSearchParams([...params, ...Object.entries(figures)]), options, base)}</div>`
}
${isSaveable && (await renderViewTools(req, { asked, options, view: isView ? view : undefined, views, isChanged: Object.keys(changed).length > 0 }))}
${meta !== undefined && (data.length === 0 ? renderEmpty(req, addressWith(LIST, params, more), isFiltered, meta) : renderList(req, data, { query: address, isArchived: asked.has('archived'), options, total: meta.totalRecords }))}
${meta !== undefined && pager({ path: addressWith(LIST, params, more) }, meta)}`
  return {
    title: isView ? view.name : t('Calls'),
    body,
    scripts: ['pages/conversations/clean.browser.ts', 'pages/conversations/selection.browser.ts'],
    ...('refused' in found ? { status: 400 } : {}),
  }
}

/** A rejected action of the selection shows the list that it was sent from. */
function withListQuery(req: PageRequest): PageRequest {
  const back = req.attempt?.fields.optional(BACK_FIELD)
  return back === undefined ? req : { ...req, query: new URLSearchParams(back) }
}

function renderList(
  req: PageRequest,
  data: readonly ConversationBrief[],
  shown: {
    readonly query: URLSearchParams
    readonly isArchived: boolean
    readonly options: ListOptions
    readonly total: number
  },
): Html {
  const isAll = req.query.get('select') === 'all'
  const chosen = new Set(req.attempt?.fields.all(CALL_FIELD) ?? [])
  const page = pageAsked(req)
  const query = new URLSearchParams(shown.query)
  if (page !== '1') query.set('page', page)
  const { hidden, order } = shown.options
  return selectionForm(req, rows(req, data, { isChecked: (id) => isAll || chosen.has(id), hidden, order }), {
    words: formatCallCount(shown.total, shown.options),
    page: LIST,
    query: query.toString(),
    isAll,
    isArchived: shown.isArchived,
  })
}

/** Error of an action whose form isn't shown to this user. */
function refusal({ attempt }: PageRequest, view: SavedView | undefined): Html | false {
  if (attempt === undefined || attempt.fields.has('filters') || view?.mayChange === true) return false
  return attemptProblem(attempt)
}

/** Loads the list. Errors in the filters are shown next to the filters. */
async function loadList(req: PageRequest, asked: ListQueryParams, options: ListOptions, figures: ReportFilters) {
  try {
    return await req.run(listConversationBriefs, {
      ...toOperationQuery(asked, req),
      ...toReportQuery(figures),
      ...{ page: pageAsked(req), size: String(options.size), sort: options.order },
    })
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return { refused: describeWrongFilter(error) }
    throw error
  }
}

/** Number of calls in a list with an order. */
const ORDERED: Readonly<Record<ListOptions['order'], (count: string) => Message>> = {
  newest: (count) => t`${count} calls, newest first`,
  oldest: (count) => t`${count} calls, oldest first`,
  longest: (count) => t`${count} calls, longest first`,
  shortest: (count) => t`${count} calls, shortest first`,
  highest_score: (count) => t`${count} calls, highest score first`,
  lowest_score: (count) => t`${count} calls, lowest score first`,
}

const formatCallCount = (total: number, { order }: ListOptions) =>
  total === 1 ? t('1 call') : ORDERED[order](formatNumber(total))

/** @param first path of the first page */
function renderEmpty(
  { user }: PageRequest,
  first: string,
  isFiltered: boolean,
  { totalRecords }: { totalRecords: number },
): Html {
  if (totalRecords > 0)
    return empty(
      t('No calls on this page'),
      t('The list has fewer pages.'),
      linkButton(first, t('Go to the first page')),
    )
  if (isFiltered) {
    return empty(
      t('No calls found'),
      t('No call that you have access to matches all of these filters. Remove a filter to see more calls.'),
      linkButton(LIST, t('Show all calls')),
    )
  }
  return welcome(user.role === 'ADMIN')
}

function welcome(isAdmin: boolean): Html {
  const renderStep = (title: Text, words: Html | Text, link: Html) =>
    html`<li><h3>${title}</h3><p>${words}</p>${link}</li>`
  return html`<section class="conversations-welcome">
<h2>${isAdmin ? t('Import your first call') : t('No calls yet')}</h2>
<p>Find your calls and the calls of your teams here, with participants, summary and full transcript.</p>
<ol>
${renderStep(t('Import a call'), t('Upload a recording or a transcript from your meeting platform, or paste text. Parley analyzes it automatically.'), linkButton('/conversations/import', t('Import call'), { kind: 'primary', icon: 'plus' }))}
${renderStep(t('Record a call'), t('Record a visit or a meeting with your microphone, or the sound of a tab. The recording survives a reload.'), linkButton('/conversations/record', t('Record a call'), { icon: 'record' }))}
${isAdmin && renderStep(t('Explore the demo'), html`Start a second copy of Parley with <code>npm start -- --demo --data ./demo-data --port 8081</code>. It contains an example company with three months of calls, in a separate folder.`, html``)}
${renderStep(t('Import calls automatically'), t('Send each meeting to Parley with an API key and one request.'), html`<a href="/v2/docs">View the API reference</a>`)}
${renderStep(t('Connect an assistant'), t('Ask about your calls from the AI assistant that you already use.'), html`<a href="/connect">Connect an assistant</a>`)}
</ol>
</section>`
}
