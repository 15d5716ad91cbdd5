/** Card to ask a question about the call, and the answer with its citations. */

import { t } from '../../core/languages/message.ts'
import { type Answer, askAssistantV2 } from '../../features/assistant/answers/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { connectPath, renderAnswer } from '../components/answer.ts'
import { form, textAreaField } from '../components/form.ts'
import { card } from '../components/layout.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import type { ShownConversation } from './read.ts'

export interface AskedQuestion {
  readonly question: string
  readonly answer: Answer
}

/** Input of the operation, for the form and for the stream. */
export const question = (req: PageVisit, fields: Fields) => ({
  conversation_ids: [req.params.id],
  prompt: fields.text('prompt'),
})

export async function runQuestion(req: PageVisit, fields: Fields): Promise<AskedQuestion> {
  return { question: fields.text('prompt'), answer: await req.run(askAssistantV2, question(req, fields)) }
}

export function askCard(
  req: PageVisit,
  { id, topics, outside }: ShownConversation,
  asked: AskedQuestion | undefined,
): Html {
  const connect = connectPath(req)
  const ask = form(req, { page: conversationPath(id), action: 'ask', button: t('Ask question') }, (fill) =>
    textAreaField(fill, {
      name: 'prompt',
      label: t('Your question'),
      value: asked?.question,
      rows: 2,
      max: 4_000,
      required: true,
      placeholder: t('What did they say about the price?'),
    }),
  )
  return card(
    t('Ask about this call'),
    html`<div data-ask="${conversationPath(id)}/ask-stream">${ask}</div>
<div id="answer" class="conversation-answer" aria-live="polite"${connect !== undefined && html` data-connect="${connect}"`}>${asked !== undefined && renderAnswer(asked.answer, { titled: false, connect })}</div>
${suggestions(topics.keyPhrases, outside)}`,
    {
      id: 'ask',
    },
  )
}

/** Questions about this call, which a script puts into the form. Hidden without a script. */
function suggestions(phrases: ShownConversation['topics']['keyPhrases'], [person]: ShownConversation['outside']): Html {
  const [phrase] = phrases
  const questions = [
    t('What are the next steps?'),
    ...(typeof person?.name === 'string' ? [t`What worries ${person.name}?`] : []),
    ...(phrase === undefined ? [] : [t`What was said about ${phrase.text}?`]),
  ]
  return html`<div class="chips call-suggestions" hidden data-suggestions>${questions.map((one) => html`<button type="button" class="chip">${one}</button>`)}</div>`
}
