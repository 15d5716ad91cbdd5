/** Streams an answer into the page. The server verifies the quotes of each part before it sends it, so no part is retracted. */

interface Citation {
  readonly conversation_id: string | null
  readonly title: string
  readonly speaker: string | null
  readonly start: number | null
  readonly segment: number | null
  readonly quote: string
}

interface Answer {
  readonly output: string
  readonly citations: readonly Citation[]
  readonly answered: boolean
  readonly notice: string | null
  readonly mode: 'records' | 'passages' | 'model' | null
}

const box = document.querySelector<HTMLElement>('[data-answers]')
const place = document.querySelector<HTMLElement>('#answer')
let running: AbortController | undefined

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || box === null || place === null || !box.contains(form)) return
  event.preventDefault()
  void ask(form, box.dataset.answers ?? '', place)
})

async function ask(form: HTMLFormElement, address: string, where: HTMLElement): Promise<void> {
  running?.abort()
  const mine = new AbortController()
  running = mine
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  const shown = new Shown(where, body.get('prompt') ?? '')
  form.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(address, { method: 'POST', body, signal: mine.signal })
    // A rejection is a page. The regular form submission shows it.
    if (!(answer.headers.get('content-type') ?? '').startsWith('text/event-stream') || answer.body === null) {
      return form.submit()
    }
    for await (const [event, data] of events(answer.body)) shown.take(event, data)
    shown.end()
  } catch (error) {
    if (!mine.signal.aborted) {
      shown.fail()
      throw error
    }
  } finally {
    if (running === mine) form.removeAttribute('aria-busy')
  }
}

async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<[event: string, data: unknown]> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (event !== undefined && data !== undefined) yield [event, JSON.parse(data)]
    }
  }
}

const FROM_RECORDS = 'From the records of the calls.'

/** Elements of one answer on the page. */
class Shown {
  readonly #where: HTMLElement
  readonly #state = element('p', 'soft')
  readonly #output = element('p', 'search-output')
  readonly #citations = element('ol', 'search-citations')
  readonly #sources = element('h3', '')
  #isDone = false

  constructor(where: HTMLElement, prompt: string) {
    this.#where = where
    const question = element('h2', '')
    question.dir = 'auto'
    question.textContent = prompt
    this.#output.dir = 'auto'
    this.#sources.textContent = 'Sources'
    this.#sources.hidden = true
    this.#state.textContent = 'Searching calls…'
    where.replaceChildren(question, this.#state, this.#output, this.#sources, this.#citations)
  }

  take(event: string, data: unknown): void {
    if (event === 'evidence') {
      const { conversations, used } = data as { conversations: number; used: number }
      this.#state.textContent = `Searched ${conversations} calls, found sources in ${used}. Generating answer…`
    } else if (event === 'text') {
      // The text replaces the progress message.
      this.#state.hidden = true
      this.#output.classList.add('more-to-come')
      this.#output.append((data as { text: string }).text)
    } else if (event === 'citation') this.#cite(data as Citation)
    else if (event === 'done') this.#done(data as Answer)
    else if (event === 'error') this.fail()
  }

  #done({ output, citations, answered, notice, mode }: Answer): void {
    this.#isDone = true
    // Unchanged text isn't replaced. Screen readers would read it again, and links would lose the focus.
    if (this.#output.textContent !== output) this.#output.textContent = output
    this.#output.classList.remove('more-to-come')
    this.#output.classList.toggle('search-unanswered', !answered)
    if (this.#citations.childElementCount !== citations.length) {
      this.#citations.replaceChildren()
      for (const citation of citations) this.#cite(citation)
    }
    const remarks = [mode === 'records' ? FROM_RECORDS : '', notice ?? ''].filter((part) => part !== '')
    this.#state.textContent = remarks.join(' ')
    this.#state.hidden = remarks.length === 0
    this.#where.append(this.#state)
  }

  #cite({ conversation_id: id, title, speaker, start, segment, quote }: Citation): void {
    this.#sources.hidden = false
    const item = element('li', '')
    const [words, text] = [element('blockquote', ''), element('p', '')]
    text.dir = 'auto'
    text.textContent = quote
    words.append(text)
    const source = element('p', 'search-source')
    const name = document.createElement('bdi')
    name.textContent = title
    if (id === null) source.append(name)
    else {
      const link = document.createElement('a')
      link.href = `/conversations/${encodeURIComponent(id)}${placeOf(start, segment)}`
      link.append(name)
      source.append(link)
    }
    const who = document.createElement('bdi')
    who.className = 'soft'
    who.textContent = [speaker ?? '', start === null ? '' : clock(start)].filter((part) => part !== '').join(', ')
    source.append(' ', who)
    item.append(words, source)
    this.#citations.append(item)
  }

  /** Handles the end of the stream. A stream without a `done` event has failed. */
  end(): void {
    if (!this.#isDone) this.fail()
  }

  fail(): void {
    this.#isDone = true
    this.#output.classList.remove('more-to-come')
    this.#state.hidden = false
    this.#state.textContent = 'The answer is incomplete. Try again.'
    this.#where.append(this.#state)
  }
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  return made
}

/** Query of the call page. Must match `components/search-hits.ts`. */
function placeOf(start: number | null, segment: number | null): string {
  if (start !== null) return `?t=${Math.round(start * 1000) / 1000}`
  return segment === null ? '' : `?s=${segment}`
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`
}
