/** Answers a question about many calls, with quotes as sources. */
import { type Answer, askAssistantV2 } from '../../features/assistant/answers/index.ts'
import { definePage, type Fields, type View, type Visit } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { connectPath, renderAnswer } from '../components/answer.ts'
import { areaField, form } from '../components/form.ts'
import { heading } from '../components/layout.ts'
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
  const connect = connectPath(visit)
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
<div id="answer" class="search-answer" aria-live="polite"${connect !== undefined && html` data-connect="${connect}"`}>${
      answered !== undefined &&
      html`<h2 dir="auto">${answered.prompt}</h2>
${renderAnswer(answered.answer, { titled: true, connect })}`
    }</div>`,
    scripts: ['pages/search/ask.browser.ts', 'pages/conversations/clean.browser.ts'],
  }
}
