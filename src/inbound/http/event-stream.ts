/**
 * An answer as an event stream (WHATWG HTML, section 9.2): each event as it is told, and at last `done` with what the JSON
 * answer would have been, or `error` with the body that its refusal would have had.
 *
 * The stream begins with its first event. Until then nothing is sent, so that what is refused is an ordinary answer with
 * its status.
 */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { EVENTS_TYPE } from './media-types.ts'

/** Proxies end connections on which nothing is said, mostly after a minute. */
const HEARTBEAT_MS = 15_000

/** Bytes that may wait for the reader before who tells is held back. */
const WAITING_MAX = 64 * 1024

/** Bytes beyond which a reader is let go: only who tells without waiting gets there. */
const UNREAD_MAX = 4 * 1024 * 1024

/** For a reader that does not take the last event, once its request was told to end. */
const LAST_WORDS_MS = 1_000

export class EventStream {
  readonly #reply: FastifyReply
  readonly #signal: AbortSignal
  readonly #out = new PassThrough({ highWaterMark: WAITING_MAX })
  #heartbeat: NodeJS.Timeout | undefined
  #room: Promise<unknown> | undefined

  /** @param signal of the request: aborted when its caller has gone, so that nobody waits for room any more */
  constructor(reply: FastifyReply, signal: AbortSignal) {
    this.#reply = reply
    this.#signal = signal
  }

  get begun(): boolean {
    return this.#heartbeat !== undefined
  }

  /** Sends one event. Resolves when the reader has kept up. @param json without a line break outside of strings */
  async tell(event: string, json: string): Promise<void> {
    if (this.#out.writableEnded) return
    this.#begin()
    if (this.#out.writableLength > UNREAD_MAX) this.#reply.raw.destroy()
    if (this.#out.write(eventOf(event, json))) return
    this.#room ??= once(this.#out, 'drain', { signal: this.#signal }).finally(() => {
      this.#room = undefined
    })
    await this.#room
  }

  /** Sends the last event. What is told afterwards is told to nobody. */
  end(event: 'done' | 'error', json: string): void {
    if (this.#out.writableEnded) return
    this.#begin()
    this.#out.end(eventOf(event, json))
    if (this.#signal.aborted) setTimeout(() => this.#reply.raw.destroy(), LAST_WORDS_MS).unref()
  }

  #begin(): void {
    if (this.begun) return
    this.#heartbeat = setInterval(() => {
      // Where events wait to be read, one more line would only wait with them.
      if (this.#out.writableLength === 0) this.#out.write(':\n\n')
    }, HEARTBEAT_MS)
    this.#out.once('close', () => clearInterval(this.#heartbeat))
    this.#reply
      .status(200)
      // The last: nginx would collect the answer before it passes it on.
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type(`${EVENTS_TYPE}; charset=utf-8`)
      .send(this.#out)
  }
}

/** Stored JSON may hold line breaks between its parts; each line of an event would need a name of its own. */
const eventOf = (event: string, json: string) => `event: ${event}\ndata: ${json.replace(/[\r\n]+/g, ' ')}\n\n`
