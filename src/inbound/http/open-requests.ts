/**
 * Requests of a server without a response yet. Each has a signal, which is aborted when the client disconnects. When
 * the server stops, requests get some time to finish; then their signals are aborted, so that the stop doesn't wait for
 * long.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../core/errors.ts'

/** Never sent to the client; the log contains its code. */
const callerGoneError = () =>
  new AppError('unavailable', 'caller_gone', 'Caller gone', [
    { pointer: '', detail: 'The client disconnected before the response was complete.' },
  ])

const stopping = () =>
  new AppError('unavailable', 'service_stopping', 'Service stopping', [
    { pointer: '', detail: 'The service is stopping. Try again in a few seconds.' },
  ])

export class OpenRequests {
  readonly #open = new Map<FastifyReply, AbortController>()
  #noneLeft: (() => void) | undefined

  /** @returns a signal whose reason is an `AppError` */
  open(reply: FastifyReply): AbortSignal {
    const aborter = new AbortController()
    const { raw } = reply
    const close = () => {
      if (!raw.writableEnded) aborter.abort(callerGoneError())
      this.#open.delete(reply)
      if (this.#open.size === 0) this.#noneLeft?.()
    }
    if (raw.closed) {
      aborter.abort(callerGoneError())
      return aborter.signal
    }
    raw.once('close', close)
    this.#open.set(reply, aborter)
    return aborter.signal
  }

  /** @param seconds time for requests to finish; the remaining ones are aborted and get a short time to respond */
  async stop(seconds: number): Promise<void> {
    const none = new Promise<void>((resolve) => {
      this.#noneLeft = resolve
    })
    if (this.#open.size === 0) return
    const bound = new AbortController()
    const waitAtMost = (ms: number) => Promise.race([none, pause(ms, undefined, { signal: bound.signal })])
    await waitAtMost(seconds * 1_000)
    for (const aborter of this.#open.values()) aborter.abort(stopping())
    await waitAtMost(this.#open.size === 0 ? 0 : LAST_WORDS_MS)
    bound.abort()
  }
}

/** Time in milliseconds for an aborted request to respond. */
const LAST_WORDS_MS = 1_000
