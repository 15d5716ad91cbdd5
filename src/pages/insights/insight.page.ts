/** Page of an insight: progress, answers and evidence. */

import { known } from '../../core/languages/known.ts'
import { t } from '../../core/languages/message.ts'
import { readHeading, withoutListMark } from '../../core/markdown-lines.ts'
import { clockTime } from '../../core/timecode.ts'
import { deleteInsight, getInsight } from '../../features/assistant/insight-runs/index.ts'
import { type AnswerOf, definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, disclosure } from '../components/form.ts'
import { heading, linkButton } from '../components/layout.ts'
import { renderTimestamp } from '../components/times.ts'
import { formatSourcePath, linkCitations, linkLine } from './citations.ts'

/** Delay before the first poll of a running insight, in milliseconds. */
const AGAIN_MS = 1_500

type Insight = AnswerOf<typeof getInsight>
type Result = Insight['results'][number]
type Item = NonNullable<Result['items']>[number]

export const insightPage = definePage({
  path: '/insights/:id',
  async show(req) {
    const insight = await req.run(getInsight, { id: req.params.id })
    const [first] = insight.results
    const again = new URLSearchParams({ prompt: first?.prompt ?? '' })
    return {
      title: insight.title,
      scripts: ['pages/components/poll.browser.ts'],
      body: html`${heading(insight.title, {
        trail: [{ label: t('Insights'), path: '/insights' }],
        words: html`Asked ${renderTimestamp(req, insight.createdAt)}`,
        actions: [
          linkButton(`/insights/new?${again}`, t('Ask again'), { icon: 'refresh' }),
          actionButton(req, {
            page: `/insights/${insight.uuid}`,
            action: 'delete',
            button: t('Delete insight'),
            kind: 'danger',
            confirm: t("Delete this insight and its answers? You can't undo this."),
          }),
        ],
      })}
${renderResults(insight)}`,
    }
  },
  fragments: {
    state: async (req: PageRequest<'id'>) => renderResults(await req.run(getInsight, { id: req.params.id })),
  },
  actions: {
    delete: async (req) => {
      await req.run(deleteInsight, { id: req.params.id })
      return redirectTo('/insights', t('Insight deleted'))
    },
  },
})

function renderResults({ uuid, results, progress }: Insight): Html {
  const isAtWork = results.some(({ status }) => status === 'PENDING')
  const { conversationsRead, conversationsTotal } = progress
  const again = isAtWork && html` data-again="/insights/${uuid}/state" data-after="${AGAIN_MS}"`
  return html`<div id="results"${again}>
${
  isAtWork &&
  html`<div class="card insights-progress" role="status"><p>${conversationsTotal === 0 ? t('Starting…') : t`Analyzed ${conversationsRead} of ${conversationsTotal} calls`}</p>${conversationsTotal > 0 && html`<progress max="${conversationsTotal}" value="${conversationsRead}" aria-label="Calls analyzed"></progress>`}<p class="soft">This page updates automatically. You can leave it and come back later.</p></div>`
}
${results.map((result, index) => renderResult(result, results.length > 1 ? `${index + 1}. ` : ''))}
</div>`
}

function renderResult(result: Result, number: string): Html {
  const { prompt, status, synthesis, items = [], notice, withheld, conversationsUsed } = result
  const text = synthesis ?? ''
  return html`<section class="card insights-result"><h2 dir="auto">${number}${prompt}</h2>
${notice !== null && html`<p class="insights-notice">${known(notice)}</p>`}
${withheld && html`<p class="insights-notice">This answer is hidden because you no longer have access to a call that it uses.</p>`}
${status === 'FAILED' && text === '' && html`<p class="problem">Couldn't generate an answer.</p>`}
${splitIntoBlocks(text).map((block) =>
  typeof block === 'string'
    ? html`<p dir="auto">${linkCitations(block, items)}</p>`
    : html`<ul>${block.map((line) => html`<li dir="auto">${linkLine(line, items)}</li>`)}</ul>`,
)}
${conversationsUsed.length > 0 && html`<p class="soft">${conversationsUsed.length === 1 ? t('Based on 1 call') : t`Based on ${conversationsUsed.length} calls`}</p>`}
${items.length > 0 && disclosure(items.length === 1 ? t('1 source') : t`${items.length} sources`, html`<ol class="insights-sources">${items.map(renderSource)}</ol>`)}
</section>`
}

/** Splits an answer into paragraphs and lists, whose lines start with a dash. */
function splitIntoBlocks(text: string): (string | string[])[] {
  const blocks: (string | string[])[] = []
  for (const line of text.split(/\n+/).map((one) => one.trim())) {
    const last = blocks.at(-1)
    const item = /^[-*] +(.+)$/.exec(line)?.[1]
    if (item === undefined) blocks.push(line)
    else if (Array.isArray(last)) last.push(item)
    else blocks.push([item])
  }
  return blocks.filter((block) => block !== '')
}

function renderSource(item: Item): Html {
  const { type, title, quote, start } = item
  const place = type === 'KB_SOURCE' || start === null ? '' : `, ${clockTime(start)}`
  return html`<li><p dir="auto">“${readHeading(quote) ?? withoutListMark(quote)}”</p><p class="soft"><a href="${formatSourcePath(item)}"><bdi>${title}</bdi>${place}</a></p></li>`
}
