/**
 * Streams an answer into the page: text first, then citations. The server verifies each part before it sends it, so the
 * final answer doesn't render again, and screen readers don't read it twice.
 */
import { base } from './transcript.browser.ts'

/** Final event of an answer. */
interface Done {
  readonly output: string
  readonly notice: string | null
  readonly mode: 'records' | 'passages' | 'model' | null
}

interface Citation {
  readonly speaker: string | null
  readonly start: number | null
  readonly segment: number | null
  readonly quote: string
}

const box = document.querySelector<HTMLElement>('[data-ask]')
const place = document.querySelector<HTMLElement>('#answer')

box?.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || place === null) return
  event.preventDefault()
  void ask(form, place)
})

let asking: AbortController | undefined

async function ask(form: HTMLFormElement, place: HTMLElement): Promise<void> {
  asking?.abort()
  const mine = new AbortController()
  asking = mine
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  const answer = new AnswerView(place)
  form.setAttribute('aria-busy', 'true')
  try {
    const headers = { accept: 'text/event-stream' }
    const { signal } = mine
    const stream = await fetch(box?.dataset.ask ?? '', { method: 'POST', body, headers, signal })
    // After a rejection, the regular form submission shows the error.
    if (stream.headers.get('content-type')?.startsWith('text/event-stream') !== true) return form.submit()
    for await (const { event, data } of eventsOf(stream)) answer.take(event, data)
    answer.end()
  } catch {
    if (!mine.signal.aborted) answer.fail()
  } finally {
    if (asking === mine) form.removeAttribute('aria-busy')
  }
}

/** Parses server-sent events (WHATWG HTML, section 9.2.6). Each event has a name and one JSON value. */
async function* eventsOf(answer: Response): AsyncGenerator<{ event: string; data: unknown }> {
  let rest = ''
  const texts = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let read = await texts?.read(); read !== undefined && !read.done; read = await texts?.read()) {
    const parts = (rest + read.value).split(/\r?\n\r?\n/)
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const fields = part.split(/\r?\n/)
      const event =
        fields
          .find((line) => line.startsWith('event:'))
          ?.slice(6)
          .trim() ?? 'message'
      const data = fields.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim())
      if (data.length > 0) yield { event, data: JSON.parse(data.join('\n')) }
    }
  }
}

class AnswerView {
  readonly #place: HTMLElement
  readonly #words = element('p', 'conversation-output')
  readonly #citations = element('ol', 'conversation-citations')
  readonly #state = element('p', 'soft')
  #isEnded = false

  constructor(place: HTMLElement) {
    this.#place = place
    this.#words.dir = 'auto'
    this.#state.textContent = 'Generating answer…'
    place.replaceChildren(this.#state)
  }

  take(event: string, data: unknown): void {
    if (event === 'text') {
      this.#begin()
      this.#words.append((data as { text: string }).text)
    } else if (event === 'citation') {
      if (!this.#citations.isConnected) this.#place.append(this.#citations)
      this.#citations.append(citation(data as Citation))
    } else if (event === 'done') {
      this.#done(data as Done)
    } else if (event === 'error') {
      this.fail()
    }
  }

  #begin(): void {
    if (this.#words.isConnected) return
    this.#words.classList.add('more-to-come')
    this.#place.replaceChildren(this.#words)
  }

  #done({ output, notice, mode }: Done): void {
    this.#isEnded = true
    this.#begin()
    if (this.#words.textContent !== output) this.#words.textContent = output
    this.#words.classList.remove('more-to-come')
    const origin = mode === 'records' ? 'From the records of the call.' : null
    for (const remark of [origin, notice]) {
      if (remark === null) continue
      const line = element('p', 'soft')
      line.textContent = remark
      this.#place.append(line)
    }
  }

  /** Handles the end of the stream. A stream without a `done` event has failed. */
  end(): void {
    if (!this.#isEnded) this.fail()
  }

  fail(): void {
    this.#isEnded = true
    const isBegun = this.#words.isConnected
    this.#words.classList.remove('more-to-come')
    this.#state.textContent = isBegun
      ? 'The answer is incomplete. Try again.'
      : "Couldn't generate an answer. Try again."
    this.#place.append(this.#state)
  }
}

function citation({ quote, speaker, start, segment }: Citation): HTMLElement {
  const link = document.createElement('a')
  link.href = start === null ? `${base}?s=${segment ?? 0}` : `${base}?t=${Math.round(start * 1000) / 1000}`
  link.dataset.segment = String(segment ?? 0)
  const words = document.createElement('span')
  words.dir = 'auto'
  words.textContent = quote
  const who = element('span', 'soft')
  const name = document.createElement('bdi')
  name.textContent = [speaker, start === null ? null : clock(start)]
    .filter((part) => part !== null && part !== '')
    .join(', ')
  who.append(name)
  link.append(words, ' ', who)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** Same format as `core/timecode.ts`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`
}

function element(tag: 'p' | 'ol' | 'span', name: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = name
  return made
}
