/**
 * Sends parts of a recording, one after the other, in the order in which they were recorded. A part leaves the browser's own
 * store only after the server has stored it. Without a connection, or while the user is signed out, it is sent again later.
 */
import { t } from '../../inbound/web/languages/messages.browser.ts'
import { deletePart, listParts, type RecordedPart, storePart } from './parts.browser.ts'

/**
 * `stored`: nothing is left. `waiting`: no connection. `gone`: the session no longer exists. `refused`: the server
 * doesn't accept another part, with its reason.
 */
export type UploadState =
  | { readonly kind: 'stored' | 'sending' | 'waiting' | 'signed-out' | 'gone'; readonly left: number }
  | { readonly kind: 'refused'; readonly left: number; readonly reason: string }

const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 20_000

type Outcome = 'stored' | 'waiting' | 'signed-out' | 'gone' | { readonly refused: string }

export class PartUploads {
  readonly #page: string
  readonly #session: string
  readonly #onState: (state: UploadState) => void
  #token: string
  #left: RecordedPart[] = []
  #running: Promise<void> | undefined
  #isEnded = false
  #isGone = false
  #adding: Promise<unknown> = Promise.resolve()
  #wake: (() => void) | undefined

  /** @param page path of the page of the session, with the action `part` @param token CSRF token of its forms */
  constructor(page: string, session: string, token: string, onState: (state: UploadState) => void) {
    this.#page = page
    this.#session = session
    this.#token = token
    this.#onState = onState
    addEventListener('online', () => this.#wake?.())
  }

  /** Path of the page of the session. */
  get page(): string {
    return this.#page
  }

  get token(): string {
    return this.#token
  }

  /** Adds parts of an earlier visit. @returns the number of the last take among them, -1 without parts */
  async restore(): Promise<number> {
    this.#left.push(...(await listParts(this.#session)))
    this.#start()
    return Math.max(-1, ...this.#left.map(({ take }) => take))
  }

  /**
   * Stores the part, then sends it. If the browser can't store it, it is sent all the same, because a missing part would
   * end the take.
   * @throws DOMException if the browser can't store it
   */
  add(part: RecordedPart): Promise<void> {
    const added = storePart(part)
      .then(() => undefined)
      .finally(() => {
        this.#left.push(part)
        this.#start()
      })
    this.#adding = Promise.allSettled([this.#adding, added])
    return added
  }

  /** Resolves when nothing more is sent. @returns whether the session still exists, so that it can be saved */
  async finish(): Promise<boolean> {
    await this.#adding
    while (this.#running !== undefined) await this.#running
    return !this.#isGone
  }

  #start(): void {
    if (this.#isEnded) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    let pauseMs = RETRY_MS_MIN
    for (let next = this.#left[0]; next !== undefined && !this.#isEnded; next = this.#left[0]) {
      this.#report('sending')
      const outcome = await this.#send(next)
      if (outcome === 'stored') {
        this.#left.shift()
        // A part that stays is sent again after a reload, which changes nothing.
        await deletePart(next).catch(() => undefined)
        pauseMs = RETRY_MS_MIN
      } else if (outcome === 'gone' || typeof outcome === 'object') {
        // Another attempt would end in the same way. The part stays in the store of the browser.
        this.#isEnded = true
        this.#isGone = outcome === 'gone'
        if (outcome === 'gone') this.#report('gone')
        else this.#onState({ kind: 'refused', left: this.#left.length, reason: outcome.refused })
        return
      } else {
        this.#report(outcome)
        await this.#pause(pauseMs)
        pauseMs = Math.min(2 * pauseMs, RETRY_MS_MAX)
        if (outcome === 'signed-out') await this.#renewToken()
      }
    }
    if (this.#left.length === 0) this.#report('stored')
  }

  #report(kind: Exclude<UploadState['kind'], 'refused'>): void {
    this.#onState({ kind, left: this.#left.length })
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #send({ take, part, blob }: RecordedPart): Promise<Outcome> {
    const body = new FormData()
    body.set('form', this.#token)
    body.set('take', String(take))
    body.set('part', String(part))
    // The file comes after the other fields, so that the server rejects invalid fields before the upload.
    body.set('file', blob, 'part.webm')
    try {
      const response = await fetch(`${this.#page}/part`, { method: 'POST', body })
      const text = await response.text()
      const page = new DOMParser().parseFromString(text, 'text/html')
      // A refused part gets the page of the session, which names it too.
      if (response.ok && page.querySelector(`[data-session="${this.#session}"]`) !== null) return 'stored'
      if (response.status === 404) return 'gone'
      // A form with an outdated token, or the sign-in page.
      if (response.status === 403 || response.redirected) return 'signed-out'
      if (response.status === 429 || response.status >= 500) return 'waiting'
      return { refused: page.querySelector('main .problem li')?.textContent ?? t('Status {0}', response.status) }
    } catch {
      return 'waiting'
    }
  }

  async #renewToken(): Promise<void> {
    try {
      const page = new DOMParser().parseFromString(await (await fetch(this.#page)).text(), 'text/html')
      this.#token = page.querySelector<HTMLInputElement>('input[name=form]')?.value ?? this.#token
    } catch {
      // Without a connection, the next attempt renews it.
    }
  }
}
