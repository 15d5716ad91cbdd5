/**
 * The requests of one server that have no answer yet. Each has a signal, aborted when its caller has gone; and all of them
 * when the server stops: after a while in which they may end by themselves, so that a stop waits for nobody for long.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../core/errors.ts'

/** Nobody reads this answer; the log tells its code. */
const callerGone = () =>
  new AppError('unavailable', 'caller_gone', 'Caller gone', [
    { pointer: '', detail: 'The caller went away before the answer was there.' },
  ])

const stopping = () =>
  new AppError('unavailable', 'service_stopping', 'Service stopping', [
    { pointer: '', detail: 'The service is being stopped. The request may be sent again.' },
  ])

export class OpenRequests {
  readonly #open = new Map<FastifyReply, AbortController>()
  #noneLeft: (() => void) | undefined

  /** @returns a signal whose reason is an `AppError` */
  open(reply: FastifyReply): AbortSignal {
    const aborter = new AbortController()
    const { raw } = reply
    const close = () => {
      if (!raw.writableEnded) aborter.abort(callerGone())
      this.#open.delete(reply)
      if (this.#open.size === 0) this.#noneLeft?.()
    }
    if (raw.closed) {
      aborter.abort(callerGone())
      return aborter.signal
    }
    raw.once('close', close)
    this.#open.set(reply, aborter)
    return aborter.signal
  }

  /** @param seconds that requests may go on; what then is there is told to end, and has a moment to say so */
  async stop(seconds: number): Promise<void> {
    const none = new Promise<void>((resolve) => {
      this.#noneLeft = resolve
    })
    if (this.#open.size === 0) return
    const bound = new AbortController()
    const within = (ms: number) => Promise.race([none, pause(ms, undefined, { signal: bound.signal })])
    await within(seconds * 1_000)
    for (const aborter of this.#open.values()) aborter.abort(stopping())
    await within(this.#open.size === 0 ? 0 : LAST_WORDS_MS)
    bound.abort()
  }
}

/** For a request that was told to end. */
const LAST_WORDS_MS = 1_000
