/** Answers a question about many calls, with quotes as sources. */

import { t } from '../../core/languages/message.ts'
import { type Answer, askAssistantV2 } from '../../features/assistant/answers/index.ts'
import { listDeals } from '../../features/deals/deal-overviews/index.ts'
import { definePage, type Fields, type PageRequest, type View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { connectPath, renderAnswer } from '../components/answer.ts'
import { form, textAreaField } from '../components/form.ts'
import { chip, chips, heading } from '../components/layout.ts'
import { filterBar } from '../conversations/filters.ts'
import {
  addressWith,
  type ListQueryParams,
  parseListQuery,
  toFilterBody,
  toSearchParams,
} from '../conversations/query-params.ts'
import { searchTabs } from './tabs.ts'

const PAGE = '/search/ask'
const PROMPT_MAX = 4_000

interface AnsweredPrompt {
  readonly prompt: string
  readonly answer: Answer
}

export const askPage = definePage({
  path: PAGE,
  show: (req) => {
    const { attempt } = req
    const asked = attempt === undefined ? parseListQuery(req.query) : filtersIn(attempt.fields)
    return page(req, asked, (req.query.get('q') ?? '').slice(0, PROMPT_MAX))
  },
  actions: {
    answer: async (req, fields) => {
      const asked = filtersIn(fields)
      const answer = await req.run(askAssistantV2, question(req, fields))
      const prompt = fields.text('prompt')
      return page(req, asked, prompt, { prompt, answer })
    },
  },
  streams: { 'answer-stream': { operation: askAssistantV2, input: question } },
})

const filtersIn = (fields: Fields): ListQueryParams => parseListQuery(new URLSearchParams(fields.text('filters')))

function question(req: PageRequest, fields: Fields) {
  return { ...toFilterBody(filtersIn(fields), req), prompt: fields.text('prompt') }
}

async function page(
  req: PageRequest,
  asked: ListQueryParams,
  prompt: string,
  answered?: AnsweredPrompt,
): Promise<View> {
  const connect = connectPath(req)
  const [bar, examples] = await Promise.all([
    filterBar(req, asked, { page: PAGE, more: { q: prompt } }),
    answered === undefined && prompt === '' ? renderExamples(req, asked) : html``,
  ])
  const ask = form(
    req,
    { page: PAGE, action: 'answer', button: t('Ask question') },
    (fill) => html`<input type="hidden" name="filters" value="${toSearchParams(asked).toString()}">
${textAreaField(fill, {
  ...{ name: 'prompt', label: t('Your question'), value: prompt, rows: 2, max: PROMPT_MAX, required: true },
  placeholder: t('What did customers say about the price?'),
  help: t('Use the names and terms that people say on calls. The answer cites quotes with links to the calls.'),
})}`,
  )
  return {
    title: t('Ask'),
    body: html`${heading(t('Search'), { tabs: searchTabs({ q: prompt, asked }, PAGE), words: t('Ask a question about all calls you have access to, or filter them first.') })}
<div class="search-ask" data-answers="${PAGE}/answer-stream">${ask}${examples}</div>
${bar}
<div id="answer" class="search-answer" aria-live="polite"${connect !== undefined && html` data-connect="${connect}"`}>${
      answered !== undefined &&
      html`<h2 dir="auto">${answered.prompt}</h2>
${renderAnswer(answered.answer, { titled: true, connect })}`
    }</div>`,
    scripts: ['pages/search/ask.browser.ts', 'pages/conversations/clean.browser.ts'],
  }
}

/** Questions that fit the user, as links that fill the form. A script sends the form immediately. */
async function renderExamples(req: PageRequest, asked: ListQueryParams): Promise<Html> {
  const { data } = await req.run(listDeals, { size: '1' })
  const own =
    req.user.role === 'SALES_REP'
      ? [t('What do I have to do?')]
      : [t('Which calls should I listen to?'), t('Which competitors came up?')]
  const questions = [
    t('What happened last week?'),
    ...own,
    ...(data.length > 0 ? [t('Which deals need attention?')] : []),
    t("Who hasn't been contacted lately?"),
    t('What do customers complain about?'),
  ]
  const path = (q: string) => addressWith(PAGE, toSearchParams(asked), { q })
  return html`<div class="search-examples" data-examples><h2>Questions to start with</h2>${chips(questions.map((one) => chip(one, { path: path(String(one)) })))}</div>`
}
