/**
 * A response as an event stream (WHATWG HTML, section 9.2). It sends intermediate events, and finally `done` with the
 * JSON response or `error` with the error body.
 *
 * The stream starts with its first event. A request that is rejected before gets an ordinary response with its status.
 */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { EVENTS_TYPE } from './media-types.ts'

/** Interval of keep-alive comments, because proxies close idle connections, often after a minute. */
const HEARTBEAT_MS = 15_000

/** Maximum number of unread bytes before senders have to wait. */
const WAITING_MAX = 64 * 1024

/** Number of unread bytes at which the connection is closed. Only a sender that doesn't wait can reach it. */
const UNREAD_MAX = 4 * 1024 * 1024

/** Time in milliseconds to send the last event after the request was aborted. */
const LAST_WORDS_MS = 1_000

export class EventStream {
  readonly #reply: FastifyReply
  readonly #signal: AbortSignal
  readonly #out = new PassThrough({ highWaterMark: WAITING_MAX })
  #heartbeat: NodeJS.Timeout | undefined
  #room: Promise<unknown> | undefined

  /** @param signal aborted when the client disconnects; waiting senders then continue */
  constructor(reply: FastifyReply, signal: AbortSignal) {
    this.#reply = reply
    this.#signal = signal
  }

  get hasStarted(): boolean {
    return this.#heartbeat !== undefined
  }

  /**
   * Sends one event. Resolves when the client has read enough of the buffer. @param json JSON without line breaks
   * outside of strings
   */
  async send(event: string, json: string): Promise<void> {
    if (this.#out.writableEnded) return
    this.#begin()
    if (this.#out.writableLength > UNREAD_MAX) this.#reply.raw.destroy()
    if (this.#out.write(formatEvent(event, json))) return
    this.#room ??= once(this.#out, 'drain', { signal: this.#signal }).finally(() => {
      this.#room = undefined
    })
    await this.#room
  }

  /** Sends the last event. Later events are ignored. */
  end(event: 'done' | 'error', json: string): void {
    if (this.#out.writableEnded) return
    this.#begin()
    this.#out.end(formatEvent(event, json))
    if (this.#signal.aborted) setTimeout(() => this.#reply.raw.destroy(), LAST_WORDS_MS).unref()
  }

  #begin(): void {
    if (this.hasStarted) return
    this.#heartbeat = setInterval(() => {
      // While events wait to be read, a keep-alive comment is useless.
      if (this.#out.writableLength === 0) this.#out.write(':\n\n')
    }, HEARTBEAT_MS)
    this.#out.once('close', () => clearInterval(this.#heartbeat))
    this.#reply
      .status(200)
      // `x-accel-buffering` prevents nginx from buffering the response.
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type(`${EVENTS_TYPE}; charset=utf-8`)
      .send(this.#out)
  }
}

/**
 * Formats an event. Line breaks between JSON tokens are removed, because each line of an event would need a field name.
 */
const formatEvent = (event: string, json: string) => `event: ${event}\ndata: ${json.replace(/[\r\n]+/g, ' ')}\n\n`
