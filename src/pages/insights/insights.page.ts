/** Insights of the signed-in user, and the form for a new one. */

import { type Message, t } from '../../core/languages/message.ts'
import { createInsight } from '../../features/assistant/insight-runs/index.ts'
import { listInsights } from '../../features/assistant/insights/index.ts'
import { listKnowledgeSources } from '../../features/search/knowledge-base/index.ts'
import { type AnswerOf, definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { html } from '../../inbound/web/html.ts'
import { checksField, disclosure, form, textAreaField, textField } from '../components/form.ts'
import { badge, empty, heading, linkButton, placeTabs, type Tone } from '../components/layout.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'
import { filterBar } from '../conversations/filters.ts'
import { parseListQuery, toFilterBody, toSearchParams } from '../conversations/query-params.ts'

const PAGE = '/insights'
const NEW = '/insights/new'
const SIZE = 20
const SOURCES_OFFERED = '50'
const PROMPT_MAX = 4_000

type Insight = AnswerOf<typeof listInsights>['data'][number]

export const insightsPage = definePage({
  path: PAGE,
  navigation: { group: 'reports', label: t('Insights') },
  async show(req) {
    const page = Number(pageAsked(req))
    const { data, meta } = await req.run(listInsights, {
      user_uuid: req.user.id,
      withoutEnhancingResults: 'true',
      limit: String(SIZE),
      offset: String((page - 1) * SIZE),
    })
    const columns = [
      {
        title: t('Question'),
        cell: ({ uuid, title }: Insight) => html`<a href="${PAGE}/${uuid}"><bdi>${title}</bdi></a>`,
      },
      { title: t('Status'), cell: (insight: Insight) => badge(...getStatusBadge(insight)) },
      { title: t('Asked'), cell: ({ createdAt }: Insight) => renderTimestamp(req, createdAt) },
    ]
    return {
      title: t('Insights'),
      body: html`${heading(t('Insights'), {
        tabs: placeTabs(req, t('Reports'), 'reports'),
        words: t(
          'Ask one question about many calls. The answer combines the results of all calls and cites quotes as sources.',
        ),
        actions: linkButton(NEW, t('Ask question'), { kind: 'primary', icon: 'plus' }),
      })}
${data.length === 0 ? empty(t('No insights yet'), t('Find patterns across your calls with a question such as “Which competitors do customers mention, and why?”'), linkButton(NEW, t('Ask question'))) : table(data, columns, { caption: t('Questions') })}
${pager(req, meta)}`,
    }
  },
})

function getStatusBadge({ results }: Insight): [Message, Tone] {
  if (results.some(({ status }) => status === 'PENDING')) return [t('Analyzing…'), 'open']
  return results.some(({ status }) => status === 'FAILED')
    ? [t('Finished with errors'), 'bad']
    : [t('Answered'), 'good']
}

export const newInsightPage = definePage({
  path: NEW,
  async show(req) {
    const { attempt } = req
    const asked = parseListQuery(
      attempt === undefined ? req.query : new URLSearchParams(attempt.fields.text('filters')),
    )
    const [filters, sources] = await Promise.all([
      filterBar(req, asked, { page: NEW }),
      req.run(listKnowledgeSources, { size: SOURCES_OFFERED, 'filter[status]': 'indexed' }),
    ])
    const offered = sources.data.map(({ id, attributes }) => ({ value: id, label: attributes.title }))
    return {
      title: t('New insight'),
      body: html`${heading(t('New insight'), { trail: [{ label: t('Insights'), path: PAGE }], words: t('Parley evaluates the question for each call. Maximum: the newest 1,000 calls.') })}
<section class="card"><h2>Calls</h2>${asked.size === 0 && html`<p class="soft insights-all">All calls you have access to. Add filters to select fewer calls.</p>`}${filters}</section>
<section class="card"><h2>Questions</h2>
${form(
  req,
  {
    page: NEW,
    action: 'ask',
    button: t('Ask question'),
    pointers: { '/prompts': 'prompt', '/knowledge_source_ids': 'sources' },
  },
  (fill) => html`<input type="hidden" name="filters" value="${toSearchParams(asked).toString()}">
${textAreaField(fill, { name: 'prompt', label: t('Question'), value: req.query.get('prompt')?.slice(0, PROMPT_MAX), rows: 3, required: true, max: PROMPT_MAX })}
${textAreaField(fill, { name: 'more', label: t('More questions'), rows: 3, help: t('One per line, maximum 9. Parley answers each question separately.') })}
${textField(fill, { name: 'title', label: t('Title'), max: 256, help: t('Defaults to the question.') })}
${offered.length > 0 && disclosure(t('Include the knowledge base'), checksField(fill, { name: 'sources', label: t('Sources'), choices: offered }))}`,
)}</section>`,
    }
  },
  forms: { ask: LONG_FORM },
  actions: {
    ask: async (req, fields) => {
      const more = fields.text('more').split(/\r?\n/)
      const prompts = [fields.text('prompt'), ...more].map((prompt) => prompt.trim()).filter((prompt) => prompt !== '')
      const sources = fields.all('sources')
      const { uuid } = await req.run(createInsight, {
        ...toFilterBody(parseListQuery(new URLSearchParams(fields.text('filters'))), req),
        prompts,
        title: fields.optional('title'),
        ...(sources.length > 0 ? { knowledge_source_ids: sources } : {}),
      })
      return redirectTo(`${PAGE}/${uuid}`)
    },
  },
})
