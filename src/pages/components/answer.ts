/** Renders an answer with its sources. `answer.browser.ts` builds the same elements from the events of a stream. */

import { t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import type { Answer, Citation } from '../../features/assistant/answers/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { MODEL_SETUP_PATH } from '../setup/model-setup-path.ts'
import { momentPath } from './search-hits.ts'

/** Shown above passages, because readers expect sentences that were written for them. */
export const PASSAGES_HINT = t('No language model is connected, so these are the passages that match best.')
export const RELATED_HINT = t('Related, not an answer')

export const RECORDS_HINT = t('From the records of the calls.')

export interface AnswerView {
  /** Whether each passage names its call. A page about one call doesn't repeat it. */
  readonly titled: boolean
  /** Path of the page on which a language model is connected. Undefined if the reader may not connect one. */
  readonly connect: string | undefined
}

/** Path of the page that connects a language model, for readers who may connect one. */
export const connectPath = ({ user: { role } }: Pick<PageRequest, 'user'>): string | undefined =>
  role === 'ADMIN' ? MODEL_SETUP_PATH : undefined

export function renderAnswer(answer: Answer, { titled, connect }: AnswerView): Html {
  const { output, citations, notice, answered, related, mode, verdict } = answer
  const passages = mode === 'passages' ? groupPassages(citations) : []
  const body =
    passages.length > 0
      ? html`${verdict !== null && html`<p class="answer-verdict" dir="auto">${verdictLine(output)}</p>`}${notice === null && html`<p class="soft">${PASSAGES_HINT}${connect !== undefined && html` <a href="${connect}">Connect a language model</a>`}</p>`}${passageList(passages, titled)}`
      : html`<div class="answer-output${answered ? '' : ' answer-none'}">${renderOutput(output)}</div>
${mode === 'records' && html`<p class="soft">${RECORDS_HINT}</p>`}
${citations.length > 0 && html`<h3>Sources</h3>${passageList(groupByCall(citations), titled)}`}`
  const others = groupPassages(related)
  return html`${body}
${others.length > 0 && html`<h3>${RELATED_HINT}</h3>${passageList(others, titled)}`}
${notice !== null && html`<p class="soft">${notice}</p>`}`
}

/** Lines that begin with “- ” are a list, others are paragraphs. */
function renderOutput(output: string): Html {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const blocks: Html[] = []
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.startsWith(ITEM) !== true) {
      blocks.push(html`<p dir="auto">${lines[at] ?? ''}</p>`)
      at++
      continue
    }
    const items: Html[] = []
    for (; lines[at]?.startsWith(ITEM) === true; at++)
      items.push(html`<li dir="auto">${lines[at]?.slice(ITEM.length) ?? ''}</li>`)
    blocks.push(html`<ul>${items}</ul>`)
  }
  return html`${blocks}`
}

/** Beginning of a line that is an item of a list. */
const ITEM = '- '

/** The verdict is the first line. The passages below are shown as elements of their own. */
const verdictLine = (output: string): string => output.split('\n', 1)[0] ?? ''

/** Groups the quotes of each passage. Empty if the answer doesn't consist of passages. */
function groupPassages(citations: readonly Citation[]): Citation[][] {
  const byPassage = Map.groupBy(
    citations.filter(({ passage }) => passage !== null),
    ({ passage }) => passage,
  )
  return [...byPassage.values()]
}

/** Groups consecutive quotes of the same call, so that its title is shown once. */
function groupByCall(citations: readonly Citation[]): Citation[][] {
  const groups: Citation[][] = []
  for (const citation of citations) {
    const last = groups.at(-1)
    if (last !== undefined && isSameCall(last[0], citation)) last.push(citation)
    else groups.push([citation])
  }
  return groups
}

const isSameCall = (one: Citation | undefined, other: Citation): boolean =>
  one !== undefined && one.conversation_id !== null && one.conversation_id === other.conversation_id

const passageList = (passages: readonly (readonly Citation[])[], titled: boolean) =>
  html`<ol class="answer-passages">${passages.map((quotes) => passageItem(quotes, titled))}</ol>`

function passageItem(quotes: readonly Citation[], titled: boolean): Html {
  const [first] = quotes
  return html`<li>${titled && first !== undefined && html`<p class="answer-title">${linked(first, html`<bdi>${first.title}</bdi>`)}</p>`}<blockquote>${groupTurns(quotes).map(quoteTurn)}</blockquote></li>`
}

/** Quotes of one turn. The speaker is named once. */
function quoteTurn(turn: readonly [Citation, ...Citation[]]): Html {
  const [first] = turn
  const who = first.speaker === null ? false : html`<bdi class="soft">${first.speaker}</bdi> `
  const when = first.start === null ? false : html`${linked(first, clockTime(first.start))} `
  const said = turn.map(
    ({ quote, key }, index) => html`${index > 0 && ' '}${key === null ? quote : marked(quote, key)}`,
  )
  return html`<p dir="auto">${when}${who}${said}</p>`
}

/** Groups consecutive quotes of the same speaker. */
function groupTurns(quotes: readonly Citation[]): [Citation, ...Citation[]][] {
  const turns: [Citation, ...Citation[]][] = []
  for (const quote of quotes) {
    const last = turns.at(-1)
    if (last !== undefined && continuesTurn(last.at(-1), quote)) last.push(quote)
    else turns.push([quote])
  }
  return turns
}

/** Whether a quote follows another one of the same speaker. */
const continuesTurn = (previous: Citation | undefined, { speaker, segment }: Citation): boolean => {
  if (previous === undefined || speaker === null || previous.speaker !== speaker) return false
  return previous.segment === null || segment === null || Math.abs(segment - previous.segment) <= 1
}

/** Marks the key sentence in a quote. */
function marked(quote: string, key: string): Html {
  const at = quote.indexOf(key)
  if (at === -1 || key === quote) return html`<strong>${quote}</strong>`
  return html`${quote.slice(0, at)}<strong>${key}</strong>${quote.slice(at + key.length)}`
}

function linked({ conversation_id: id, start, segment }: Citation, text: Html | string): Html {
  if (id === null) return html`${text}`
  return html`<a href="${momentPath(id, { start, segment })}" data-segment="${segment ?? 0}"${start !== null && html` data-at="${start}"`}>${text}</a>`
}
