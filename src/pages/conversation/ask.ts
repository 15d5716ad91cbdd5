/** Card to ask a question about the call, and the answer with its citations. */
import { type Answer, askAssistantV2 } from '../../features/assistant/answers/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { connectPath, renderAnswer } from '../components/answer.ts'
import { areaField, form } from '../components/form.ts'
import { card } from '../components/layout.ts'
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
  const connect = connectPath(visit)
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
<div id="answer" class="conversation-answer" aria-live="polite"${connect !== undefined && html` data-connect="${connect}"`}>${asked !== undefined && renderAnswer(asked.answer, { titled: false, connect })}</div>`,
    {
      id: 'ask',
    },
  )
}
