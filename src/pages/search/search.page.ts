/** Search in transcripts. Results are grouped by call and updated while the user types. */

import { AppError } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { listAccounts } from '../../features/deals/accounts/index.ts'
import { searchContacts } from '../../features/deals/contacts/index.ts'
import { searchConversations } from '../../features/search/conversation-search/index.ts'
import { definePage, type PageRequest } from '../../inbound/web/define-page.ts'
import { attribute, flag, type Html, html } from '../../inbound/web/html.ts'
import { renderHitLine } from '../../inbound/web/speech-strip.ts'
import { accountPath } from '../components/account.ts'
import { contactPath } from '../components/contact.ts'
import { chip, chips, empty, heading } from '../components/layout.ts'
import { renderMarks } from '../components/marks.ts'
import { formatPersonName } from '../components/people.ts'
import { problemBox } from '../components/problem.ts'
import { momentLink } from '../components/search-hits.ts'
import { pageAsked } from '../components/table.ts'
import { dayOf } from '../components/times.ts'
import { filterBar } from '../conversations/filters.ts'
import {
  addressWith,
  type ListQueryParams,
  parseListQuery,
  toOperationQuery,
  toSearchParams,
} from '../conversations/query-params.ts'
import { describeWrongFilter } from '../conversations/wrong-filter.ts'
import { searchTabs } from './tabs.ts'

const PAGE = '/search'
const PAGE_SIZE = '20'
const QUESTION_MAX = 1_000
const PEOPLE_MAX = 4
const ACCOUNTS_MAX = '3'
/** Maximum length of a question that can be a name. */
const NAME_WORDS_MAX = 100

/** Search modes of the operation and their labels. */
const MODES = [
  ['hybrid', t('Best match')],
  ['lexical', t('Exact words')],
  ['semantic', t('Meaning')],
] as const
type Mode = (typeof MODES)[number][0]

interface Question {
  readonly q: string
  readonly mode: Mode
  readonly asked: ListQueryParams
}

export const searchPage = definePage({
  path: PAGE,
  navigation: { group: 'search', label: t('Search') },
  async show(req) {
    const question = questionIn(req)
    const { q, mode, asked } = question
    const more = { q, mode: mode === 'hybrid' ? '' : mode }
    const [bar, found] = await Promise.all([filterBar(req, asked, { page: PAGE, more }), results(req, question)])
    return {
      title: q === '' ? t('Search') : t`${q} · Search`,
      body: html`${heading(t('Search'), { tabs: searchTabs(question, PAGE), words: t('Search the transcripts of all calls you have access to.') })}
<form class="search-form" action="${PAGE}" role="search" aria-label="Search with filters" data-instant="#found" data-clean>
<div class="search-line"><label class="unseen" for="search-q">Search calls</label>
<input type="search" id="search-q" name="q" value="${q}" maxlength="${QUESTION_MAX}" autocomplete="off" placeholder="Search calls" aria-describedby="search-help"${q === '' && html` autofocus`}>
<button class="primary">Search calls</button></div>
<fieldset class="search-modes"><legend>Search by</legend>${MODES.map(
        ([value, label]) =>
          html`<label><input type="radio" name="mode" value="${value}"${flag('checked', value === mode)}><span>${label}</span></label>`,
      )}</fieldset>
<p class="help" id="search-help"><code>"exact phrase"</code> finds a phrase, <code>-word</code> excludes a word, and <code>speaker:anna</code> finds what Anna says.</p>
${[...toSearchParams(asked)].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
</form>
${bar}
<div id="found" aria-live="polite">${found}</div>`,
      scripts: ['pages/search/search.browser.ts', 'pages/conversations/clean.browser.ts'],
    }
  },
  fragments: { found: (req) => results(req, questionIn(req)) },
})

export function questionIn({ query }: Pick<PageRequest, 'query'>): Question {
  const asked = parseListQuery(query)
  const mode = MODES.find(([value]) => value === query.get('mode'))?.[0] ?? 'hybrid'
  return { q: (query.get('q') ?? '').trim().slice(0, QUESTION_MAX), mode, asked }
}

async function results(req: PageRequest, question: Question): Promise<Html> {
  const { q, mode, asked } = question
  if (q === '') return start()
  try {
    const isName = q.length <= NAME_WORDS_MAX
    const [{ data, meta }, accounts, people] = await Promise.all([
      req.run(searchConversations, {
        ...toOperationQuery(asked, req),
        ...{ q, mode, page: pageAsked(req), size: PAGE_SIZE },
      }),
      isName ? req.run(listAccounts, { name: q, size: ACCOUNTS_MAX }) : { data: [] },
      isName ? req.run(searchContacts, { query: q, limit: PEOPLE_MAX }) : { data: [] },
    ])
    return html`${renderAccounts(accounts.data)}${renderPeople(people.data)}${renderResults(req, question, data, meta)}`
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
    return problemBox(describeWrongFilter(error))
  }
}

/** Companies whose name or domain contains the words. */
const renderAccounts = (accounts: readonly { id: string; name: string }[]): Html | false =>
  accounts.length > 0 &&
  html`<div class="search-people"><h2>Accounts</h2>${chips(accounts.map(({ id, name }) => chip(name, { path: accountPath(id) })))}</div>`

type FoundPeople = Awaited<ReturnType<typeof searchContacts.handle>>['data']

/** People outside of the organization whose name or address contains the words. */
function renderPeople(people: FoundPeople): Html {
  const items = people.flatMap((person) => {
    const path = contactPath(person, person.conversation_id)
    return path === undefined ? [] : [chip(person.name ?? person.email ?? '', { path })]
  })
  return items.length === 0 ? html`` : html`<div class="search-people"><h2>People</h2>${chips(items)}</div>`
}

type SearchResults = ReturnType<typeof searchConversations.handle> extends Promise<infer Output> ? Output : never
type SearchResult = SearchResults['data'][number]
type Meta = SearchResults['meta']

function renderResults(req: PageRequest, question: Question, data: readonly SearchResult[], meta: Meta): Html {
  if (data.length === 0) return renderEmpty(question, meta)
  const exact = data.filter(({ match }) => match === 'exact')
  const related = data.filter(({ match }) => match === 'related')
  return html`<p class="search-count">${countLabel(meta)}${meta.notice !== null && html` <span class="soft">${meta.notice}</span>`}</p>
${meta.unknownWords.length > 0 && html`<p class="search-count">${unknownLabel(meta)}</p>`}
${meta.includedSpellings.length > 0 && html`<p class="search-count">${spellingsLabel(meta)}</p>`}
${exact.length > 0 && groups(req, exact)}
${related.length > 0 && html`<h2 class="search-related">Related</h2><p class="soft search-count">These results have some of the words or a similar meaning.</p>${groups(req, related)}`}
${pages(question, meta)}`
}

const countLabel = ({ totalRecords }: Meta): Text =>
  totalRecords === 0 ? t('No exact results') : totalRecords === 1 ? t('1 result') : t`${totalRecords} results`

/** Names the words of the query that no call contains. */
const unknownLabel = ({ unknownWords, interpretedAs }: Meta): Html =>
  unknownWords.length === 0
    ? html``
    : html`Nobody says ${unknownWords.map((word, at) => html`${at > 0 && ', '}“<bdi>${word}</bdi>”`)} in these calls. ${interpretedAs.length > 0 && html`Showing results for ${[...new Set(interpretedAs.flatMap(({ as }) => as))].map((word, at) => html`${at > 0 && ', '}<strong>“<bdi>${word}</bdi>”</strong>`)}.`}`

/** Names the other spellings of glossary terms that the results contain. */
const spellingsLabel = ({ includedSpellings }: Meta): Html =>
  html`${includedSpellings.map(({ term, spellings }) => html`Showing results for <strong>“<bdi>${term}</bdi>”</strong> in all spellings of the glossary, such as ${spellings.map((one, at) => html`${at > 0 && ', '}“<bdi>${one}</bdi>”`)}. `)}`

/** Results by conversation, in the order of their best results. */
function groups(req: PageRequest, data: readonly SearchResult[]): Html {
  const byConversation = Map.groupBy(data, ({ conversation }) => conversation.id)
  return html`<ol class="search-groups">${[...byConversation.values()].map((moments) => group(req, moments))}</ol>`
}

function group(req: PageRequest, moments: readonly SearchResult[]): Html {
  const [first] = moments
  if (first === undefined) return html``
  const { id, title, startedAt, owner, duration } = first.conversation
  const positions =
    duration === null || duration <= 0 ? [] : moments.flatMap(({ start }) => (start === null ? [] : [start / duration]))
  return html`<li><div class="search-call"><div><h2><a href="/conversations/${id}" dir="auto">${title}</a></h2>
<p class="search-facts">${dayOf(req, startedAt)} <span><bdi>${formatPersonName(owner)}</bdi></span></p></div>${positions.length > 0 && html`<div class="search-places">${renderHitLine(positions)}</div>`}</div>
<ol>${moments.map(
    (moment) =>
      html`<li>${momentLink(id, moment, html`<span class="search-when">${momentLabel(moment)}</span>`)}<p dir="auto">${renderMarks(moment.quote, moment.highlights)}</p></li>`,
  )}</ol></li>
`
}

function momentLabel({ speaker, start, segment }: SearchResult): Html {
  const place = start === null ? t`Line ${segment + 1}` : clockTime(start)
  return html`${speaker !== '' && html`<bdi>${speaker}</bdi> `}<span class="search-clock">${place}</span>`
}

function pages({ q, mode, asked }: Question, { pageNumber, pageCount }: Meta): Html {
  if (pageCount <= 1) return html``
  const to = (page: number) =>
    addressWith(PAGE, toSearchParams(asked), {
      q,
      mode: mode === 'hybrid' ? '' : mode,
      page: page === 1 ? '' : String(page),
    })
  return html`<nav class="pager" aria-label="Pages">${pageNumber > 1 ? html`<a class="button" rel="prev" href="${to(pageNumber - 1)}">Previous</a>` : html`<span></span>`}<span>Page ${pageNumber} of ${pageCount}</span>${pageNumber < pageCount ? html`<a class="button" rel="next" href="${to(pageNumber + 1)}">Next</a>` : html`<span></span>`}</nav>`
}

const start = (): Html =>
  empty(
    t('Search your calls'),
    t(
      'Enter words that somebody said, or a question such as “What did they say about the price?”. Each result opens the call at that time.',
    ),
    html`<a class="button" href="${addressWith(PAGE, new URLSearchParams(), { q: 'What did they say about the price?' })}">Try this question</a>`,
  )

function renderEmpty({ q, asked }: Question, meta: Meta): Html {
  const { notice } = meta
  const wider =
    asked.size > 0
      ? html`<a class="button"${attribute('href', addressWith(PAGE, new URLSearchParams(), { q }))}>Search all calls</a>`
      : html``
  return empty(
    t('No results'),
    html`${unknownLabel(meta)}Try fewer or different words, as people say them. Remove quotation marks and excluded words to find more.${notice !== null && html` ${notice}`}`,
    wider,
  )
}
