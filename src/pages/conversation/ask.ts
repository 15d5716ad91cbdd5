/** Card to ask a question about the call, and the answer with its citations. */
import { clockTime } from '../../core/timecode.ts'
import { type Answer, askAssistantV2 } from '../../features/assistant/answers/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { areaField, form } from '../components/form.ts'
import { card } from '../components/layout.ts'
import { momentPath } from '../components/search-hits.ts'
import { type PageVisit, pathOf } from './paths.ts'

export interface Asked {
  readonly question: string
  readonly answer: Answer
}

/** Input of the operation, for the form and for the stream. */
export const question = (visit: PageVisit, fields: Fields) => ({
  conversation_ids: [visit.params.id],
  prompt: fields.text('prompt'),
})

export async function askOnce(visit: PageVisit, fields: Fields): Promise<Asked> {
  return { question: fields.text('prompt'), answer: await visit.ask(askAssistantV2, question(visit, fields)) }
}

export function askCard(visit: PageVisit, id: string, asked: Asked | undefined): Html {
  const ask = form(visit, { page: pathOf(id), action: 'ask', button: 'Ask question' }, (fill) =>
    areaField(fill, {
      name: 'prompt',
      label: 'Your question',
      value: asked?.question,
      rows: 2,
      max: 4_000,
      required: true,
      placeholder: 'What did they say about the price?',
    }),
  )
  return card(
    'Ask about this call',
    html`<div data-ask="${pathOf(id)}/ask-stream">${ask}</div>
<div id="answer" class="conversation-answer" aria-live="polite">${asked !== undefined && answered(id, asked.answer)}</div>`,
    {
      id: 'ask',
    },
  )
}

/** Renders an answer. `ask.browser.ts` builds the same elements from events. */
function answered(id: string, { output, citations, notice, mode }: Answer): Html {
  return html`<p class="conversation-output" dir="auto">${output}</p>
${citations.length > 0 && html`<ol class="conversation-citations">${citations.map(({ quote, speaker, start, segment }) => html`<li><a href="${momentPath(id, { start, segment })}" data-segment="${segment ?? 0}"${start !== null && html` data-at="${start}"`}><span dir="auto">${quote}</span> <span class="soft"><bdi>${[speaker, start === null ? undefined : clockTime(start)].filter((part) => typeof part === 'string' && part !== '').join(', ')}</bdi></span></a></li>`)}</ol>`}
${mode === 'records' && html`<p class="soft">From the records of the call.</p>`}
${notice !== null && html`<p class="soft">${notice}</p>`}`
}
