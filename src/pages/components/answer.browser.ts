/**
 * Streams an answer into a page. The server verifies the quotes of each part before it sends it, so no part is
 * retracted. The elements are those of `answer.ts`.
 */
import { t } from '../../inbound/web/languages/messages.browser.ts'

interface Citation {
  readonly conversation_id: string | null
  readonly title: string
  readonly speaker: string | null
  readonly start: number | null
  readonly segment: number | null
  readonly quote: string
  readonly passage: number | null
  readonly key: string | null
}

interface Answer {
  readonly output: string
  readonly citations: readonly Citation[]
  readonly related: readonly Citation[]
  readonly answered: boolean
  readonly notice: string | null
  readonly mode: 'records' | 'passages' | 'model' | null
  readonly verdict: 'yes' | 'no' | 'disputed' | null
}

const PASSAGES_HINT = t('No language model is connected, so these are the passages that match best.')
const RELATED_HINT = t('Related, not an answer')
const RECORDS_HINT = t('From the records of the calls.')

/** Beginning of a line that is an item of a list. */
const ITEM = '- '

export interface AnswerOptions {
  /** Whether each passage names its call. */
  readonly titled: boolean
}

let running: AbortController | undefined

/** Sends the form and shows the answer. A rejected form is submitted without a script, so its page shows the error. */
export async function streamAnswer(
  form: HTMLFormElement,
  address: string,
  where: HTMLElement,
  options: AnswerOptions,
): Promise<void> {
  running?.abort()
  const mine = new AbortController()
  running = mine
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  const view = new AnswerView(where, body.get('prompt') ?? '', options)
  form.setAttribute('aria-busy', 'true')
  try {
    const headers = { accept: 'text/event-stream' }
    const response = await fetch(address, { method: 'POST', body, headers, signal: mine.signal })
    if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream') || response.body === null) {
      return form.submit()
    }
    for await (const [event, data] of readEvents(response.body)) view.take(event, data)
    view.end()
  } catch (error) {
    if (!mine.signal.aborted) {
      view.fail()
      throw error
    }
  } finally {
    if (running === mine) form.removeAttribute('aria-busy')
  }
}

/** Parses server-sent events (WHATWG HTML, section 9.2.6). Each event has a name and one JSON value. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<[event: string, data: unknown]> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (event !== undefined && data !== undefined) yield [event.trim(), JSON.parse(data)]
    }
  }
}

/** Elements of one answer on the page. */
class AnswerView {
  readonly #where: HTMLElement
  readonly #options: AnswerOptions
  readonly #state = element('p', 'soft')
  readonly #output = element('div', 'answer-output')
  /** Text of the output so far. */
  #text = ''
  readonly #sources = element('h3', '')
  readonly #citations = element('ol', 'answer-passages')
  /** Previous quote. Consecutive quotes of the same call are shown below one title. */
  #lastCited: Citation | undefined
  #isDone = false

  constructor(where: HTMLElement, prompt: string, options: AnswerOptions) {
    this.#where = where
    this.#options = options
    const question = element('h2', '')
    question.dir = 'auto'
    question.textContent = prompt
    this.#sources.textContent = t('Sources')
    this.#sources.hidden = true
    this.#state.textContent = t('Searching…')
    where.replaceChildren(question, this.#state, this.#output, this.#sources, this.#citations)
  }

  take(event: string, data: unknown): void {
    if (event === 'evidence') {
      const { conversations, used } = data as { conversations: number; used: number }
      if (conversations > 1)
        this.#state.textContent = t('Searched {0} calls, found sources in {1}.', conversations, used)
    } else if (event === 'text') {
      this.#output.classList.add('more-to-come')
      this.#append((data as { text: string }).text)
    } else if (event === 'citation') this.#cite(data as Citation)
    else if (event === 'done') this.#done(data as Answer)
    else if (event === 'error') this.fail()
  }

  /** Adds text to the last line. Each further line is a paragraph, or an item of a list if it begins with “- ”. */
  #append(text: string): void {
    const isLineStart = this.#text === '' || this.#text.endsWith('\n')
    this.#text += text
    const [first = '', ...lines] = text.split('\n')
    if (isLineStart) this.#startLine(first)
    else this.#lastLine()?.append(first)
    for (const line of lines) this.#startLine(line)
  }

  #lastLine(): Element | undefined {
    const last = this.#output.lastElementChild
    return (last instanceof HTMLUListElement ? last.lastElementChild : last) ?? undefined
  }

  #startLine(line: string): void {
    if (line === '') return
    const isItem = line.startsWith(ITEM)
    const made = element(isItem ? 'li' : 'p', '')
    made.dir = 'auto'
    made.textContent = isItem ? line.slice(ITEM.length) : line
    if (!isItem) {
      this.#output.append(made)
      return
    }
    const last = this.#output.lastElementChild
    const list = last instanceof HTMLUListElement ? last : document.createElement('ul')
    if (list !== last) this.#output.append(list)
    list.append(made)
  }

  /** A passage is shown in full, so the text that lists the same passages is left out. */
  #cite(citation: Citation): void {
    if (citation.passage !== null) return
    this.#sources.hidden = false
    const last = this.#lastCited
    this.#lastCited = citation
    const block = this.#citations.lastElementChild?.querySelector('blockquote')
    const isSameCall = citation.conversation_id !== null && last?.conversation_id === citation.conversation_id
    // Elements are added and not replaced, so that links keep the focus.
    if (!isSameCall || !block) this.#citations.append(passageItem([citation], this.#options))
    else if (continuesTurn(last, citation)) block.lastElementChild?.append(' ', ...marked(citation))
    else block.append(quoteTurn([citation]))
  }

  #done({ output, citations, related, answered, notice, mode, verdict }: Answer): void {
    this.#isDone = true
    this.#output.classList.remove('more-to-come')
    this.#output.classList.toggle('answer-none', !answered)
    const passages = mode === 'passages' ? groupPassages(citations) : []
    if (passages.length > 0) {
      if (verdict === null) this.#output.remove()
      else {
        const line = element('p', 'answer-verdict')
        line.dir = 'auto'
        line.textContent = output.split('\n', 1)[0] ?? ''
        this.#output.replaceWith(line)
      }
      this.#citations.replaceChildren(...passages.map((quotes) => passageItem(quotes, this.#options)))
    } else if (this.#text !== output) {
      // Unchanged text isn't replaced. Screen readers would read it again, and links would lose the focus.
      this.#output.replaceChildren()
      this.#text = ''
      this.#append(output)
    }
    const others = groupPassages(related)
    if (others.length > 0) {
      const [heading, list] = [element('h3', ''), element('ol', 'answer-passages')]
      heading.textContent = RELATED_HINT
      list.replaceChildren(...others.map((quotes) => passageItem(quotes, this.#options)))
      this.#where.append(heading, list)
    }
    const origin = passages.length > 0 ? PASSAGES_HINT : mode === 'records' ? RECORDS_HINT : null
    const hint = notice ?? origin
    this.#state.textContent = hint ?? ''
    this.#state.hidden = hint === null
    const { connect } = this.#where.dataset
    if (notice === null && passages.length > 0 && connect !== undefined) {
      const link = document.createElement('a')
      link.href = connect
      link.textContent = t('Connect a language model')
      this.#state.append(' ', link)
    }
    // The hint is above passages, and every other remark is below the answer.
    if (notice !== null || passages.length === 0) this.#where.append(this.#state)
  }

  /** Handles the end of the stream. A stream without a `done` event has failed. */
  end(): void {
    if (!this.#isDone) this.fail()
  }

  fail(): void {
    this.#isDone = true
    this.#output.classList.remove('more-to-come')
    this.#state.hidden = false
    this.#state.textContent =
      this.#text === '' ? t("Couldn't answer the question. Try again.") : t('The answer is incomplete. Try again.')
    this.#where.append(this.#state)
  }
}

function groupPassages(citations: readonly Citation[]): Citation[][] {
  const groups: Citation[][] = []
  for (const citation of citations) {
    if (citation.passage === null) continue
    const last = groups.at(-1)
    if (last?.[0]?.passage === citation.passage) last.push(citation)
    else groups.push([citation])
  }
  return groups
}

function passageItem(quotes: readonly Citation[], { titled }: AnswerOptions): HTMLElement {
  const item = element('li', '')
  const [first] = quotes
  if (titled && first !== undefined) {
    const title = element('p', 'answer-title')
    const name = document.createElement('bdi')
    name.textContent = first.title
    title.append(linked(first, name))
    item.append(title)
  }
  const block = document.createElement('blockquote')
  block.append(...groupTurns(quotes).map(quoteTurn))
  item.append(block)
  return item
}

/** Quotes of one turn. The speaker is named once. */
function quoteTurn(turn: readonly [Citation, ...Citation[]]): HTMLElement {
  const [first] = turn
  const line = element('p', '')
  line.dir = 'auto'
  if (first.start !== null) line.append(linked(first, clock(first.start)), ' ')
  if (first.speaker !== null) {
    const who = document.createElement('bdi')
    who.className = 'soft'
    who.textContent = first.speaker
    line.append(who, ' ')
  }
  turn.forEach((quote, index) => {
    line.append(index > 0 ? ' ' : '', ...marked(quote))
  })
  return line
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
function continuesTurn(previous: Citation | undefined, { speaker, segment }: Citation): boolean {
  if (previous === undefined || speaker === null || previous.speaker !== speaker) return false
  return previous.segment === null || segment === null || Math.abs(segment - previous.segment) <= 1
}

/** Marks the key sentence in a quote. */
function marked({ quote, key }: Citation): (Node | string)[] {
  const at = key === null ? -1 : quote.indexOf(key)
  if (key === null || at === -1) return [quote]
  const mark = document.createElement('strong')
  mark.textContent = key
  return [quote.slice(0, at), mark, quote.slice(at + key.length)]
}

function linked({ conversation_id: id, start, segment }: Citation, text: Node | string): Node {
  if (id === null) return text instanceof Node ? text : document.createTextNode(text)
  const link = document.createElement('a')
  link.href = `/conversations/${encodeURIComponent(id)}${placeIn(start, segment)}`
  link.dataset.segment = String(segment ?? 0)
  if (start !== null) link.dataset.at = String(start)
  link.append(text)
  return link
}

/** Query of the call page. Must match `search-hits.ts`. */
function placeIn(start: number | null, segment: number | null): string {
  if (start !== null) return `?t=${Math.round(start * 1000) / 1000}`
  return segment === null ? '' : `?s=${segment}`
}

/** Same format as `core/timecode.ts`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  return made
}
