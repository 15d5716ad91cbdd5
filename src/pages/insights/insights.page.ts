/** Questions that are put to many conversations: those one has asked, and a new one. */
import { createInsight } from '../../features/insight-runs/index.ts'
import { listInsights } from '../../features/insights/index.ts'
import { listKnowledgeSources } from '../../features/knowledge/index.ts'
import { type AnswerOf, definePage, goTo } from '../../inbound/web/define-page.ts'
import { LONG_FORM } from '../../inbound/web/form-body.ts'
import { html } from '../../inbound/web/html.ts'
import { askedIn, bodyOf, paramsOf } from '../conversations/asked.ts'
import { filterBar } from '../conversations/filters.ts'
import { areaField, checksField, disclosure, form, textField } from '../kit/form.ts'
import { badge, empty, heading, linkButton, type Tone } from '../kit/layout.ts'
import { pageAsked, pager, table } from '../kit/table.ts'
import { momentOf } from '../kit/times.ts'

const PAGE = '/insights'
const NEW = '/insights/new'
const SIZE = 20
const SOURCES_OFFERED = '50'
const PROMPT_MAX = 4_000

type Insight = AnswerOf<typeof listInsights>['data'][number]

export const insightsPage = definePage({
  path: PAGE,
  navigation: { group: 'calls', label: 'Insights', icon: 'insight' },
  async show(visit) {
    const page = Number(pageAsked(visit))
    const { data, meta } = await visit.ask(listInsights, {
      user_uuid: visit.person.id,
      withoutEnhancingResults: 'true',
      limit: String(SIZE),
      offset: String((page - 1) * SIZE),
    })
    const columns = [
      {
        title: 'Question',
        cell: ({ uuid, title }: Insight) => html`<a href="${PAGE}/${uuid}"><bdi>${title}</bdi></a>`,
      },
      { title: 'State', cell: (insight: Insight) => badge(...standing(insight)) },
      { title: 'Asked', cell: ({ createdAt }: Insight) => momentOf(visit, createdAt) },
    ]
    return {
      title: 'Insights',
      body: html`${heading('Insights', {
        words: 'One question, put to each of many conversations. The answer counts, and shows the words it rests on.',
        actions: linkButton(NEW, 'New question', { kind: 'primary', icon: 'plus' }),
      })}
${data.length === 0 ? empty('Nothing asked yet', 'Ask something of many conversations at once, such as “Which competitors are named, and why?”', linkButton(NEW, 'Ask a question')) : table(data, columns, { caption: 'Questions' })}
${pager(visit, meta)}`,
    }
  },
})

function standing({ results }: Insight): [string, Tone] {
  if (results.some(({ status }) => status === 'PENDING')) return ['Being read', 'open']
  return results.some(({ status }) => status === 'FAILED') ? ['Not all was answered', 'bad'] : ['Answered', 'good']
}

export const newInsightPage = definePage({
  path: NEW,
  async show(visit) {
    const { attempt } = visit
    const asked = askedIn(attempt === undefined ? visit.query : new URLSearchParams(attempt.fields.text('filters')))
    const [filters, sources] = await Promise.all([
      filterBar(visit, asked, { page: NEW }),
      visit.ask(listKnowledgeSources, { size: SOURCES_OFFERED, 'filter[status]': 'indexed' }),
    ])
    const offered = sources.data.map(({ id, attributes }) => ({ value: id, label: attributes.title }))
    return {
      title: 'New question',
      body: html`${heading('New question', { trail: [{ label: 'Insights', path: PAGE }], words: 'It is put to each conversation, the newest 1,000 at most.' })}
<section class="card"><h2>Which conversations</h2>${asked.size === 0 && html`<p class="soft insights-all">All that you may see. Filter them to ask fewer.</p>`}${filters}</section>
<section class="card"><h2>What is asked of each</h2>
${form(
  visit,
  { page: NEW, action: 'ask', button: 'Ask', pointers: { '/prompts': 'prompt', '/knowledge_source_ids': 'sources' } },
  (fill) => html`<input type="hidden" name="filters" value="${paramsOf(asked).toString()}">
${areaField(fill, { name: 'prompt', label: 'Question', value: visit.query.get('prompt')?.slice(0, PROMPT_MAX), rows: 3, required: true, max: PROMPT_MAX })}
${areaField(fill, { name: 'more', label: 'More questions', rows: 3, help: 'One a line, up to nine. Each is answered by itself.' })}
${textField(fill, { name: 'title', label: 'Title', max: 256, help: 'The question itself, if left empty.' })}
${offered.length > 0 && disclosure('Ask the knowledge base too', checksField(fill, { name: 'sources', label: 'Sources', choices: offered }))}`,
)}</section>`,
    }
  },
  forms: { ask: LONG_FORM },
  actions: {
    ask: async (visit, fields) => {
      const more = fields.text('more').split(/\r?\n/)
      const prompts = [fields.text('prompt'), ...more].map((prompt) => prompt.trim()).filter((prompt) => prompt !== '')
      const sources = fields.all('sources')
      const { uuid } = await visit.ask(createInsight, {
        ...bodyOf(askedIn(new URLSearchParams(fields.text('filters'))), visit),
        prompts,
        title: fields.given('title'),
        ...(sources.length > 0 ? { knowledge_source_ids: sources } : {}),
      })
      return goTo(`${PAGE}/${uuid}`)
    },
  },
})
