/** Questions on the share page of a clip: a form that works without scripts, and answers that quote the page. */
import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { codePoints } from '../../core/wire.ts'
import { FORM_FIELD } from './forms.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'

export interface SharedLine {
  readonly speaker: string
  readonly text: Text
  /** Seconds of the recording. Null without times. */
  readonly start: number | null
}

/** Passages that answer a question, best first, as quotes of the lines of the page. */
export type SharedAnswer = readonly (readonly SharedQuote[])[]

interface SharedQuote {
  /** Index of the line. */
  readonly line: number
  readonly quote: Text
  /** Part of the quote that answers the question. */
  readonly key: Text | undefined
}

/** A submitted question with its answer, or the reason why it has none. */
export interface AskedQuestion {
  readonly question: string
  readonly status: 200 | 400 | 403 | 429
  readonly answer: SharedAnswer | undefined
  readonly problem: Text | undefined
}

/** Maximum length of a question in code points. */
export const QUESTION_MAX = 300

interface QuestionParts {
  readonly isAllowed: boolean
  readonly mayAsk: () => Promise<boolean>
  readonly answer: () => Promise<SharedAnswer | undefined>
}

/** Checks a question and its limits before it is answered. */
export async function answerQuestion(question: string, parts: QuestionParts): Promise<AskedQuestion> {
  const refuse = (status: 400 | 403 | 429, problem: Text): AskedQuestion => ({
    ...{ question: [...question].slice(0, QUESTION_MAX).join(''), status, problem },
    answer: undefined,
  })
  if (!parts.isAllowed) return refuse(403, NOT_ALLOWED)
  if (question === '') return refuse(400, t('Enter a question.'))
  if (codePoints(question) > QUESTION_MAX) return refuse(400, t`A question has at most ${QUESTION_MAX} characters.`)
  if (!(await parts.mayAsk())) return refuse(429, t('Too many questions arrived. Try again in an hour.'))
  const answer = await parts.answer()
  if (answer === undefined) return refuse(403, NOT_ALLOWED)
  return { question, status: 200, answer, problem: undefined }
}

const NOT_ALLOWED = t('Questions about this clip are no longer allowed.')

export const renderNoQuestions = (): Html => html`<p class="notice" role="alert">${NOT_ALLOWED}</p>`

/** ID of the element of a line. */
export const toLineId = (at: number): string => `line-${at + 1}`

/** @param given `path`: path of the page; `token`: token of the form */
export function renderQuestionBox(given: {
  readonly path: string
  readonly token: string
  readonly lines: readonly SharedLine[]
  readonly asked: AskedQuestion | undefined
}): Html {
  const { path, token, lines, asked } = given
  const problem = asked?.problem
  const marked = problem !== undefined && html` aria-invalid="true" aria-describedby="question-problem question-help"`
  return html`<section id="question" class="clip-question" aria-labelledby="question-title">
<h2 id="question-title">Ask about this clip</h2>
${asked?.answer !== undefined && renderAnswer(asked.question, asked.answer, lines)}
<form method="post" action="${path}#question">
<input type="hidden" name="${FORM_FIELD}" value="${token}">
${problem !== undefined && html`<p class="problem" id="question-problem" role="alert">${problem}</p>`}
<label for="question-text">Question</label>
<div class="clip-ask"><input id="question-text" name="question" dir="auto" required maxlength="${QUESTION_MAX}" autocomplete="off" value="${problem === undefined ? '' : (asked?.question ?? '')}"${marked === false ? html` aria-describedby="question-help"` : marked}><button class="primary">${icon('search')}Ask</button></div>
<p class="help" id="question-help">Answers quote this clip only. Parley doesn't store your question.</p>
</form>
</section>`
}

function renderAnswer(question: string, answer: SharedAnswer, lines: readonly SharedLine[]): Html {
  const found =
    answer.length === 0
      ? html`<p class="clip-unanswered"><strong>No answer found in this clip</strong><br>Try other words, or ask the person who shared it.</p>`
      : html`<ul class="clip-answer">${answer.map((passage) => html`<li>${passage.map((one) => renderQuote(one, lines))}</li>`)}</ul>`
  return html`<div class="clip-answered" role="status"><p class="clip-asked" dir="auto">${question}</p>${found}</div>`
}

function renderQuote({ line: at, quote, key }: SharedQuote, lines: readonly SharedLine[]): Html {
  const line = lines[at]
  const speaker = line === undefined || line.speaker === '' ? t('Unknown speaker') : line.speaker
  const start = line?.start ?? null
  const place = html`<a class="at" href="#${toLineId(at)}">${start === null ? t('Go to the line') : clockTime(start)}</a>`
  return html`<p class="who"><bdi>${speaker}</bdi> ${place}</p><blockquote dir="auto">${renderKey(quote, key)}</blockquote>`
}

function renderKey(quote: Text, key: Text | undefined): Html | Text {
  const whole = String(quote)
  const part = key === undefined ? '' : String(key)
  const from = part === '' || part === whole ? -1 : whole.indexOf(part)
  if (from === -1) return quote
  return html`${whole.slice(0, from)}<mark>${part}</mark>${whole.slice(from + part.length)}`
}
