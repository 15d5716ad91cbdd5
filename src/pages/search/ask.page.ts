/** Answers a question about many calls, with quotes as sources. */
import { clockTime } from '../../core/timecode.ts'
import { type Answer, askAssistantV2 } from '../../features/assistant/answers/index.ts'
import { definePage, type Fields, type View, type Visit } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { areaField, form } from '../components/form.ts'
import { heading } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'
import { filterBar } from '../conversations/filters.ts'
import { type Asked, askedIn, bodyOf, paramsOf } from '../conversations/query-params.ts'
import { searchTabs } from './tabs.ts'

const PAGE = '/search/ask'
const PROMPT_MAX = 4_000

interface Answered {
  readonly prompt: string
  readonly answer: Answer
}

export const askPage = definePage({
  path: PAGE,
  show: (visit) => {
    const { attempt } = visit
    const asked = attempt === undefined ? askedIn(visit.query) : filtersIn(attempt.fields)
    return page(visit, asked, (visit.query.get('q') ?? '').slice(0, PROMPT_MAX))
  },
  actions: {
    answer: async (visit, fields) => {
      const asked = filtersIn(fields)
      const answer = await visit.ask(askAssistantV2, question(visit, fields))
      const prompt = fields.text('prompt')
      return page(visit, asked, prompt, { prompt, answer })
    },
  },
  streams: { 'answer-stream': { operation: askAssistantV2, input: question } },
})

const filtersIn = (fields: Fields): Asked => askedIn(new URLSearchParams(fields.text('filters')))

function question(visit: Visit, fields: Fields) {
  return { ...bodyOf(filtersIn(fields), visit), prompt: fields.text('prompt') }
}

async function page(visit: Visit, asked: Asked, prompt: string, answered?: Answered): Promise<View> {
  const bar = await filterBar(visit, asked, { page: PAGE, more: { q: prompt } })
  const ask = form(
    visit,
    { page: PAGE, action: 'answer', button: 'Ask question' },
    (fill) => html`<input type="hidden" name="filters" value="${paramsOf(asked).toString()}">
${areaField(fill, {
  ...{ name: 'prompt', label: 'Your question', value: prompt, rows: 2, max: PROMPT_MAX, required: true },
  placeholder: 'What did customers say about the price?',
  help: 'Use the names and terms that people say on calls. The answer cites quotes with links to the calls.',
})}`,
  )
  return {
    title: 'Ask',
    body: html`${heading('Search', { words: 'Ask a question about all calls you have access to, or filter them first.' })}
${searchTabs({ q: prompt, asked }, PAGE)}
<div class="search-ask" data-answers="${PAGE}/answer-stream">${ask}</div>
${bar}
<div id="answer" class="search-answer" aria-live="polite">${answered !== undefined && told(answered)}</div>`,
    scripts: ['pages/search/ask.browser.ts', 'pages/conversations/clean.browser.ts'],
  }
}

/** Origin of an answer, as in `ask.browser.ts`. */
const FROM_RECORDS = 'From the records of the calls.'

/** Renders an answer. `ask.browser.ts` builds the same elements from events. */
function told({ prompt, answer: { output, citations, notice, answered, mode } }: Answered): Html {
  return html`<h2 dir="auto">${prompt}</h2>
<p class="search-output${answered ? '' : ' search-unanswered'}" dir="auto">${output}</p>
${citations.length > 0 && html`<h3>Sources</h3><ol class="search-citations">${citations.map(citation)}</ol>`}
${mode === 'records' && html`<p class="soft">${FROM_RECORDS}</p>`}
${notice !== null && html`<p class="soft">${notice}</p>`}`
}

function citation({ conversation_id: id, title, speaker, start, segment, quote }: Answer['citations'][number]): Html {
  const who = [speaker ?? '', start === null ? '' : clockTime(start)].filter((part) => part !== '').join(', ')
  return html`<li><blockquote><p dir="auto">${quote}</p></blockquote><p class="search-source">${id === null ? html`<bdi>${title}</bdi>` : html`<a href="${momentPath(id, { start, segment })}"><bdi>${title}</bdi></a>`} <bdi class="soft">${who}</bdi></p></li>`
}
